import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Application, Context } from '@taproot/core';
import { lazy, perApp } from '@taproot/core/plugin';
import { forwardedFrom, HttpContext, requirePlainSpelling } from '@taproot/routing/bridge';
import { Note } from '@taproot/routing/internal';
import Koa from 'koa';
import { errors } from './errors.ts';
import { KoaExchange, takeParsed } from './exchange.ts';
import { KoaRun } from './run.ts';

/** Finds our context of a request. */
type Find = (req: IncomingMessage) => Context | undefined;

const refuse = (member: string, reason: string) => (): never => {
  throw errors.E_KOA_UNSUPPORTED({ member, reason });
};

const routes = 'the routes of this application answer its requests';

/** Address, host and protocol of the client come from `http.trusted_proxies`. Koa itself can only trust all such headers or none. */
const overrideRequest = (app: Koa, find: Find): void => {
  const getter = (read: (ctx: Context, req: IncomingMessage) => unknown, missing: unknown): PropertyDescriptor => ({
    get(this: Koa.Request): unknown {
      const ctx = find(this.req);
      return ctx === undefined ? missing : read(ctx, this.req);
    },
  });
  Object.defineProperties(app.request, {
    host: getter((ctx) => ctx.request().host(), ''),
    protocol: getter((ctx) => ctx.request().scheme(), 'http'),
    ips: getter((ctx, req) => (app.proxy ? forwardedFrom(req, ctx.request().ip()) : []), []),
  });
};

const overrideResponse = ({ response }: Koa): void => {
  Object.defineProperties(response, {
    message: {
      get(this: Koa.Response): string {
        return STATUS_CODES[this.status] ?? String(this.status);
      },
      set: refuse('ctx.message', 'a status is always sent with its standard text'),
    },
    flushHeaders: {
      value(this: Koa.Response): void {
        if (this.ctx.respond !== false)
          throw errors.E_KOA_UNSUPPORTED({
            member: 'ctx.flushHeaders()',
            reason: 'the response is written once all middleware have seen it',
          });
        this.res.flushHeaders();
      },
    },
  });
};

/** A Koa application that only makes contexts and does not serve. */
const createKoa = (find: Find): Koa => {
  const app = new Koa();
  overrideRequest(app, find);
  overrideResponse(app);
  app.use = refuse('app.use()', `${routes}: give the middleware to fromKoa()`);
  app.listen = refuse('app.listen()', routes);
  app.callback = refuse('app.callback()', routes);
  return app;
};

const exchanges = Symbol('koa');

/** The Koa application behind the `fromKoa()` middleware of one application, and the contexts it makes. */
export class KoaHost {
  readonly app: Koa;
  readonly #contexts = new Note<IncomingMessage, Context>('context');

  constructor(app: Application | null) {
    this.app = createKoa((req) => this.#contexts.get(req));
    if (app === null) return;
    const { key, env } = app.config.app;
    const { trusted_proxies } = app.config.http;
    this.app.env = env;
    this.app.proxy = typeof trusted_proxies === 'number' ? trusted_proxies > 0 : trusted_proxies.length > 0;
    if (key !== null) this.app.keys = app.keys('koa').map((one) => Buffer.from(one).toString('base64url'));
    this.app.on('error', (error: unknown) => app.report(error, { where: 'koa' }));
  }

  /** Prepares one Koa middleware for a request. */
  run(ctx: Context, signature: string): KoaRun {
    return new KoaRun(this.exchange(ctx), signature);
  }

  /** Koa's side of a request. All Koa middleware of the request share it. */
  exchange(ctx: Context): KoaExchange {
    const known = ctx.value(exchanges);
    if (known instanceof KoaExchange) return known;
    requirePlainSpelling(ctx);
    const req = ctx.request().node();
    const res = ctx.response().writer();
    this.#contexts.set(req, ctx);
    const koa = this.app.createContext(req, res);
    takeParsed(koa);
    koa.request.ip = ctx.request().ip();
    // Like Koa: until code answers, the status is 404.
    if (!res.headersSent) res.statusCode = 404;
    const exchange = new KoaExchange(koa, ctx);
    ctx.withValue(exchanges, exchange);
    return exchange;
  }
}

/** The host of each application. */
export const hostFor = perApp((app) => new KoaHost(app));

/** The host for contexts of tests without an application. */
const bare = lazy(() => new KoaHost(null));

export const hostOf = (ctx: Context): KoaHost => (ctx instanceof HttpContext ? hostFor(ctx.site.app) : bare());
