import type { Input, UploadedFile } from '@taproot/core';

/** The files of a body that has none. */
export const noFiles: readonly UploadedFile[] = Object.freeze([]);

/** A body once it is read. */
export interface ReadBody {
  /**
   * JSON value, form map with its files in their places, or text; undefined when there is no body. A map has no prototype,
   * those within JSON have.
   */
  readonly value: unknown;
  /** `value` when it is a map (JSON object or form), else null. */
  readonly fields: Input | null;
  readonly files: readonly UploadedFile[];
  /** Removes what was spooled and not moved away; safe to call more than once, never rejects. */
  dispose(): Promise<void>;
}
