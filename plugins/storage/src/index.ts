export type {
  DiskConfig,
  LocalDiskConfig,
  MemoryDiskConfig,
  S3DiskConfig,
  StorageConfig,
} from './config.ts';
export type { Disk, FileContent, StoredFile } from './disk.ts';
export type { SignedUpload } from './drivers/driver.ts';
export { errors } from './errors.ts';
export { storage } from './plugin.ts';
// Applications extend `StorageDisks`, which declaration merging reaches only behind a star.
export type * from './storage.ts';
