import type { Application, Context, Middleware, Next, Response } from '@taproot/core';
import type Koa from 'koa';
import { errors } from '../errors.ts';
import type * as Host from './koa-host.ts';

let loaded: typeof Host | null = null;

/** Loads the code that runs Koa's middleware. It loads with the listener, so that the boot does not need it. */
const load = async (): Promise<typeof Host> => (loaded ??= await import('./koa-host.ts'));

/** A Koa middleware as its package types it. Its context may have more members than Koa's own, for example `params` of a router. */
export type KoaStep = { step(ctx: Koa.Context, next: Koa.Next): unknown }['step'];

/** A Koa middleware, or an object that creates one from the Koa application behind `fromKoa()`. */
export type KoaSource = KoaStep | { readonly create: (app: Koa) => KoaStep };

/** Creates the middleware for one application. It runs at boot, so that an error of `create` stops the boot. */
type Open = (host: Host.KoaHost) => KoaStep;

const opens = new WeakMap<Middleware, Open>();

/** Creates the Koa middleware that `fromKoa()` wraps. Loads Koa only if the list has such middleware. */
export const openKoa = async (middleware: readonly Middleware[], app: Application): Promise<void> => {
  const { hostFor } = await load();
  for (const step of middleware) opens.get(step)?.(hostFor(app));
};

/**
 * Converts a Koa middleware into a Taproot middleware. It runs on Koa's own context, which all Koa middleware of a request share. Headers
 * of the handler win over headers that it sets before `next()`. After `next()` it sees the response and may change it. Make it once and
 * share it: two different middleware with the same signature are an error.
 * @throws E_KOA_UNSUPPORTED (on a request) when it uses a feature that cannot work here, such as a changed `ctx.url`.
 * @example fromKoa('compress', compress())
 * @example fromKoa('session', { create: (app) => session({ maxAge: 3_600_000 }, app) })
 */
export const fromKoa = (signature: string, source: KoaSource): Middleware => {
  const made = new WeakMap<Host.KoaHost, KoaStep>();
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
      const { hostOf } = await load();
      const host = hostOf(ctx);
      const step = open(host);
      const run = host.run(ctx, signature);
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
export const koaContext = (ctx: Context): Koa.Context => {
  if (loaded === null) throw errors.E_HTTP_NOT_READY();
  return loaded.hostOf(ctx).exchange(ctx).koa;
};
