import { nearest } from '@taproot/core';
import { errors } from './errors.ts';
import { absentPlugin } from './generator/absent-plugin.ts';
import type { CommandEntry } from './manifest.ts';

/** Commands by their paths. */
export type Commands = ReadonlyMap<string, CommandEntry>;

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

/** The command of this path; `E_COMMAND_UNKNOWN` with the nearest that exist. */
export const findCommand = (name: string, commands: Commands): CommandEntry => {
  const entry = commands.get(name);
  if (entry === undefined) throw errors.E_COMMAND_UNKNOWN({ name, hint: hintFor(name, commands) });
  return entry;
};

/** The commands of a group: `route` for `route:list`. */
export const commandsOfGroup = (group: string, commands: Commands): CommandEntry[] =>
  [...commands.values()].filter(({ path }) => path.startsWith(`${group}:`));
