import type { Application } from '@taproot/core';
import type { CommandEntry } from './command/manifest.ts';
import { explainFault } from './explain-fault.ts';
import type { Streams } from './output/streams.ts';
import { openTerminal, type Terminal } from './output/terminal.ts';
import { overview } from './overview.ts';
import { version } from './version.ts';

/** The part of the kernel that finds commands. */
interface Commands {
  commands(): Promise<ReadonlyMap<string, CommandEntry>>;
  command(path: string): Promise<CommandEntry>;
}

const dispatch = async (
  app: Application,
  kernel: Commands,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const [name = '--help', ...args] = argv;
  if (name === '--version' || name === '--help' || name === '-h') {
    const text = name === '--version' ? `${version}\n` : overview([...(await kernel.commands()).values()], terminal);
    terminal.stdout.write(text);
    return 0;
  }
  const entry = await kernel.command(name);
  // Loads clipanion only now, when a command will certainly run.
  const { runCommand } = await import('./command/run-command.ts');
  return runCommand({ app, root: app.basePath }, entry, args, terminal);
};

/**
 * Finds and runs the command that `argv` names; resolves to its exit code. Explains errors on `stderr`; the code is then 64 for a wrong
 * command line, else 1.
 */
export const runCommandLine = async (
  app: Application,
  kernel: Commands,
  argv: readonly string[],
  streams: Required<Streams>,
): Promise<number> => {
  try {
    return await dispatch(app, kernel, argv, openTerminal(streams, app.env));
  } catch (error) {
    return explainFault(error, streams.stderr, app.env);
  }
};
