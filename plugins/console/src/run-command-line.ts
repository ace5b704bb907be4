import type { Application } from '@taproot/core';
import { explainFault } from './explain-fault.ts';
import { type Commands, findCommand } from './find-command.ts';
import type { Streams } from './output/streams.ts';
import { openTerminal, type Terminal } from './output/terminal.ts';
import { overview } from './overview.ts';
import { version } from './version.ts';

const dispatch = async (
  app: Application,
  commands: Commands,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const [name = '--help', ...args] = argv;
  if (name === '--version' || name === '--help' || name === '-h') {
    terminal.stdout.write(name === '--version' ? `${version}\n` : overview([...commands.values()], terminal));
    return 0;
  }
  const entry = findCommand(name, commands);
  // clipanion is loaded here, once it is sure that a command will run.
  const { runCommand } = await import('./command/run-command.ts');
  return runCommand({ app, root: app.basePath }, entry, args, terminal);
};

/**
 * Finds and runs the command that `argv` names; resolves to its exit code. Errors are explained on `stderr`, with code 64
 * when the command line is wrong, else 1.
 */
export const runCommandLine = async (
  app: Application,
  commands: () => Promise<Commands>,
  argv: readonly string[],
  streams: Required<Streams>,
): Promise<number> => {
  try {
    return await dispatch(app, await commands(), argv, openTerminal(streams, app.env));
  } catch (error) {
    return explainFault(error, streams.stderr, app.env);
  }
};
