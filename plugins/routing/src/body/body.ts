import type { Input, Provided, UploadedFile } from '@taproot/core';

/** A file of a body. Tests make files of their own, which know no disks. */
export interface ReadFile extends UploadedFile {
  useDisks?(disks: Provided['uploads'] | null): void;
}

/** The files of a body without files. */
export const noFiles: readonly ReadFile[] = Object.freeze([]);

/** A body that has been read. */
export interface ReadBody {
  /**
   * JSON value, form map with its files in their places, or text; undefined when there is no body. The map itself has no prototype; maps
   * inside of JSON have one.
   */
  readonly value: unknown;
  /** `value` when it is a map (JSON object or form), else null. */
  readonly fields: Input | null;
  readonly files: readonly ReadFile[];
  /** Removes the spooled files that were not moved away. You may call it several times; it never rejects. */
  dispose(): Promise<void>;
}
