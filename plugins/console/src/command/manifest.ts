import type { Application } from '@taproot/core';
import type { CommandClass } from './command.ts';

/** One line in the list of commands. */
interface Entry {
  /** `group:name` or a single name, as users type it after `npx taproot`. */
  readonly path: string;
  /** One sentence for the list of commands. */
  readonly description: string;
}

/** How `serve --watch` keeps the files of a command up to date, in a process of its own. */
export interface KeepFiles {
  /** Arguments of the command. With them it prints what it has changed, and nothing when all files were up to date. */
  readonly args: readonly string[];
  /** The files that it writes, relative to the application's folder. They start the application again only together with others. */
  readonly files: (app: Application) => readonly string[];
}

/** One line of a command manifest: the lines of `--help`, and the import of the command's code. */
export interface CommandEntry extends Entry {
  /** Imports the command. Called only when the command is needed: `async () => (await import('./route-list.ts')).RouteList`. */
  readonly load: () => Promise<CommandClass>;
  /** For a command that writes files from the code: `serve --watch` runs it after each change. */
  readonly keep?: KeepFiles;
}

/** The part of a `Generator` of `@taproot/dev/generator` that the console uses. */
export interface AnyGenerator {
  /** The generated thing, as a noun in sentences: `rule`. */
  readonly kind: string;
  /** The files for a name. */
  readonly blueprint: (...args: never[]) => unknown;
}

/**
 * One line of a command manifest for a generator. `@taproot/dev` makes a command of it; if that package is not installed, the command is
 * not listed. The plugin imports only types of `@taproot/dev`, so production does not need it.
 */
export interface GeneratorEntry extends Entry {
  /** Imports the generator. Called only when the generator is needed: `async () => (await import('./make-rule.ts')).makeRule`. */
  readonly generator: () => Promise<AnyGenerator>;
}

/** The exports of the module behind a plugin's `commands` key. */
export interface CommandModule {
  /** The commands of the plugin. */
  readonly commands: readonly (CommandEntry | GeneratorEntry)[];
}
