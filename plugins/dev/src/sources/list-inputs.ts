import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Inputs } from '@taproot/console/internal';
import { dependencyFolders, isLinked } from './dependency-folders.ts';

/** Names of files with code or data that an application may load. */
export const source = /(?<!\.d)\.[cm]?[jt]s$|\.json$/;
/** Top folders with files that an application writes, serves or tests. It loads no code from them. */
export const aside = ['public', 'storage', 'tests', 'coverage'];
const fixed = ['.env', 'bootstrap/app.ts', 'bootstrap/app.js', 'dist/bootstrap/app.js'];
// Each package manager changes one of these when it changes what is installed: npm, pnpm, yarn, bun.
const installs = [
  'node_modules/.package-lock.json',
  'node_modules/.modules.yaml',
  'node_modules/.yarn-integrity',
  'node_modules/.yarn-state.yml',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
];
const variable = /\bprocess\.env(?:\.|\[['"])(\w+)|\benv\(\s*['"](\w+)['"]/g;
// Variables in which a terminal describes itself.
const irrelevant = /^(?:TERM|COLUMNS|NO_COLOR|FORCE_COLOR|CI)$/;
// A secret may add a command when it is set; its value must stay secret.
const secret = /KEY|SECRET|PASS|TOKEN|CREDENTIAL|URL|DSN/;

// Skips unreadable paths, such as a folder of another user or a link to itself: they contain no commands.
const readable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const statsOf = (path: string) => readable(() => statSync(path, { throwIfNoEntry: false }));

/** Changes with the file: when it was written, and how long it is. A folder's changes with its entries. */
const markOf = (path: string): number => {
  const stats = statsOf(path);
  return stats === undefined ? 0 : stats.mtimeMs + stats.size;
};

class InputList {
  readonly marks: Record<string, number> = {};
  readonly variables = new Set(['APP_ENV', 'NODE_ENV']);
  /** As they are called without links: one that leads upwards would be walked through for ever. */
  readonly #folders = new Set<string>();

  add(path: string): void {
    this.marks[path] = markOf(path);
  }

  /** A folder with the sources below it, but for the entries `without`. */
  addFolder(folder: string, without: readonly string[] = []): void {
    this.add(folder);
    const real = readable(() => realpathSync(folder)) ?? folder;
    if (this.#folders.has(real)) return;
    this.#folders.add(real);
    for (const entry of readable(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || without.includes(entry.name)) continue;
      const path = join(folder, entry.name);
      const stats = entry.isSymbolicLink() ? statsOf(path) : entry;
      if (stats === undefined) this.add(path);
      else if (stats.isDirectory()) this.addFolder(path);
      else if (source.test(entry.name)) this.#addFile(path);
    }
  }

  /**
   * The dependencies of the application in `root`: packages linked into a workspace change by their files, others as a whole.
   */
  addDependencies(root: string): void {
    for (const folder of dependencyFolders(root)) {
      if (isLinked(folder)) this.addFolder(folder);
      else this.add(join(folder, 'package.json'));
    }
  }

  #addFile(path: string): void {
    this.add(path);
    for (const [, named, asked] of (readable(() => readFileSync(path, 'utf8')) ?? '').matchAll(variable))
      this.variables.add(named ?? asked ?? '');
  }
}

/** Every folder from `folder` upwards. */
const upwards = (folder: string): string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
};

/** Reads the inputs of the application in `root`. */
export const listInputs = (root: string): Inputs => {
  const list = new InputList();
  for (const file of fixed) list.add(join(root, file));
  for (const folder of upwards(root)) for (const file of installs) list.add(join(folder, file));
  list.addFolder(root, aside);
  list.addDependencies(root);
  const names = [...list.variables].filter((name) => !irrelevant.test(name)).sort();
  const [secrets, open] = [names.filter((name) => secret.test(name)), names.filter((name) => !secret.test(name))];
  return {
    marks: list.marks,
    variables: Object.fromEntries(open.map((name) => [name, process.env[name] ?? null])),
    secrets: Object.fromEntries(secrets.map((name) => [name, (process.env[name] ?? '') !== ''])),
  };
};
