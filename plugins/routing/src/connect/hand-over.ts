import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@taproot/core';
import { errors } from '../errors.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import type { HttpResponseBuilder } from '../exchange/response-builder.ts';
import { isEvents } from '../server/shutdown-signals.ts';

/** A handler of node:http: an application of Express or Connect, `koa.callback()`, or a function of yours. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown;

/**
 * Whether the path would match another route if its encoded slashes were real ones. `old` may decode the slashes, as `express.static` does.
 * A client could so bypass the guards of the other route.
 */
const hidesAnotherRoute = (ctx: Context): boolean => {
  const { site, route } = ctx as Partial<Pick<HttpContext, 'site' | 'route'>>;
  const path = ctx.request().path();
  if (site === undefined || !path.includes('%2F')) return false;
  const segments = path.replaceAll('%2F', '/').split('/');
  const plain = `/${segments.filter((segment) => segment !== '').join('/')}`;
  return site.finder.find(plain, ctx.request().method()).route !== route;
};

/** Ends an event stream of `old` when the application closes, because it would never end by itself. */
const endEventsAtShutdown = (ctx: Context, res: ServerResponse): void => {
  // Only after a setHeader() does Node store the headers that `old` passes to writeHead().
  res.setHeader('Content-Type', 'text/plain');
  res.removeHeader('Content-Type');
  // Contexts for tests have no site.
  const { site } = ctx as Partial<Pick<HttpContext, 'site'>>;
  site?.signals.addWritten(res, () => isEvents(res.getHeader('content-type')));
};

/**
 * Makes a handler that lets `old` answer. Its response also gets the headers that were set on `ctx.response()` before, such as those of
 * CORS, rate limits and `X-Request-Id`; a header that `old` sets itself wins. Headers that middleware sets after `next()` come too late.
 * Register the route with `.rawBody()`, so that `old` can read the body. An error that `old` throws becomes a response.
 * @example route.any('/{path*}', handOver(express)).rawBody()
 */
export const handOver =
  (old: NodeHandler) =>
  (ctx: Context): Promise<void> =>
    new Promise((resolve, reject) => {
      if (hidesAnotherRoute(ctx)) throw errors.E_ROUTE_NOT_FOUND();
      const response = ctx.response();
      const res = response.writer();
      if (res.closed) return resolve();
      res.once('close', resolve);
      // Checks the member and not the class, because the class is loaded only when the application serves. Contexts for tests lack the
      // member.
      const staged = (response as Partial<Pick<HttpResponseBuilder, 'headers'>>).headers;
      for (const [name, value] of staged?.entries() ?? []) res.setHeader(name, value);
      endEventsAtShutdown(ctx, res);
      // Runs in a promise, so that a thrown error becomes a rejection, too.
      new Promise((settle) => settle(old(ctx.request().node(), res))).catch(reject);
    });
