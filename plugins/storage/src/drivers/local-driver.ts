import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, open, opendir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { partsFolder } from '../check-path.ts';
import { type ByteRange, DriverError, type Entry, type FileFacts, type StorageDriver } from './driver.ts';

/** How often a directory that another process removes in between is made again. */
const attempts = 10;

/** Milliseconds after which a part that is not written to belongs to a process that was killed: a day. */
const partAge = 86_400_000;

const isAbsent = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENXIO');

const factsOf = ({ size, mtime, mtimeMs, ino }: Stats): FileFacts => ({
  size,
  modified: mtime,
  // A file is always replaced by a new one, which has another number.
  etag: `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${ino.toString(36)}"`,
});

/** Keeps files in a folder. A file is written beside it and renamed, so that no half file is seen. Symbolic links are not followed out of it. */
export class LocalDriver implements StorageDriver {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async write(path: string, source: Readable): Promise<void> {
    await this.#place(path, async (part) => {
      // 'wx' opens no file of others.
      const handle = await open(part, 'wx', 0o600);
      try {
        for await (const chunk of marked(source)) await handle.writeFile(chunk);
        // Without it, a power cut may leave a name without its bytes.
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  }

  async stat(path: string): Promise<FileFacts | null> {
    try {
      const stats = await lstat(await this.#real(path));
      return stats.isFile() ? factsOf(stats) : null;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async read(path: string, range: ByteRange | null, etag: string | null): Promise<Readable> {
    // Without O_NONBLOCK, a named pipe would block one of the few file threads of Node.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await this.#found(async () => open(await this.#real(path), flags));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new DriverError('missing', 'not a file');
      if (etag !== null && factsOf(stats).etag !== etag) throw new DriverError('changed', 'another tag');
      return handle.createReadStream(range === null ? {} : { start: range.start, end: range.end });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const source = await this.#existing(from);
    await this.#place(to, (part) => this.#found(() => copyFile(source, part, constants.COPYFILE_EXCL)));
  }

  async move(from: string, to: string): Promise<void> {
    const source = await this.#existing(from);
    await this.#rename(source, to);
    await this.#prune(from);
  }

  async delete(path: string): Promise<void> {
    try {
      const real = await this.#real(path);
      if (!(await lstat(real)).isFile()) return;
      await rm(real);
    } catch (error) {
      if (isAbsent(error)) return;
      throw error;
    }
    await this.#prune(path);
  }

  async *list(directory: string, deep: boolean): AsyncGenerator<Entry> {
    let opened: Awaited<ReturnType<typeof opendir>>;
    try {
      opened = await opendir(await this.#within(join(this.#root, directory)));
    } catch (error) {
      if (isAbsent(error)) return;
      throw error;
    }
    for await (const found of opened) {
      if (directory === '' && found.name === partsFolder) continue;
      const path = directory === '' ? found.name : `${directory}/${found.name}`;
      if (found.isFile()) yield { path, isDirectory: false };
      else if (found.isDirectory() && !deep) yield { path, isDirectory: true };
      else if (found.isDirectory()) yield* this.list(path, true);
    }
  }

  async tidy(): Promise<void> {
    try {
      const folder = await this.#within(join(this.#root, partsFolder));
      for (const name of await readdir(folder)) await removeOld(join(folder, name));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }

  async check(): Promise<void> {
    const part = await this.#part();
    await (await open(part, 'wx')).close();
    await rm(part);
  }

  /** Makes a file by `fill` and gives it its name. Whatever fails, nothing of it stays. */
  async #place(path: string, fill: (part: string) => Promise<void>): Promise<void> {
    const part = await this.#part();
    try {
      await fill(part);
      await this.#rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  }

  async #rename(source: string, path: string): Promise<void> {
    const target = join(this.#root, path);
    for (let left = attempts; ; left--) {
      try {
        await this.#nearest(dirname(target));
        await mkdir(dirname(target), { recursive: true });
        return await rename(source, await this.#real(path));
      } catch (error) {
        if (hasCode(error, 'ENOENT') && left > 1) continue;
        if (hasCode(error, 'EISDIR', 'ENOTEMPTY'))
          throw new DriverError('conflict', 'there is a directory of this name', error);
        if (hasCode(error, 'ENOTDIR', 'EEXIST'))
          throw new DriverError('conflict', 'there is a file where a directory is needed', error);
        throw error;
      }
    }
  }

  async #part(): Promise<string> {
    const folder = join(this.#root, partsFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(await this.#within(folder), randomUUID());
  }

  /** The path of a file in the real folder that holds it. */
  async #real(path: string): Promise<string> {
    const target = join(this.#root, path);
    return join(await this.#within(dirname(target)), target.slice(dirname(target).length + 1));
  }

  /** The real path of a folder. Rejects if symbolic links lead out of the disk. */
  async #within(folder: string): Promise<string> {
    const [root, real] = await Promise.all([realpath(this.#root), realpath(folder)]);
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new DriverError('denied', 'a symbolic link leads out of the disk');
    return real;
  }

  /** Checks the nearest folder that exists, because `mkdir()` follows symbolic links. */
  async #nearest(folder: string): Promise<void> {
    if (folder === this.#root) return;
    try {
      await this.#within(folder);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      await this.#nearest(dirname(folder));
    }
  }

  async #existing(path: string): Promise<string> {
    const real = await this.#found(() => this.#real(path));
    if ((await this.stat(path)) === null) throw new DriverError('missing', 'no such file');
    return real;
  }

  async #found<Found>(work: () => Promise<Found>): Promise<Found> {
    try {
      return await work();
    } catch (error) {
      if (isAbsent(error)) throw new DriverError('missing', 'no such file', error);
      throw error;
    }
  }

  /** Removes directories that have become empty: a directory is there as long as it has files, as on other disks. */
  async #prune(path: string): Promise<void> {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        await rmdir(join(this.#root, folder));
      } catch (error) {
        // Not empty, removed by others, or mounted: it stays, and so do those above.
        if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY', 'EPERM', 'EACCES', 'ENOTDIR')) return;
        throw error;
      }
    }
  }
}

/** The pieces of a source. Its errors get their own kind, because errors of the disk have other causes. */
const marked = async function* (source: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    throw new DriverError('source', reasonOf(cause), cause);
  }
};

/** Removes a part whose last bytes were written more than a day ago. Another process may remove it first. */
const removeOld = async (part: string): Promise<void> => {
  try {
    const { mtimeMs } = await lstat(part);
    if (Date.now() - mtimeMs > partAge) await rm(part, { force: true });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
};
