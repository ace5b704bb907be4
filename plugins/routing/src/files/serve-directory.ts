import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import { type DiskFile, fileFault, openDiskFile } from '../response/disk-file.ts';
import { redirectToSlash } from './redirect-to-slash.ts';
import { answerFile } from './serve-file.ts';
import { cacheControl, type StaticOptions } from './static-options.ts';
import { isStaticPath } from './static-path.ts';

/** Answers `{path*}` with the files below a root, which is a real path. */
export const serveDirectory = (realRoot: string, options: StaticOptions): Handler => {
  const { index = 'index.html', dotfiles = [], symlinks = false, redirect = true } = options;
  const presentation = { cacheControl: cacheControl(options) };

  const open = async (path: string): Promise<DiskFile | null> => {
    const real = symlinks ? path : await within(realRoot, path);
    return real === null ? null : openDiskFile(real);
  };

  const openIndex = async (directory: string): Promise<DiskFile | null> =>
    index !== false && (await stat(directory)).isDirectory() ? open(join(directory, index)) : null;

  return async (ctx) => {
    const path = ctx.request().route('path', '');
    if (!isStaticPath(path, dotfiles)) throw errors.E_ROUTE_NOT_FOUND();
    const target = join(realRoot, path);
    try {
      const named = path === '' ? null : await open(target);
      if (named !== null) return answerFile(ctx, named, presentation);
      const file = await openIndex(target);
      if (file === null) throw errors.E_ROUTE_NOT_FOUND();
      const slash = redirect ? redirectToSlash(ctx) : null;
      if (slash === null) return answerFile(ctx, file, presentation);
      file.close();
      return slash;
    } catch (error) {
      throw fileFault(error);
    }
  };
};

/** The real path of a file; null when a symbolic link leads out of the root. */
const within = async (root: string, path: string): Promise<string | null> => {
  const real = await realpath(path);
  return real.startsWith(root.endsWith(sep) ? root : root + sep) ? real : null;
};
