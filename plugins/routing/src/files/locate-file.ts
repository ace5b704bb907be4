import { type Context, lazy } from '@taproot/core';
import { KoaView } from '../koa/koa-view.ts';
import { koaStatic } from '../late-packages.ts';
import type { StaticOptions } from './static-options.ts';

/** The file koa-static came to, thrown where it would set headers: the step before it opens the file by itself. */
class Located {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && (error.status === 400 || error.status === 403);

/** Finds the file of a decoded path below a root; null when there is none, or none that may be asked for. */
export type LocateFile = (ctx: Context, path: string) => Promise<string | null>;

/**
 * The way of koa-static to a file: resolution below the root, refusal of dotfiles, index of a directory. It is stopped
 * there, because it has no ranges and no conditions, and opens what it found before anybody may look at it.
 */
export const locateWithKoaStatic = (root: string, { index, dotfiles = [] }: StaticOptions): LocateFile => {
  const setHeaders = (_res: unknown, path: string): never => {
    // oxlint-disable-next-line typescript/only-throw-error -- no error, and no stack to collect for each request
    throw new Located(path);
  };
  const serve = lazy(() =>
    koaStatic()(root, {
      ...(index === undefined ? {} : { index }),
      hidden: dotfiles.length > 0,
      brotli: false,
      gzip: false,
      setHeaders,
    }),
  );
  return async (ctx, path) => {
    const view = new KoaView(ctx);
    // koa-static decodes once more.
    view.request.path = `/${path.split('/').map(encodeURIComponent).join('/')}`;
    try {
      await serve()(view.asKoa(), async () => undefined);
      return null;
    } catch (error) {
      if (error instanceof Located) return error.path;
      if (isRefusal(error)) return null;
      throw error;
    }
  };
};
