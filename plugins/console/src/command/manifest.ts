import type { CommandClass } from './command.ts';

/** One line of a command manifest: what `--help` shows, and where the command's code lies. */
export interface CommandEntry {
  /** `group:name` or a single name, as typed behind `npx taproot`. */
  readonly path: string;
  /** One sentence for the list of commands. */
  readonly description: string;
  /**
   * True for a command that imports `@taproot/dev`, as generators do. It is listed and run only where that is installed.
   * Default: false.
   */
  readonly development?: boolean;
  /** Imports the command; called only when it is asked for: `async () => (await import('./route-list.ts')).RouteList`. */
  readonly load: () => Promise<CommandClass>;
}

/** The exports of the module behind a plugin's `commands` key. */
export interface CommandModule {
  /** The commands of the plugin. */
  readonly commands: readonly CommandEntry[];
}
