import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { hasCode } from '@taproot/core';
import picocolors from 'picocolors';
import type { CommandEntry } from '../manifest.ts';
import { overview, overviewColumn } from '../overview.ts';
import { commandOptions } from './command-options.ts';
import type { Inputs } from './list-inputs.ts';

/** The data that bin/remembered.js reads. */
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

// Of the application itself or, in a workspace, of a folder above it, where npm put all packages.
const packagesFolder = (folder: string): string | null => {
  const packages = join(folder, 'node_modules');
  const parent = dirname(folder);
  if (existsSync(packages)) return packages;
  return parent === folder ? null : packagesFolder(parent);
};

const write = (file: string, text: string): void => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    // A place that cannot be written to remembers nothing; that is slower, and no fault.
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENAMETOOLONG')) throw error;
  }
};

/** Keeps the list of an application's commands below `node_modules/.cache`, for as long as its inputs do not change. */
export const rememberCommands = async (
  root: string,
  inputs: Inputs,
  commands: Iterable<CommandEntry>,
): Promise<void> => {
  const packages = packagesFolder(root);
  if (packages === null) return;
  const entries = [...commands];
  const help = (colors: boolean): string =>
    overview(entries, { style: picocolors.createColors(colors), columns: Number.POSITIVE_INFINITY });
  const remembered: RememberedCommands = {
    ...inputs,
    node: process.version,
    help: { plain: help(false), colored: help(true), column: overviewColumn(entries) },
    commands: await Promise.all(
      entries.map(async (entry) => ({
        path: entry.path,
        description: entry.description,
        options: await commandOptions(entry),
      })),
    ),
  };
  const name = encodeURIComponent(relative(dirname(packages), root));
  write(join(packages, '.cache', 'taproot', `commands${name && `-${name}`}.json`), JSON.stringify(remembered));
};
