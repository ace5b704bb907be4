import { resolve } from 'node:path';
import { type Application, type Context, hasCode, type Response } from '@taproot/core';
import { didYouMean, isError, perApp } from '@taproot/core/plugin';
import { checkConfig, type DiskConfig } from './config.ts';
import { Disk, type StoredFile } from './disk.ts';
import type { StorageDriver } from './drivers/driver.ts';
import { LocalDriver } from './drivers/local-driver.ts';
import { MemoryDriver } from './drivers/memory-driver.ts';
import { S3Driver } from './drivers/s3-driver.ts';
import { errors } from './errors.ts';
import { FileAddresses } from './file-addresses.ts';

/** Types that a browser shows without running scripts of it. All others are saved: HTML and SVG of a user could act as the user who opens them. */
const shown = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)$/;

/** The disks of one application. */
export class StorageRuntime {
  readonly app: Application;
  readonly #open = new Map<string, StorageDriver>();
  #fake: Map<string, StorageDriver> | null = null;

  constructor(app: Application) {
    checkConfig(app.config.storage);
    this.app = app;
  }

  /** The disk of this name. Throws `E_STORAGE_DISK_UNKNOWN`. */
  disk(name: string): Disk {
    const config = this.#config(name);
    return new Disk({ app: this.app, name, driver: () => this.driver(name), addresses: this.addresses(name, config) });
  }

  /** The driver of a disk. */
  driver(name: string): StorageDriver {
    const config = this.#config(name);
    const drivers = this.#fake ?? this.#open;
    const known = drivers.get(name);
    if (known !== undefined) return known;
    const made = this.#fake === null ? this.#make(config) : new MemoryDriver();
    drivers.set(name, made);
    return made;
  }

  addresses(name: string, config = this.#config(name)): FileAddresses {
    return new FileAddresses(this.app, name, config);
  }

  /** Keeps the files of all disks in memory, for a test. Returns a function that ends it. */
  fake(): () => void {
    this.#fake = new Map();
    return () => {
      this.#fake = null;
    };
  }

  /** Registers the routes of disks that the application serves. */
  serve(): void {
    for (const [name, config] of Object.entries(this.app.config.storage.disks)) {
      if (config.driver === 's3' || config.url === undefined || config.url === null) continue;
      this.app.facades.Route().get(`${config.url}/{path*}`, (ctx) => this.#answer(ctx, name));
    }
  }

  /** Removes what killed processes have left on the disks. A disk where that fails is reported, and the application serves. */
  async tidy(): Promise<void> {
    for (const name of Object.keys(this.app.config.storage.disks)) {
      try {
        await this.driver(name).tidy?.();
      } catch (cause) {
        const reason = isError(cause) ? cause.message : String(cause);
        const error = errors.E_STORAGE_TIDYING({ disk: name, reason }, { cause });
        this.app.report(error, { where: 'storage', warning: true });
      }
    }
  }

  async #answer(ctx: Context, name: string): Promise<Response> {
    const path = ctx.request().route('path', '');
    const { searchParams } = new URL(ctx.request().target(), 'http://localhost');
    if (!this.addresses(name).allows(path, searchParams)) throw errors.E_STORAGE_SIGNATURE();
    const file = await this.#served(name, path);
    const download = searchParams.get('download') ?? (shown.test(file.type) ? null : (path.split('/').at(-1) ?? ''));
    const response = await (download === null ? ctx.response().file(file) : ctx.response().download(file, download));
    return response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  }

  /** The file of a path that came from a client. For a wrong path there is no file: the application made no mistake. */
  async #served(name: string, path: string): Promise<StoredFile> {
    try {
      return await this.disk(name).open(path);
    } catch (error) {
      if (!hasCode(error, 'E_STORAGE_PATH')) throw error;
      throw errors.E_STORAGE_NOT_FOUND({ disk: name, path: JSON.stringify(path) }, { cause: error });
    }
  }

  close(): void {
    for (const driver of this.#open.values()) driver.close?.();
  }

  #config(name: string): DiskConfig {
    const { disks } = this.app.config.storage;
    const config = Object.hasOwn(disks, name) ? disks[name] : undefined;
    const names = Object.keys(disks);
    if (config === undefined)
      throw errors.E_STORAGE_DISK_UNKNOWN({ name, hint: didYouMean(name, names), names: names.join(', ') });
    return config;
  }

  #make(config: DiskConfig): StorageDriver {
    if (config.driver === 's3') return new S3Driver(config);
    if (config.driver === 'memory') return new MemoryDriver();
    return new LocalDriver(resolve(this.app.basePath, config.root));
  }
}

/** The disks of an application. */
export const storageOf = perApp((app) => new StorageRuntime(app));
