import { type Application, didYouMean, explain } from '@taproot/core';
import type { Streams } from './console-kernel.ts';
import { errors } from './errors.ts';
import type { CommandEntry } from './manifest.ts';
import { printableLines } from './output/printable.ts';
import { openTerminal, type Terminal } from './output/terminal.ts';
import { overview } from './overview.ts';
import { version } from './version.ts';

type Commands = ReadonlyMap<string, CommandEntry>;

const hintFor = (name: string, commands: Commands): string => {
  const group = [...commands.keys()].filter((path) => path.startsWith(`${name}:`));
  return group.length > 0 ? ` Did you mean "${group.join('", "')}"?` : didYouMean(name, commands.keys());
};

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
  const entry = commands.get(name);
  if (entry === undefined) throw errors.E_COMMAND_UNKNOWN({ name, hint: hintFor(name, commands) });
  // clipanion is loaded here, once it is sure that a command will run.
  const { runCommand } = await import('./command/run-command.ts');
  return runCommand(app, entry, args, terminal);
};

/** Finds and runs the command that `argv` names; whatever goes wrong is explained on `stderr` and exits with 1. */
export const runCommandLine = async (
  app: Application,
  commands: () => Promise<Commands>,
  argv: readonly string[],
  streams: Required<Streams>,
): Promise<number> => {
  try {
    return await dispatch(app, await commands(), argv, openTerminal(streams, app.env));
  } catch (error) {
    streams.stderr.write(`${printableLines(explain(error))}\n`);
    return 1;
  }
};
