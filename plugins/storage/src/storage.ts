import { Disk } from './disk.ts';
import type { StorageRuntime } from './storage-runtime.ts';

/** The names of the disks of the application: `interface StorageDisks { avatars: true }`. While it is empty, every string is a name. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface StorageDisks {}

/** The name of a disk. */
export type DiskName = [keyof StorageDisks] extends [never] ? string : Extract<keyof StorageDisks, string>;

declare module '@taproot/core' {
  interface UploadedFile {
    /**
     * Copies the file to a disk under `hashName()`, and resolves to its path there. Throws as `putFile()` of a disk does.
     * @throws E_UPLOAD_DISK when the application has no `storage()`
     * @example const path = await file.store('avatars', { disk: 's3' });
     */
    store(directory: string, options: { readonly disk: DiskName }): Promise<string>;
    /** Copies the file to a disk as `name`, a plain file name (`E_UPLOAD_NAME`), and replaces a file that is there. */
    storeAs(
      directory: string,
      name: string,
      options: { readonly disk: DiskName; readonly overwrite?: never },
    ): Promise<string>;
  }
}

/** The facade `Storage`: the default disk, and the others by `disk(name)`. */
export class Storage extends Disk {
  readonly #runtime: StorageRuntime;

  /** Made by `facades.Storage()`. */
  constructor(runtime: StorageRuntime) {
    const name = runtime.app.config.storage.default;
    super({ app: runtime.app, name, driver: () => runtime.driver(name), addresses: runtime.addresses(name) });
    this.#runtime = runtime;
  }

  /** The disk of this name in `storage.disks`. @throws E_STORAGE_DISK_UNKNOWN */
  disk(name: DiskName): Disk {
    return this.#runtime.disk(name);
  }
}
