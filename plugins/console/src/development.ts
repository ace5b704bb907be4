import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Application, hasCode } from '@taproot/core';
import type { CommandClass } from './command/command.ts';
import type { AnyGenerator, CommandEntry } from './command/manifest.ts';
import type { ApplicationFiles } from './find-application.ts';
import type { Terminal } from './output/terminal.ts';

/** The application of `serve --watch`, and the terminal for its output. */
export interface WatchedApplication {
  readonly files: ApplicationFiles;
  /** Options of `serve`. */
  readonly options: readonly string[];
  /** Whether all connections go to the new application at once when it takes over. Otherwise Node's cluster shares them among both. */
  readonly handover: boolean;
  readonly terminal: Terminal;
}

/**
 * The work that `@taproot/dev` does for the console. Production does not have that package, so the console looks for it only when it needs
 * it, and never imports it directly.
 */
export interface Development {
  /** Commands that exist only in development. */
  readonly commands: readonly CommandEntry[];
  /** The command that runs a generator. */
  command(path: string, generator: AnyGenerator): Promise<CommandClass>;
  /** `serve --watch`: serves the application, and restarts it after each change. Resolves to the exit code. */
  watch(application: WatchedApplication): Promise<number>;
  /** Serves in a process that `watch` started. The core ends that process, so the promise never resolves. */
  serve(root: string, boot: () => Promise<Application>): Promise<never>;
  /**
   * Notes the files and variables on which the list of commands depends. It resolves to a function that stores the list for
   * bin/remembered.js, which uses it until one of them changes. Call `remember()` before the boot, so that a file that changes during the
   * boot counts as changed.
   */
  remember(root: string): Promise<(commands: Iterable<CommandEntry>) => Promise<void>>;
}

/** Everything on which the list of an application's commands may depend. */
export interface Inputs {
  /** The mark of each file and folder, by path; 0 for a missing one. */
  readonly marks: Readonly<Record<string, number>>;
  /** Variables of the environment that the application's files ask for; null those that are not set. */
  readonly variables: Readonly<Record<string, string | null>>;
  /** For variables that may contain a secret: only whether they are set. */
  readonly secrets: Readonly<Record<string, boolean>>;
}

/** The data that `@taproot/dev` keeps and bin/remembered.js reads. */
export interface RememberedCommands extends Inputs {
  readonly node: string;
  /** `npx taproot --help`, without colours and with, not wrapped; descriptions begin at `column`. */
  readonly help: { readonly plain: string; readonly colored: string; readonly column: number };
  readonly commands: readonly {
    readonly path: string;
    readonly description: string;
    readonly options: readonly { readonly name: string; readonly description: string }[];
  }[];
}

const entry = '@taproot/dev/internal';

const resolveFrom = (place: string): string | null => {
  try {
    return createRequire(place).resolve(entry);
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return null;
    throw error;
  }
};

/** `@taproot/dev`, found from the application in `root` or from this package; null if it is not installed. */
export const findDevelopment = async (root: string): Promise<Development | null> => {
  const file = resolveFrom(join(root, 'package.json')) ?? resolveFrom(import.meta.url);
  if (file === null) return null;
  return ((await import(pathToFileURL(file).href)) as { development: Development }).development;
};
