import type { Input, UploadedFile } from '@taproot/core';

/** The files of a body without files. */
export const noFiles: readonly UploadedFile[] = Object.freeze([]);

/** A body that has been read. */
export interface ReadBody {
  /**
   * JSON value, form map with its files in their places, or text; undefined when there is no body. The map itself has no prototype; maps
   * inside of JSON have one.
   */
  readonly value: unknown;
  /** `value` when it is a map (JSON object or form), else null. */
  readonly fields: Input | null;
  readonly files: readonly UploadedFile[];
  /** Removes the spooled files that were not moved away. You may call it several times; it never rejects. */
  dispose(): Promise<void>;
}
