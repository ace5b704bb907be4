import { nearest } from '@taproot/core/internal';
import type { CommandEntry } from './command/manifest.ts';
import { errors } from './errors.ts';

/** The plugin of each generator. The plugin's function and its package have the same name. */
const plugins: Readonly<Record<string, string>> = {
  'make:request': 'validation',
  'make:rule': 'validation',
  'make:filter': 'validation',
  'make:controller': 'routing',
  'make:middleware': 'routing',
  'make:test': 'routing',
  'make:policy': 'auth',
};

/** The package that would add a missing command to an application; null for an unknown command. */
const absentPlugin = (command: string): string | null => {
  const plugin = Object.hasOwn(plugins, command) ? plugins[command] : undefined;
  if (plugin === undefined) return null;
  return ` It comes with @taproot/${plugin}: install it, and add ${plugin}() to bootstrap/plugins.ts.`;
};

/** Commands by their paths. */
type Commands = ReadonlyMap<string, CommandEntry>;

const hintFor = (name: string, commands: Commands): string => {
  const absent = absentPlugin(name);
  if (absent !== null) return absent;
  const paths = [...commands.keys()];
  // A user who types `route` or `routes` most likely means the commands of that group.
  const groups = paths.map((path) => path.split(':', 1)[0] ?? path);
  const near = nearest(name, [...groups, ...paths]);
  const meant = paths.filter((path) => near !== null && (path === near || path.startsWith(`${near}:`)));
  return meant.length > 0 ? ` Did you mean "${meant.join('", "')}"?` : '';
};

/** Whether only `@taproot/dev` has this command. */
const isOfDevelopment = (name: string): boolean =>
  name === 'repl' || name === 'completion' || (name.startsWith('make:') && absentPlugin(name) === null);

/** The commands of an application, and the commands that need `@taproot/dev`. */
export interface KnownCommands {
  /** Commands that can run. */
  readonly commands: Commands;
  /** Commands that could run if `@taproot/dev` were installed; null if it is installed. */
  readonly waiting: ReadonlySet<string> | null;
}

/**
 * The command of this path.
 * @throws E_COMMAND_UNKNOWN with the nearest that exist
 * @throws E_COMMAND_DEV for a command that needs `@taproot/dev`, if that is not installed
 */
export const findCommand = (name: string, { commands, waiting }: KnownCommands): CommandEntry => {
  const entry = commands.get(name);
  if (entry !== undefined) return entry;
  if (waiting !== null && (waiting.has(name) || isOfDevelopment(name))) throw errors.E_COMMAND_DEV({ name });
  throw errors.E_COMMAND_UNKNOWN({ name, hint: hintFor(name, commands) });
};

/** The commands of a group: `route` for `route:list`. */
export const commandsOfGroup = (group: string, commands: Commands): CommandEntry[] =>
  [...commands.values()].filter(({ path }) => path.startsWith(`${group}:`));
