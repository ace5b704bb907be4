import type { FileBody, Handler } from '@taproot/core';
import { lateHandler } from './late-handler.ts';
import type { StaticOptions } from './static-options.ts';

/** Files from anywhere: memory, an archive, a bucket. */
export interface StaticFileSystem {
  /**
   * The file at a path such as `css/site.css`, or null. Errors with Node's codes are answered as those of a disk:
   * `ENOENT` 404, `EACCES` 403, `EMFILE` 503.
   */
  open(path: string): Promise<FileBody | null>;
}

/** Serves a file system below `{path*}`. Its own root, and no other directory, is answered by `index`. */
export const staticFileSystem = (fs: StaticFileSystem, options: Omit<StaticOptions, 'symlinks'> = {}): Handler =>
  lateHandler(async () => (await import('./serve-file-system.ts')).serveFileSystem(fs, options));
