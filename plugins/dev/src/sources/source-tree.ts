import { type FSWatcher, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { dependencyFolders, isLinked } from './dependency-folders.ts';
import { aside, source } from './list-inputs.ts';

const environment = /^\.env(?:\.|$)/;
/** The application serves files of this folder unchanged. */
const served = 'public';
/** Views, in any folder: an application reads them when it renders a response. */
const view = /\.(?:css|edge|ejs|eta|handlebars|hbs|html?|liquid|mjml|mustache|njk|pug|svg|twig|vto)$/;
/** Temporary files of editors. */
const draft = /^\.|~$|\.(?:draft|sw[a-z]|tmp)$/;
const skipped = /^\.|^node_modules$/;

// A file may be deleted or unreadable by the time it is read.
const orNull = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EBUSY')) return null;
    throw error;
  }
};

/** Whether a changed file of the application in `root` needs no restart, only a reload in the browser. */
export const isForPages = (file: string, root: string): boolean =>
  relative(root, file).startsWith(served + sep) || view.test(file);

/**
 * The sources of an application with its views and the files it serves, and the sources of packages linked into it. Events of the file
 * system only say that something happened in a folder; `changes()` then compares the whole tree. So it finds a change however the file was
 * saved: in place, by rename, or together with its folder.
 */
export class SourceTree {
  readonly #roots: readonly string[];
  readonly #without: Set<string>;
  readonly #served: string;
  readonly #hint: () => void;
  readonly #watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  #marks: ReadonlyMap<string, string> = new Map();
  #blind: string | null = null;

  /** `hint` is called after each event; `without` are folders in `root` without sources. */
  constructor(root: string, without: readonly string[], hint: () => void) {
    this.#roots = [realpathSync(root), ...dependencyFolders(root).filter(isLinked)];
    const names = [...aside, ...without];
    this.#without = new Set(this.#roots.flatMap((folder) => names.map((name) => join(folder, name))));
    this.#served = join(realpathSync(root), served);
    this.#without.delete(this.#served);
    this.#hint = hint;
    this.changes();
  }

  /** Why the system refused to watch a folder (its limit of watchers is reached); null while it watches all of them. */
  get blind(): string | null {
    return this.#blind;
  }

  /** Files that were added, changed or deleted since the last call. */
  changes(): string[] {
    const marks = new Map<string, string>();
    const folders = new Set<string>();
    for (const root of this.#roots) this.#read(root, marks, folders);
    for (const folder of this.#watchers.keys()) if (!folders.has(folder)) this.#forget(folder);
    const before = this.#marks;
    this.#marks = marks;
    return [...new Set([...before.keys(), ...marks.keys()])].filter((file) => before.get(file) !== marks.get(file));
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.#forget(folder);
  }

  #read(folder: string, marks: Map<string, string>, folders: Set<string>): void {
    const real = orNull(() => realpathSync(folder));
    // A link may lead to a folder that contains it.
    if (real === null || folders.has(real)) return;
    folders.add(real);
    // Watches before reading, so that a change during the reading raises an event.
    this.#watch(real);
    for (const entry of orNull(() => readdirSync(real, { withFileTypes: true })) ?? []) {
      const path = join(real, entry.name);
      const isServed = path === this.#served || path.startsWith(this.#served + sep);
      // A link may lead to files that the application writes itself.
      if (isServed && entry.isSymbolicLink()) continue;
      const isWatched = isServed
        ? !draft.test(entry.name)
        : source.test(entry.name) || view.test(entry.name) || (real === this.#roots[0] && environment.test(entry.name));
      if (!isWatched && (entry.isFile() || skipped.test(entry.name) || this.#without.has(path))) continue;
      const stats = orNull(() => statSync(path));
      if (stats?.isDirectory()) this.#read(path, marks, folders);
      else if (isWatched && stats !== null) marks.set(path, `${stats.ino} ${stats.ctimeMs} ${stats.size}`);
    }
  }

  #watch(folder: string): void {
    const inode = orNull(() => statSync(folder).ino);
    if (inode === null || this.#watchers.get(folder)?.inode === inode) return;
    this.#forget(folder);
    try {
      const watcher = orNull(() => watch(folder));
      if (watcher === null) return;
      watcher.on('change', (_event, name) => {
        // The folder itself was moved or removed. A new folder may have its path by now, with the same inode.
        if (name === basename(folder)) this.#forget(folder);
        this.#hint();
      });
      watcher.on('error', () => {
        this.#forget(folder);
        this.#hint();
      });
      this.#watchers.set(folder, { inode, watcher });
    } catch (error) {
      this.#blind ??= reasonOf(error);
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.watcher.close();
    this.#watchers.delete(folder);
  }
}
