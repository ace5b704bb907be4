import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@taproot/core';
import type { MarkStore } from '../marks.ts';

const day = 86_400_000;

/** Old files are looked for each time this many were made. */
const sweepEach = 500;

/**
 * Notes in a folder, for the processes of one machine. A file is written under another name and then linked, so a process
 * never reads half of one, and only one can make a name.
 */
export class FileMarks implements MarkStore {
  readonly #folder: string;
  #made = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(id: string, content: string, days: number): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    if (this.#made++ % sweepEach === 0) await this.#sweep();
    const written = this.#path(`.${randomUUID()}`);
    await writeFile(written, `${Date.now() + days * day}\n${content}`);
    try {
      await link(written, this.#path(id));
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(written, { force: true });
    }
  }

  async read(id: string): Promise<string | null> {
    const text = await textOf(this.#path(id));
    return text === null ? null : text.slice(text.indexOf('\n') + 1);
  }

  /** Takes the file away and looks at it: of several processes, one takes it. Another content is put back. */
  async swap(id: string, old: string, next: string | null): Promise<boolean> {
    if ((await this.read(id)) !== old) return false;
    const path = this.#path(id);
    const taken = this.#path(`.${randomUUID()}`);
    try {
      await rename(path, taken);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    }
    try {
      const text = (await textOf(taken)) ?? '';
      const [until = ''] = text.split('\n', 1);
      const isOld = text.slice(until.length + 1) === old;
      if (isOld && next !== null) await writeFile(taken, `${until}\n${next}`);
      if (!isOld || next !== null) await link(taken, path).catch(() => undefined);
      return isOld;
    } finally {
      await rm(taken, { force: true });
    }
  }

  async check(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
  }

  #path(id: string): string {
    return join(this.#folder, encodeURIComponent(id));
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const [until = ''] = ((await textOf(path)) ?? '').split('\n', 1);
      // What a killed process left has a point in front.
      const isLeft = name.startsWith('.') && ((await stat(path).catch(() => null))?.mtimeMs ?? now) < now - day;
      if (isLeft || (!name.startsWith('.') && Number(until) < now)) await rm(path, { force: true });
    }
  }
}

const textOf = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};
