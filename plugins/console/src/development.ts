import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Application, hasCode } from '@taproot/core';
import type { CommandClass } from './command/command.ts';
import type { AnyGenerator, CommandEntry } from './command/manifest.ts';
import type { ApplicationFiles } from './find-application.ts';
import type { Terminal } from './output/terminal.ts';

/** The application of `serve --watch`, and where that writes. */
export interface WatchedApplication {
  readonly files: ApplicationFiles;
  /** Options of `serve`. */
  readonly options: readonly string[];
  /** Whether all connections go to the new application at a takeover; otherwise Node's cluster deals them out to both. */
  readonly handover: boolean;
  readonly terminal: Terminal;
}

/**
 * The work that `@taproot/dev` does for the console. An installation for production does not have it, so the console looks for it when
 * it is needed and imports nothing of it.
 */
export interface Development {
  /** Commands that are there in development only. */
  readonly commands: readonly CommandEntry[];
  /** The command that runs a generator. */
  command(path: string, generator: AnyGenerator): Promise<CommandClass>;
  /** `serve --watch`: serves the application, and again after each change. Resolves to the exit code. */
  watch(application: WatchedApplication): Promise<number>;
  /** Serves in a process that `watch` started. The core ends that process, so the promise never resolves. */
  serve(root: string, boot: () => Promise<Application>): Promise<never>;
  /**
   * Notes what the list of commands depends on. The function that it resolves to keeps the list for bin/remembered.js, for as
   * long as none of that changes. Call it before the boot, so that a file that changes during the boot counts as changed.
   */
  remember(root: string): Promise<(commands: Iterable<CommandEntry>) => Promise<void>>;
}

/** All that the list of an application's commands may depend on. */
export interface Inputs {
  /** Files and folders by path, each with its mark; 0 where there is none. */
  readonly marks: Readonly<Record<string, number>>;
  /** Variables of the environment that the application's files ask for; null those that are not set. */
  readonly variables: Readonly<Record<string, string | null>>;
  /** The ones that may contain a secret, with whether they are set. */
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

/** `@taproot/dev` as the application in `root` finds it, or as this package does; null where it is not installed. */
export const findDevelopment = async (root: string): Promise<Development | null> => {
  const file = resolveFrom(join(root, 'package.json')) ?? resolveFrom(import.meta.url);
  if (file === null) return null;
  return ((await import(pathToFileURL(file).href)) as { development: Development }).development;
};
