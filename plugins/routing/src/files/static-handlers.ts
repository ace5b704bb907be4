import { realpathSync, statSync } from 'node:fs';
import { type Handler, hasCode } from '@taproot/core';
import { errors } from '../errors.ts';
import type { StaticFileSystem } from './memory-files.ts';
import type { StaticOptions } from './static-options.ts';

/** A handler whose code is loaded by its first request. Later requests call it directly. */
export const lazyHandler = (load: () => Promise<Handler>): Handler => {
  let handler: Handler | null = null;
  let loading: Promise<Handler> | null = null;
  const loaded = async (): Promise<Handler> => {
    try {
      return (handler = await load());
    } finally {
      // If loading failed, for example because too many files were open, the next request tries again.
      loading = null;
    }
  };
  return (ctx) => {
    if (handler !== null) return handler(ctx);
    loading ??= loaded();
    return loading.then((made) => made(ctx));
  };
};

/**
 * Serves the files below `root` for `{path*}`. A missing file is an unknown address. Directories are never listed. Throws `E_STATIC_ROOT`
 * if the root is missing or not a directory.
 */
export const staticDirectory = (root: string, options: StaticOptions = {}): Handler => {
  const realRoot = checkRoot(root);
  return lazyHandler(async () => (await import('./serve-directory.ts')).serveDirectory(realRoot, options));
};

const checkRoot = (root: string): string => {
  try {
    if (statSync(root).isDirectory()) return realpathSync(root);
  } catch (cause) {
    const reason = hasCode(cause, 'ENOENT') ? 'does not exist' : 'cannot be read';
    throw errors.E_STATIC_ROOT({ root, reason }, { cause });
  }
  throw errors.E_STATIC_ROOT({ root, reason: 'is not a directory' });
};

/** Serves one file and reads it from the disk for each request. While the file is missing, the address is unknown. */
export const staticFile = (path: string): Handler =>
  lazyHandler(async () => (await import('./serve-file.ts')).serveFile(path));

/** Serves a file system below `{path*}`. `index` answers only for the root, not for other directories. */
export const staticFileSystem = (fs: StaticFileSystem, options: Omit<StaticOptions, 'symlinks'> = {}): Handler =>
  lazyHandler(async () => (await import('./serve-file-system.ts')).serveFileSystem(fs, options));
