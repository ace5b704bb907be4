import { Cli } from 'clipanion';
import type { CommandContext } from './command.ts';
import type { CommandEntry } from './manifest.ts';

/** An option of a command, for completion. */
export interface CommandOption {
  /** `--json`; the longest of its names. */
  readonly name: string;
  readonly description: string;
}

const longest = (names: readonly string[]): string => names.reduce((a, b) => (b.length > a.length ? b : a), '');

/** The options of a command. Loads the code of the command. Empty if that fails; the command itself will report the error. */
export const commandOptions = async ({ load }: CommandEntry): Promise<CommandOption[]> => {
  try {
    const [definition] = Cli.from<CommandContext>(await load()).definitions();
    return (definition?.options ?? []).map(({ definition: names, description = '' }) => ({
      name: longest(names.split(/[ ,]/).filter((name) => name.startsWith('-'))),
      description: description.trim(),
    }));
  } catch {
    return [];
  }
};
