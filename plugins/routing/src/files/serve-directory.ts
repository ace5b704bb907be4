import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import { fileFault, openDiskFile } from '../response/disk-file.ts';
import { locateWithKoaStatic } from './locate-file.ts';
import { redirectToSlash } from './redirect-to-slash.ts';
import { answerFile } from './serve-file.ts';
import { cacheControl, type StaticOptions } from './static-options.ts';
import { isStaticPath } from './static-path.ts';

/** Answers `{path*}` with the files below a root, which is a real path. */
export const serveDirectory = (realRoot: string, options: StaticOptions): Handler => {
  const { dotfiles = [], symlinks = false, redirect = true } = options;
  const locate = locateWithKoaStatic(realRoot, options);
  const presentation = { cacheControl: cacheControl(options) };
  return async (ctx) => {
    const path = ctx.request().route('path', '');
    if (!isStaticPath(path, dotfiles)) throw errors.E_ROUTE_NOT_FOUND();
    try {
      const located = await locate(path);
      const real = located === null || symlinks ? located : await within(realRoot, located);
      const file = real === null ? null : await openDiskFile(real);
      if (file === null) throw errors.E_ROUTE_NOT_FOUND();
      // For a directory, its index was found.
      const slash = redirect && located !== join(realRoot, path) ? redirectToSlash(ctx) : null;
      if (slash === null) return answerFile(ctx, file, presentation);
      file.close();
      return slash;
    } catch (error) {
      throw fileFault(error);
    }
  };
};

/** Where a file really lies, or null when a symbolic link on the way to it leads out of the root. */
const within = async (root: string, path: string): Promise<string | null> => {
  const real = await realpath(path);
  return real.startsWith(root.endsWith(sep) ? root : root + sep) ? real : null;
};
