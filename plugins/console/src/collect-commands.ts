import { reasonOf } from '@taproot/core/internal';
import type { AnyPlugin } from '@taproot/core/plugin';
import type { CommandEntry, CommandModule, GeneratorEntry } from './command/manifest.ts';
import { errors } from './errors.ts';

const typeable = /^[a-z][a-z0-9-]*(?::[a-z0-9-]+)*$/;

const commandsOf = async (
  plugin: string,
  manifest: () => Promise<CommandModule>,
): Promise<CommandModule['commands']> => {
  try {
    return (await manifest()).commands;
  } catch (cause) {
    const reason = reasonOf(cause);
    throw errors.E_COMMANDS_UNREADABLE({ plugin, reason }, { cause });
  }
};

/**
 * The manifests of all plugins in plugin order, then the commands of `@taproot/dev` and those of the application itself, by path.
 * Generators are in the list even if `@taproot/dev` is not installed.
 */
export const collectCommands = async (
  plugins: readonly AnyPlugin[],
  development: readonly CommandEntry[],
  own: CommandModule['commands'],
): Promise<ReadonlyMap<string, CommandEntry | GeneratorEntry>> => {
  const commands = new Map<string, CommandEntry | GeneratorEntry>();
  const owners = new Map<string, string>();
  const collect = (owner: string, entries: CommandModule['commands']): void => {
    for (const entry of entries) {
      const name = entry.path;
      const first = owners.get(name);
      if (!typeable.test(name)) throw errors.E_COMMAND_NAME({ name, owner });
      if (first !== undefined) throw errors.E_COMMAND_DUPLICATE({ name, first, second: owner });
      commands.set(name, entry);
      owners.set(name, owner);
    }
  };
  for (const { name, commands: manifest } of plugins) {
    if (manifest !== undefined) collect(name, await commandsOf(name, manifest));
  }
  collect('@taproot/dev', development);
  collect('withCommands()', own);
  return commands;
};
