import type { DiskName } from '@taproot/core';
import { Disk } from './disk.ts';
import type { StorageRuntime } from './storage-runtime.ts';

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
