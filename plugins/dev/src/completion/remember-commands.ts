import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  type CommandEntry,
  commandOptions,
  createStyle,
  type Inputs,
  overview,
  overviewColumn,
  type RememberedCommands,
} from '@taproot/console/internal';
import { hasCode } from '@taproot/core';
import { listInputs } from '../sources/list-inputs.ts';

// The folder node_modules of the application or, in a workspace, of the folder above where npm put all packages.
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
    // If the folder is not writable, nothing is stored. Commands are then slower, but work.
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENAMETOOLONG')) throw error;
  }
};

/** Keeps the list of an application's commands below `node_modules/.cache`, until its inputs change. */
const keep = async (root: string, inputs: Inputs, commands: Iterable<CommandEntry>): Promise<void> => {
  const packages = packagesFolder(root);
  if (packages === null) return;
  const entries = [...commands];
  const help = (colors: boolean): string =>
    overview(entries, { style: createStyle(colors), columns: Number.POSITIVE_INFINITY });
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

// If the inputs cannot be listed, nothing is stored. Commands are then slower, but work.
const unlessUnlistable = (root: string): Inputs | null => {
  try {
    return listInputs(root);
  } catch {
    return null;
  }
};

/** Lists the inputs as they are now. Returns a function that stores the commands together with these inputs. */
export const remember = (root: string): ((commands: Iterable<CommandEntry>) => Promise<void>) => {
  const inputs = unlessUnlistable(root);
  return async (commands) => {
    if (inputs !== null) await keep(root, inputs, commands);
  };
};
