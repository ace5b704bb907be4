import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Context } from '@taproot/core';
import type Koa from 'koa';
import { errors } from '../errors.ts';
import { koa } from '../late-packages.ts';
import { forwardedFrom } from '../server/client-address.ts';

/** The error for a member of Koa that cannot work here. */
export const unsupported = (member: string, reason: string): Error => errors.E_KOA_UNSUPPORTED({ member, reason });

/** Our context of a request that has one of Koa's. */
type Find = (req: IncomingMessage) => Context | undefined;

const refuse = (member: string, reason: string) => (): never => {
  throw unsupported(member, reason);
};

const routes = 'the routes of this application answer its requests';

/**
 * Address, host and protocol of the client come from `http.trusted_proxies`. Koa itself trusts either all such headers
 * or none.
 */
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
          throw unsupported('ctx.flushHeaders()', 'the response is written once all middleware have seen it');
        this.res.flushHeaders();
      },
    },
  });
};

/** A Koa application that makes contexts and serves nothing itself. */
export const createKoa = (find: Find): Koa => {
  const Application = koa();
  const app = new Application();
  overrideRequest(app, find);
  overrideResponse(app);
  app.use = refuse('app.use()', `${routes}: give the middleware to fromKoa()`);
  app.listen = refuse('app.listen()', routes);
  app.callback = refuse('app.callback()', routes);
  return app;
};
