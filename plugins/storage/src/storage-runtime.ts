import { resolve } from 'node:path';
import { type Application, type Context, defineMiddleware, hasCode, type Response } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { didYouMean, perApp } from '@taproot/core/plugin';
import { checkConfig, type DiskConfig } from './config.ts';
import { Disk, formBytes, type StoredFile } from './disk.ts';
import type { StorageDriver, UploadLimits } from './drivers/driver.ts';
import { LocalDriver } from './drivers/local-driver.ts';
import { MemoryDriver } from './drivers/memory-driver.ts';
import { S3Driver } from './drivers/s3-driver.ts';
import { errors } from './errors.ts';
import { FileAddresses } from './file-addresses.ts';

/** Types that a browser shows without running scripts of it. All others are saved: HTML and SVG of a user could act as the user who opens them. */
const shown = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)$/;

/** Types that every file of theirs shows by its first bytes. */
const recognized = /^(?:image\/(?:png|jpeg|gif|webp|avif)|application\/pdf)$/;
/** Types of content whose first bytes show no type. */
const unrecognized: ReadonlySet<string> = new Set(['application/octet-stream', 'text/plain']);

const pathOf = (ctx: Context): string => ctx.request().route('path', '');
const queryOf = (ctx: Context): URLSearchParams => new URL(ctx.request().target(), 'http://localhost').searchParams;
const tooLarge = (most: number): Error => errors.E_STORAGE_UPLOAD_SIZE({ most });

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
      const route = this.app.facades.Route();
      const address = `${config.url}/{path*}`;
      route.get(address, (ctx) => this.#answer(ctx, name));
      const limited = defineMiddleware(`storage.upload:${name}`, (ctx, next) => {
        const { maxBytes } = this.#limits(ctx, name);
        if (Number(ctx.request().header('content-length')) > maxBytes + formBytes) throw tooLarge(maxBytes);
        return next();
      });
      route.middleware(limited).post(address, (ctx) => this.#take(ctx, name));
    }
  }

  /** Removes what killed processes have left on the disks. A disk where that fails is reported, and the application serves. */
  async tidy(): Promise<void> {
    for (const name of Object.keys(this.app.config.storage.disks)) {
      try {
        await this.driver(name).tidy?.();
      } catch (cause) {
        const reason = reasonOf(cause);
        const error = errors.E_STORAGE_TIDYING({ disk: name, reason }, { cause });
        this.app.report(error, { where: 'storage', warning: true });
      }
    }
  }

  async #answer(ctx: Context, name: string): Promise<Response> {
    const path = pathOf(ctx);
    const query = queryOf(ctx);
    if (!this.addresses(name).allows(path, query)) throw errors.E_STORAGE_SIGNATURE();
    const file = await this.#served(name, path);
    const download = query.get('download') ?? (shown.test(file.type) ? null : (path.split('/').at(-1) ?? ''));
    const response = await (download === null ? ctx.response().file(file) : ctx.response().download(file, download));
    return response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  }

  /** Stores the file of a signed upload. */
  async #take(ctx: Context, name: string): Promise<Response> {
    const { maxBytes, type } = this.#limits(ctx, name);
    const file = ctx.request().file('file');
    if (file === null) throw errors.E_STORAGE_UPLOAD_MISSING();
    if (file.size > maxBytes) throw tooLarge(maxBytes);
    const found = await file.mimeType();
    if (found !== type && (recognized.test(type) || !unrecognized.has(found)))
      throw errors.E_STORAGE_UPLOAD_TYPE({ type });
    await this.disk(name).put(pathOf(ctx), file.stream());
    return ctx.response().noContent();
  }

  /** The limits in the address of a signed upload. @throws E_STORAGE_SIGNATURE */
  #limits(ctx: Context, name: string): Pick<UploadLimits, 'maxBytes' | 'type'> {
    const limits = this.addresses(name).uploadLimits(pathOf(ctx), queryOf(ctx));
    if (limits === null) throw errors.E_STORAGE_SIGNATURE();
    return limits;
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
