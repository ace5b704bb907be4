import { hasCode } from '@taproot/core';
import { allowMissingKey, bootApplication, createEnv } from '@taproot/core/internal';
import type { CommandEntry } from './command/manifest.ts';
import { standalone } from './commands/standalone.ts';
import { findDevelopment } from './development.ts';
import { errors } from './errors.ts';
import { explainFault } from './explain-fault.ts';
import { type ApplicationFiles, findApplication } from './find-application.ts';
import { loadBoot } from './load-boot.ts';
import { openTerminal } from './output/terminal.ts';
import { version } from './version.ts';

const outside = `${version}

Usage: npx taproot <command> [options]

Commands belong to an application, and there is none here.
Run this inside one, or make one with \`npm create taproot\`.
`;

const forgive = (error: Error): void => {
  if (!hasCode(error, 'EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED')) throw error;
};

// A reader that went away (`route:list | head`) is not an error; the remaining output is dropped. A process that calls main() again has
// one listener all the same.
const forgiveClosedPipes = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', forgive).on('error', forgive);
};

// Commands that show all commands when they get no arguments.
const pages = new Set(['list', 'help']);

/** Whether the command line asks for the list of all commands. */
const isHelp = ([name = '--help', ...rest]: readonly string[]): boolean =>
  name === '--help' || name === '-h' || (pages.has(name) && rest.length === 0);

/** Whether a shell asks for candidates. It gets here only if bin/remembered.js had no stored list. */
const isCompletion = ([name, option]: readonly string[]): boolean => name === 'completion' && option === '--complete';

const outsideOfApplication = (argv: readonly string[], folder: string): number => {
  if (isCompletion(argv)) return 0;
  if (!isHelp(argv)) throw errors.E_APPLICATION_NOT_FOUND({ folder });
  process.stdout.write(outside);
  return 0;
};

const runStandalone = async (entry: CommandEntry, args: readonly string[], root: string): Promise<number> => {
  const { runCommand } = await import('./command/run-command.ts');
  return runCommand({ app: null, root }, entry, args, openTerminal(process, createEnv(process.env)));
};

// Commands that write or compare files of the repository, and encrypt nothing. A fresh clone and CI have no key.
const keyless = /^(?:types|openapi:(?:write|check|gaps))$/;

const runInApplication = async (argv: readonly string[], files: ApplicationFiles): Promise<number> => {
  if (keyless.test(argv[0] ?? '')) allowMissingKey();
  const development = isHelp(argv) || isCompletion(argv) ? await findDevelopment(files.root) : null;
  const keep = await development?.remember(files.root);
  const boot = await loadBoot(files);
  const app = await bootApplication(boot);
  let code = 1;
  try {
    const kernel = app.facades.Console();
    code = isCompletion(argv) ? 0 : await kernel.run(argv, process);
    if (code === 0) await keep?.((await kernel.commands()).values());
  } finally {
    // close() reports failures itself.
    const failures = await app.close();
    if (failures.length > 0) code ||= 1;
  }
  return code;
};

/** The command that prints the script for a shell. It needs no application; undefined if @taproot/dev is not installed. */
const completionIn = async (folder: string): Promise<CommandEntry | undefined> =>
  (await findDevelopment(folder))?.commands.find(({ path }) => path === 'completion');

const dispatch = async (argv: readonly string[]): Promise<number> => {
  const [name, ...args] = argv;
  const folder = process.cwd();
  const files = findApplication(folder);
  const isScript = name === 'completion' && !isCompletion(argv);
  const root = files?.root ?? folder;
  const entry = isScript ? await completionIn(root) : standalone.find(({ path }) => path === name);
  if (entry !== undefined && (files !== null || isScript)) return runStandalone(entry, args, root);
  return files === null ? outsideOfApplication(argv, folder) : runInApplication(argv, files);
};

/** Everything that `npx taproot` does: finds and boots the application, runs the command, closes, and resolves to the exit code. */
export const main = async (argv: readonly string[]): Promise<number> => {
  forgiveClosedPipes();
  if (argv[0] === '--version') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    return await dispatch(argv);
  } catch (error) {
    return explainFault(error, process.stderr, createEnv(process.env));
  }
};
