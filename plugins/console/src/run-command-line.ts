import { type Application, nearest } from '@taproot/core';
import type { Streams } from './console-kernel.ts';
import { errors } from './errors.ts';
import { explainFault } from './explain-fault.ts';
import { absentPlugin } from './generator/absent-plugin.ts';
import type { CommandEntry } from './manifest.ts';
import { openTerminal, type Terminal } from './output/terminal.ts';
import { overview } from './overview.ts';
import { version } from './version.ts';

type Commands = ReadonlyMap<string, CommandEntry>;

/** What is shown without a command; `list` as those know it who come from other frameworks. */
const pages = new Set(['--version', '--help', '-h', 'list']);

const hintFor = (name: string, commands: Commands): string => {
  const absent = absentPlugin(name);
  if (absent !== null) return absent;
  const paths = [...commands.keys()];
  // Who types `route` or `routes` means the commands of a group.
  const groups = paths.map((path) => path.split(':', 1)[0] ?? path);
  const near = nearest(name, [...groups, ...paths]);
  const meant = paths.filter((path) => near !== null && (path === near || path.startsWith(`${near}:`)));
  return meant.length > 0 ? ` Did you mean "${meant.join('", "')}"?` : '';
};

const dispatch = async (
  app: Application,
  commands: Commands,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const [name = '--help', ...args] = argv;
  const entry = commands.get(name);
  if (entry === undefined && pages.has(name)) {
    terminal.stdout.write(name === '--version' ? `${version}\n` : overview([...commands.values()], terminal));
    return 0;
  }
  if (entry === undefined) throw errors.E_COMMAND_UNKNOWN({ name, hint: hintFor(name, commands) });
  // clipanion is loaded here, once it is sure that a command will run.
  const { runCommand } = await import('./command/run-command.ts');
  return runCommand({ app, root: app.basePath }, entry, args, terminal);
};

/**
 * Finds and runs the command that `argv` names; resolves to its exit code. Whatever goes wrong is explained on `stderr`:
 * 64 when the command line was not understood and nothing ran, else 1.
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
    return explainFault(error, streams.stderr);
  }
};
