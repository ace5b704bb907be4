import type { Handler } from '@taproot/core';
import { lateHandler } from './late-handler.ts';
import type { StaticFileSystem, StaticOptions } from './static-options.ts';

/** Serves a file system below `{path*}`. Its own root, and no other directory, is answered by `index`. */
export const staticFileSystem = (fs: StaticFileSystem, options: Omit<StaticOptions, 'symlinks'> = {}): Handler =>
  lateHandler(async () => (await import('./serve-file-system.ts')).serveFileSystem(fs, options));
