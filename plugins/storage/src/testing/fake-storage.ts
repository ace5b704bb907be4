import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';
import { storageOf } from '../storage-runtime.ts';

/** Keeps the files of all disks of an application in memory, and asserts about them. */
export class FakeStorage {
  readonly #app: Application;
  readonly #restore: () => void;

  /** Made by `fakeStorage()`. */
  constructor(app: Application) {
    this.#app = app;
    this.#restore = storageOf(app).fake();
  }

  /** There is a file of this path; with this text, if it is given. The default disk unless `disk` is given. @throws E_STORAGE_ASSERTION */
  async assertExists(
    path: string,
    { text, disk }: { readonly text?: string; readonly disk?: string } = {},
  ): Promise<void> {
    const found = this.#disk(disk);
    if (await found.missing(path)) await this.#fail(`There is no file "${path}".`, disk);
    const is = text === undefined ? text : await found.get(path);
    if (is !== text) await this.#fail(`The file "${path}" has the text ${JSON.stringify(is)}.`, disk);
  }

  /** There is no file of this path. @throws E_STORAGE_ASSERTION */
  async assertMissing(path: string, { disk }: { readonly disk?: string } = {}): Promise<void> {
    if (await this.#disk(disk).exists(path)) await this.#fail(`There is a file "${path}".`, disk);
  }

  /** There are this many files in a directory and below it; by default on the whole disk. @throws E_STORAGE_ASSERTION */
  async assertCount(
    count: number,
    { directory = '', disk }: { readonly directory?: string; readonly disk?: string } = {},
  ): Promise<void> {
    const files = await this.#files(directory, disk);
    if (files.length !== count) await this.#fail(`There are ${files.length} files, not ${count}.`, disk);
  }

  /** The disks of the configuration are used again. */
  restore(): void {
    this.#restore();
  }

  #disk(name = this.#app.config.storage.default) {
    return storageOf(this.#app).disk(name);
  }

  async #files(directory: string, disk?: string): Promise<string[]> {
    const files: string[] = [];
    for await (const path of this.#disk(disk).allFiles(directory)) files.push(path);
    return files;
  }

  async #fail(message: string, disk?: string): Promise<never> {
    const files = await this.#files('', disk);
    throw errors.E_STORAGE_ASSERTION({ message, files: files.slice(0, 20).join(', ') || 'no files' });
  }
}

/**
 * Keeps the files of all disks of an application in the memory of a test. All disks begin empty.
 * @example const files = fakeStorage(app); await http(app).post('/avatars'); await files.assertCount(1, { directory: 'avatars' });
 */
export const fakeStorage = (app: Application): FakeStorage => new FakeStorage(app);
