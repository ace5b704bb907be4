import type { Context, Middleware, Next, Response } from '@taproot/core';
import type Koa from 'koa';
import type { KoaHost } from './koa-host.ts';
import { loadedKoa, loadKoa } from './late-koa.ts';

/** A Koa middleware as its package types it. Its context may have more members than Koa's, as that of a router has `params`. */
export type KoaStep = { step(ctx: Koa.Context, next: Koa.Next): unknown }['step'];

/** A Koa middleware, or what makes one out of the Koa application behind `fromKoa()`. */
export type KoaSource = KoaStep | { readonly create: (app: Koa) => KoaStep };

/** Makes the middleware of one application; at boot, so that what `create` throws stops it. */
type Open = (host: KoaHost) => KoaStep;

const opens = new WeakMap<Middleware, Open>();

/** Loads Koa and makes the middleware, if this is one of `fromKoa()`. */
export const openKoa = (middleware: Middleware, host: () => KoaHost): void => {
  opens.get(middleware)?.(host());
};

/**
 * Turns a Koa middleware into one of ours. It runs on Koa's own context, which all Koa middleware of a request share.
 * Headers that it sets before `next()` give way to those of the handler's response. After `next()` it sees that
 * response and may change it. Make it once and share it: two middleware with the same signature are refused.
 * @throws E_KOA_UNSUPPORTED (on a request) when it uses what cannot work here, such as a changed `ctx.url`.
 * @example fromKoa('compress', compress())
 * @example fromKoa('session', { create: (app) => session({ maxAge: 3_600_000 }, app) })
 */
export const fromKoa = (signature: string, source: KoaSource): Middleware => {
  const made = new WeakMap<KoaHost, KoaStep>();
  const open: Open = (host) => {
    if (typeof source === 'function') return source;
    const known = made.get(host);
    if (known !== undefined) return known;
    const middleware = source.create(host.app);
    made.set(host, middleware);
    return middleware;
  };
  const middleware: Middleware = {
    signature: () => signature,
    async handle(ctx: Context, next: Next): Promise<Response> {
      const { hostOf, KoaRun } = await loadKoa();
      const host = hostOf(ctx);
      const step = open(host);
      const run = new KoaRun(host.exchange(ctx), signature);
      try {
        await step(run.koa, () => run.inside(next));
        return await run.settle();
      } catch (error) {
        throw run.fail(error);
      }
    },
  };
  opens.set(middleware, open);
  return middleware;
};

/**
 * Koa's context of a request, as the middleware of `fromKoa()` see it: `koaContext(ctx).session`.
 * @throws E_HTTP_NOT_READY when no request was ever answered
 */
export const koaContext = (ctx: Context): Koa.Context => loadedKoa().hostOf(ctx).exchange(ctx).koa;
