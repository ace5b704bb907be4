import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@taproot/core';
import type { HttpResponseBuilder } from '../response/http-response-builder.ts';

/** A handler of node:http: an application of Express or Connect, `koa.callback()`, or a function of yours. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown;

/**
 * Makes a handler that lets `old` answer. Headers that are staged on `ctx.response()` by then, such as those of CORS, rate limits
 * and `X-Request-Id`, are on its response; a header that `old` sets itself wins. Headers that middleware sets after `next()` come
 * too late. Register the route with `.rawBody()`, so that `old` can read the body. An error that `old` throws becomes a response.
 * @example route.any('/{path*}', handOver(express)).rawBody()
 */
export const handOver =
  (old: NodeHandler) =>
  (ctx: Context): Promise<void> =>
    new Promise((resolve, reject) => {
      const response = ctx.response();
      const res = response.writer();
      if (res.closed) return resolve();
      res.once('close', resolve);
      // By its member and not by its class, which is loaded only once the application serves. A context for tests has none.
      const staged = (response as Partial<Pick<HttpResponseBuilder, 'headers'>>).headers;
      for (const [name, value] of staged?.entries() ?? []) res.setHeader(name, value);
      // In a promise, so that a throw and a rejection are one.
      new Promise((settle) => settle(old(ctx.request().node(), res))).catch(reject);
    });
