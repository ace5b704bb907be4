/** An error of the user. It prints two lines without a stack: what is wrong, and what to do. */
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

/** Errors of create-taproot. */
export const errors = {
  E_DIRECTORY_MISSING: () =>
    new ScaffoldError('E_DIRECTORY_MISSING', 'The folder for the application is missing.', `Name a folder. ${usage}`),
  E_DIRECTORY_FILLED: (directory: string, found: string) =>
    new ScaffoldError(
      'E_DIRECTORY_FILLED',
      `${directory} is not empty: it contains ${found}.`,
      'Name another folder, or overwrite its files with --force.',
    ),
  E_DIRECTORY_FOREIGN: (path: string, reason: string) =>
    new ScaffoldError('E_DIRECTORY_FOREIGN', `${path} ${reason}.`, 'Name another folder.'),
  E_WRITE_FAILED: (reason: string) =>
    new ScaffoldError('E_WRITE_FAILED', `The application cannot be written: ${reason}.`, 'Name another folder.'),
  E_NAME_INVALID: (name: string, reason: string, suggestion: string) =>
    new ScaffoldError(
      'E_NAME_INVALID',
      `${JSON.stringify(name)} is not a valid package name: ${reason}.`,
      suggestion === '' ? 'Choose another name with --name.' : `Choose another name, for example --name ${suggestion}.`,
    ),
  E_OPTION_INVALID: (message: string) => new ScaffoldError('E_OPTION_INVALID', message, usage),
  E_PACKAGES_MISSING: (name: string, directory: string) =>
    new ScaffoldError(
      'E_PACKAGES_MISSING',
      `There is no tarball of ${name} in ${directory}.`,
      'Run `npm pack --pack-destination <folder>` for each package, or leave --packages out.',
    ),
  E_TEMPLATE: (place: string, reason: string) =>
    new ScaffoldError(
      'E_TEMPLATE',
      `The template is broken at ${place}: ${reason}.`,
      'Report this as a bug of create-taproot.',
    ),
  E_INSTALL_FAILED: (command: string) =>
    new ScaffoldError(
      'E_INSTALL_FAILED',
      `The application was created, but \`${command}\` failed.`,
      'See its output above. `npm start` also installs the packages.',
    ),
};
