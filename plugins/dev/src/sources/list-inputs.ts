import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Inputs } from '@taproot/console/internal';
import { dependencyFolders, isLinked } from './dependency-folders.ts';

/** Names of files with code or data that an application may load. */
export const source = /(?<!\.d)\.[cm]?[jt]s$|\.json$/;
/** Top folders from which an application loads no code: files that it writes or serves, and tests. */
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
// Names of variables that may contain a secret. Only whether they are set is stored, because a set secret may add a command.
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

/** A mark that changes when a file changes: from its time and its size. The mark of a folder changes with its entries. */
const markOf = (path: string): number => {
  const stats = statsOf(path);
  return stats === undefined ? 0 : stats.mtimeMs + stats.size;
};

class InputList {
  readonly marks: Record<string, number> = {};
  readonly variables = new Set(['APP_ENV', 'NODE_ENV']);
  /** Real paths without links, because a link to a folder above would otherwise never end. */
  readonly #folders = new Set<string>();

  add(path: string): void {
    this.marks[path] = markOf(path);
  }

  /** Adds a folder and the sources below it, except for the entries `without`. */
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
   * Adds the dependencies of the application in `root`. For packages of the workspace it adds every file, because they change one by one.
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

/** `folder` and every folder above it. */
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
