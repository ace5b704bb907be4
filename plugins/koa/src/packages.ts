// Koa's own packages, in versions that we test together. This file is a separate entry, since it loads all of them.

import type { Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type Koa from 'koa';
import serve from 'koa-static';

/** How `koaStatic()` serves a folder: the options of koa-static 5, which has no types of its own. */
export interface KoaStaticOptions {
  /** `max-age` of `Cache-Control`, in milliseconds; 0 when left out. */
  maxage?: number;
  /** Another name for `maxage`. */
  maxAge?: number;
  /** Whether `Cache-Control` says that files never change; false by default. */
  immutable?: boolean;
  /** The file that answers for a directory; `index.html` when left out, false for none. */
  index?: string | false;
  /** Whether a directory is also served at its address without the final slash; true by default. */
  format?: boolean;
  /** Whether files with a leading dot are served; false when left out. */
  hidden?: boolean;
  /** Whether later middleware runs first; false by default. */
  defer?: boolean;
  /** Whether clients that accept gzip get the file with the additional extension `.gz`, if it exists; true when left out. */
  gzip?: boolean;
  /** Whether clients that accept brotli get the file with the additional extension `.br`, if it exists; true when left out. */
  brotli?: boolean;
  /** Extensions to try for a path without one, such as `['html']`; false when left out. */
  extensions?: string[] | false;
  /** Sets headers of a file before it is sent. */
  setHeaders?: (res: ServerResponse, path: string, stats: Stats) => void;
}

/** koa-static: a middleware of Koa that answers with the files of a folder. Routes of Taproot use `route.static()`. */
export const koaStatic: (root: string, options?: KoaStaticOptions) => Koa.Middleware = serve;

export { default as Router } from '@koa/router';
export { default as Koa } from 'koa';
export { koaBody } from 'koa-body';
