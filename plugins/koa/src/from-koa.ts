import type { Context, Middleware, Next, Response } from '@taproot/core';
import { callPlace, describeValue } from '@taproot/core/plugin';
import { openFirst } from '@taproot/routing/internal';
import type Koa from 'koa';
import { errors } from './errors.ts';
import type * as Host from './host.ts';

let loaded: typeof Host | null = null;

/** Loads Koa and the code that runs its middleware. Only the listener loads them, so an application can boot without them. */
export const loadHost = async (): Promise<typeof Host> => (loaded ??= await import('./host.ts'));

/** A Koa middleware as its package types it. Its context may have more members than Koa's own, for example `params` of a router. */
export type KoaStep = { step(ctx: Koa.Context, next: Koa.Next): unknown }['step'];

/** A Koa middleware, or an object that creates one from the Koa application behind `fromKoa()`. */
export type KoaSource = KoaStep | { readonly create: (app: Koa) => KoaStep };

const has = (value: unknown, name: string): boolean => typeof Reflect.get(Object(value), name) === 'function';

/** Says what to write in place of a wrong argument. */
const adviceFor = (signature: string, source: unknown): string => {
  if (has(source, 'callback')) return "It is a whole application: route.mountNode('/', koa.callback())";
  if (has(source, 'routes')) return `Give the middleware of the router: fromKoa('${signature}', router.routes())`;
  if (has(source, 'then')) return `Await the promise first: fromKoa('${signature}', await middleware)`;
  return `Call the function of the package: fromKoa('${signature}', compress()), or give { create: (app) => session(options, app) }`;
};

const checkSource = (signature: string, source: unknown): void => {
  if (typeof source === 'function' ? !/^class\b/.test(String(source)) : has(source, 'create')) return;
  const place = callPlace().toString();
  const actual = describeValue(source);
  throw errors.E_KOA_MIDDLEWARE({ signature, place, actual, advice: adviceFor(signature, source) });
};

/**
 * Converts a Koa middleware into a Taproot middleware. It runs on Koa's own context, which all Koa middleware of a request share. Headers
 * of the handler replace headers that the middleware sets before `next()`. After `next()` it sees the response and may change it. Convert
 * it once and share the result: two different middleware with the same signature are an error.
 * @throws E_KOA_MIDDLEWARE for anything but a function or an object with `create()`.
 * @throws E_KOA_UNSUPPORTED (on a request) when the middleware uses a feature that cannot work here, such as a changed `ctx.url`.
 * @example fromKoa('compress', compress())
 * @example fromKoa('session', { create: (app) => session({ maxAge: 3_600_000 }, app) })
 */
export const fromKoa = (signature: string, source: KoaSource): Middleware => {
  checkSource(signature, source);
  const made = new WeakMap<Host.KoaHost, KoaStep>();
  const open = (host: Host.KoaHost): KoaStep => {
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
      const { hostOf } = await loadHost();
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
  // Before the server opens, so that an error of `create` stops it.
  openFirst(middleware, async (app) => void open((await loadHost()).hostFor(app)));
  return middleware;
};

/**
 * Koa's context of a request, the same one that the middleware of `fromKoa()` get: `koaContext(ctx).session`.
 * @throws E_KOA_CONTEXT when the application runs no middleware of Koa
 */
export const koaContext = (ctx: Context): Koa.Context => {
  if (loaded === null) throw errors.E_KOA_CONTEXT();
  return loaded.hostOf(ctx).exchange(ctx).koa;
};
