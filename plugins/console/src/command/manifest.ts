import type { CommandClass } from './command.ts';

/** One line in the list of commands. */
interface Entry {
  /** `group:name` or a single name, as typed behind `npx taproot`. */
  readonly path: string;
  /** One sentence for the list of commands. */
  readonly description: string;
}

/** One line of a command manifest: what `--help` shows, and where the command's code lies. */
export interface CommandEntry extends Entry {
  /** Imports the command; called only when it is asked for: `async () => (await import('./route-list.ts')).RouteList`. */
  readonly load: () => Promise<CommandClass>;
}

/** The part of a `Generator` of `@taproot/dev/generator` that the console knows. */
export interface AnyGenerator {
  /** The generated thing, as a noun in sentences: `rule`. */
  readonly kind: string;
  /** The files for a name. */
  readonly blueprint: (...args: never[]) => unknown;
}

/**
 * One line of a command manifest for a generator. `@taproot/dev` makes a command of it, and where that is not installed the
 * command is not listed. The plugin imports types of that package alone, so that production need not have it.
 */
export interface GeneratorEntry extends Entry {
  /** Imports the generator; called only when it is asked for: `async () => (await import('./make-rule.ts')).makeRule`. */
  readonly generator: () => Promise<AnyGenerator>;
}

/** The exports of the module behind a plugin's `commands` key. */
export interface CommandModule {
  /** The commands of the plugin. */
  readonly commands: readonly (CommandEntry | GeneratorEntry)[];
}
