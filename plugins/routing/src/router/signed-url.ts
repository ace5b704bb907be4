import type { Application, Context, Duration, Middleware, Next, Response } from '@taproot/core';
import { describeError, type MiddlewareDescription, sealsOf, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { mountPrefix } from '../server/mount-prefix.ts';
import type { UrlQuery } from './build-url.ts';

/** Options of a signed address. */
export interface SignedUrlOptions {
  /** How long the address works, such as `'1h'`. Default: for ever, or until `APP_KEY` is replaced. */
  readonly expires?: Duration;
  /** Further parameters of the query; the signature covers them, too. */
  readonly query?: UrlQuery;
}

const purpose = 'url';

/** The parameters that a signed address adds to its query. They are the last two, in this order. */
const parameters = /^(?:(.*)[?&])?expires=(\d{1,12})&signature=([\w-]{43})$|^(?:(.*)[?&])?signature=([\w-]{43})$/;

/** `url` is a path with a query. The signature covers all of it, so nothing can be added, left out or put in another order. */
export const signUrl = (app: Application, url: string, expires: Duration | undefined): string => {
  const until = expires === undefined ? null : Math.floor(Date.now() / 1000 + seconds(expires, 'expires'));
  const timed = until === null ? url : `${url}${url.includes('?') ? '&' : '?'}expires=${until}`;
  const signature = sealsOf(app, 'A signed URL').sign(purpose, timed);
  return `${timed}${timed.includes('?') ? '&' : '?'}signature=${signature}`;
};

/** Lets in requests whose address was made by `signedUrl()`. */
export class Signed implements Middleware {
  readonly #app: Application;

  constructor(app: Application) {
    this.#app = app;
    // A missing plugin must stop the boot, not the first request.
    sealsOf(app, 'A signed URL');
  }

  signature(): string {
    return 'signed';
  }

  describe(): MiddlewareDescription {
    return { responses: [describeError(errors.E_URL_SIGNATURE), describeError(errors.E_URL_EXPIRED)] };
  }

  handle(ctx: Context, next: Next): Response | Promise<Response> {
    const request = ctx.request();
    const target = request.url().slice(mountPrefix(request.node()).length);
    const found = parameters.exec(target);
    const signature = found?.[3] ?? found?.[5];
    if (signature === undefined) throw errors.E_URL_SIGNATURE();
    const signed = target.slice(0, -(signature.length + '?signature='.length));
    if (!sealsOf(this.#app, 'A signed URL').verify(purpose, signed, signature)) throw errors.E_URL_SIGNATURE();
    const expires = found?.[2];
    if (expires !== undefined && Date.now() >= Number(expires) * 1000) throw errors.E_URL_EXPIRED();
    return next();
  }
}
