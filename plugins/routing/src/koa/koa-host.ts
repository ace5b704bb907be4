import { hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Application, type Context } from '@taproot/core';
import { lazy, perApp } from '@taproot/core/plugin';
import type Koa from 'koa';
import { HttpContext } from '../request/http-context.ts';
import { requirePlainSpelling } from '../request/require-plain-spelling.ts';
import { Note } from '../shared/note.ts';
import { createKoa } from './create-koa.ts';
import { KoaExchange, takeParsed } from './koa-exchange.ts';

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
    if (key !== '') this.app.keys = [Buffer.from(hkdfSync('sha256', key, '', 'taproot:koa', 32)).toString('base64url')];
    this.app.on('error', (error: unknown) => app.report(error, { where: 'koa' }));
  }

  /** Koa's context of a request; the same for all its Koa middleware. */
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
    // As Koa does: until something answers, there is nothing at this address.
    if (!res.headersSent) res.statusCode = 404;
    const exchange = new KoaExchange(koa, ctx);
    ctx.withValue(exchanges, exchange);
    return exchange;
  }
}

/** The host of an application; loads Koa when it is asked for first. */
export const hostFor = perApp((app) => new KoaHost(app));

/** For contexts of tests, which belong to no application. */
const bare = lazy(() => new KoaHost(null));

export const hostOf = (ctx: Context): KoaHost => (ctx instanceof HttpContext ? hostFor(ctx.http.app) : bare());
