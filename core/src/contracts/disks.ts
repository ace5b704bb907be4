import type { UploadedFile } from '../http/uploaded-file.ts';

/** The names of the disks of the application: `interface StorageDisks { avatars: true }`. While it is empty, every string is a name. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface StorageDisks {}

/** The name of a disk. */
export type DiskName = [keyof StorageDisks] extends [never] ? string : Extract<keyof StorageDisks, string>;

/** Where an upload is stored. */
export interface UploadTarget {
  /** The name of the disk. */
  readonly disk: DiskName;
  /** The directory on the disk; the empty string is its root. */
  readonly directory: string;
  /** The name of the file. */
  readonly name: string;
}

/**
 * Copies an uploaded file to a disk, and resolves to its path there. A plugin for files provides it under the name `uploads`; uploads call it
 * for `file.store(directory, { disk })`.
 */
export type StoreUpload = (file: UploadedFile, target: UploadTarget) => Promise<string>;
