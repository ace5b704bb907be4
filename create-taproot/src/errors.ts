/** A refusal told in two lines, without a stack: what is wrong, and what to do. */
export class ScaffoldError extends Error {
  override readonly name = 'ScaffoldError';
  readonly code: string;
  readonly fix: string;

  constructor(code: string, message: string, fix: string) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

const usage = 'See create-taproot --help.';

/** Everything that create-taproot refuses. */
export const errors = {
  E_DIRECTORY_MISSING: () =>
    new ScaffoldError('E_DIRECTORY_MISSING', 'It is not said where the application goes.', `Name a folder. ${usage}`),
  E_DIRECTORY_FILLED: (directory: string, found: string) =>
    new ScaffoldError(
      'E_DIRECTORY_FILLED',
      `${directory} is not empty: it holds ${found}.`,
      'Name another folder, or write over what is there with --force.',
    ),
  E_DIRECTORY_FOREIGN: (path: string, reason: string) =>
    new ScaffoldError('E_DIRECTORY_FOREIGN', `${path} ${reason}.`, 'Name another folder.'),
  E_WRITE_FAILED: (reason: string) =>
    new ScaffoldError('E_WRITE_FAILED', `The application cannot be written: ${reason}.`, 'Name another folder.'),
  E_NAME_INVALID: (name: string, reason: string, suggestion: string) =>
    new ScaffoldError(
      'E_NAME_INVALID',
      `${JSON.stringify(name)} cannot be the name of a package: ${reason}.`,
      suggestion === '' ? 'Choose another with --name.' : `Choose another, for example --name ${suggestion}.`,
    ),
  E_OPTION_INVALID: (message: string) => new ScaffoldError('E_OPTION_INVALID', message, usage),
  E_PACKAGES_MISSING: (name: string, directory: string) =>
    new ScaffoldError(
      'E_PACKAGES_MISSING',
      `There is no tarball of ${name} in ${directory}.`,
      'Fill it with `npm pack --pack-destination <folder>`, one for each package, or leave --packages out.',
    ),
  E_TEMPLATE: (place: string, reason: string) =>
    new ScaffoldError('E_TEMPLATE', `The template is broken at ${place}: ${reason}.`, 'Report this: it is our fault.'),
  E_INSTALL_FAILED: (command: string) =>
    new ScaffoldError(
      'E_INSTALL_FAILED',
      `The application is made, but \`${command}\` failed.`,
      'See what it says above; `npm start` installs as well.',
    ),
};
