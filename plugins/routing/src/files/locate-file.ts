import { lazy } from '@taproot/core/plugin';
import type Koa from 'koa';
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

/** As much of Koa's context as koa-static touches before it has found a file. */
const viewOf = (path: string): Koa.ParameterizedContext => {
  const view = {
    method: 'GET',
    // koa-static decodes once more.
    path: `/${path.split('/').map(encodeURIComponent).join('/')}`,
    res: null,
    acceptsEncodings: () => 'identity',
    throw: (status: number) => {
      throw Object.assign(new Error('refused'), { status });
    },
  };
  // The type asks for all of Koa; making that would cost each file more than finding it.
  return view as unknown as Koa.ParameterizedContext;
};

/** Finds the file of a decoded path below a root; null when there is none, or none that may be asked for. */
export type LocateFile = (path: string) => Promise<string | null>;

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
  return async (path) => {
    try {
      await serve()(viewOf(path), async () => undefined);
      return null;
    } catch (error) {
      if (error instanceof Located) return error.path;
      if (isRefusal(error)) return null;
      throw error;
    }
  };
};
