import { Readable } from 'node:stream';
import type { Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import { fileFault, whenReadable } from '../response/disk-file.ts';
import type { StaticFileSystem } from './memory-files.ts';
import { redirectToSlash } from './redirect-to-slash.ts';
import { answerFile } from './serve-file.ts';
import { cacheControl, type StaticOptions } from './static-options.ts';
import { isStaticPath } from './static-path.ts';

/** Answers `{path*}` from a file system. */
export const serveFileSystem = (fs: StaticFileSystem, options: Omit<StaticOptions, 'symlinks'>): Handler => {
  const { index = 'index.html', dotfiles = [], redirect = true } = options;
  const presentation = { cacheControl: cacheControl(options) };
  return async (ctx) => {
    const asked = ctx.request().route('path', '');
    const path = asked || (index === false ? '' : index);
    if (path === '' || !isStaticPath(path, dotfiles)) throw errors.E_ROUTE_NOT_FOUND();
    try {
      const file = await fs.open(path);
      if (file === null) throw errors.E_ROUTE_NOT_FOUND();
      const slash = redirect && asked === '' ? redirectToSlash(ctx) : null;
      if (slash !== null) return slash;
      const response = answerFile(ctx, file, { ...presentation, name: path });
      // A file may vanish after it was found. Waiting for its first bytes turns that into a proper error response.
      if (response.body instanceof Readable) await whenReadable(response.body);
      return response;
    } catch (error) {
      throw fileFault(error);
    }
  };
};
