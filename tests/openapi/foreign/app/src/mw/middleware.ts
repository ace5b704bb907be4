import {
  BadRequestError,
  type Context,
  defineMiddleware,
  ForbiddenError,
  type Middleware,
  type Next,
  TooManyRequestsError,
  UnauthorizedError,
} from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';

declare module '@taproot/core' {
  interface ContextValues {
    tenant: string;
  }
}

/** Wants a tenant, and keeps it in the context. */
export const tenant = defineMiddleware('tenant', (ctx, next) => {
  const name = ctx.request().header('X-Tenant');
  if (name === '') throw new BadRequestError('Send X-Tenant.');
  ctx.withValue('tenant', name);
  return next();
});

export class ApiKey implements Middleware {
  signature(): string {
    return 'api-key';
  }

  describe(): MiddlewareDescription {
    return {
      security: { name: 'partner', scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      responses: [{ status: 401, code: 'E_HTTP_401', description: 'The key is missing or wrong.' }],
    };
  }

  handle(ctx: Context, next: Next) {
    if (ctx.request().header('X-Api-Key') !== 'letmein') throw new UnauthorizedError('Send a key.');
    return next();
  }
}

export const tagged = defineMiddleware('tagged', async (_ctx, next) => {
  const response = await next();
  return response.status === 200 ? response.setHeader('ETag', '"fixed"') : response;
});

export const lock = defineMiddleware('lock', (ctx, next) =>
  ctx.request().header('X-Lock') === 'on' ? ctx.response().json(423, { locked: true }) : next(),
);

export const role = (wanted: string): Middleware =>
  defineMiddleware(`role:${wanted}`, async (ctx, next) => {
    if (ctx.request().header('X-Role') !== wanted) throw new ForbiddenError(`Only for ${wanted}.`);
    return next();
  });

export class Sunset implements Middleware {
  constructor(private readonly date: string) {}

  signature(): string {
    return `sunset:${this.date}`;
  }

  describe(): MiddlewareDescription {
    return { responseHeaders: [{ name: 'Sunset', description: 'When the address goes away', required: true }] };
  }

  async handle(_ctx: Context, next: Next) {
    return (await next()).setHeader('Sunset', this.date);
  }
}

export class Meter implements Middleware {
  constructor(private readonly limit: number) {}

  signature(): string {
    return `meter:${this.limit}`;
  }

  describe(): MiddlewareDescription {
    return {
      requestHeaders: [{ name: 'X-Calls', description: 'Calls so far', type: 'integer' }],
      responseHeaders: [{ name: 'X-Left', description: 'Calls that are left', type: 'integer' }],
      responses: [
        {
          status: 429,
          code: 'E_HTTP_429',
          description: 'Too many calls.',
          headers: [{ name: 'Retry-After', description: 'Seconds to wait', type: 'integer', required: true }],
        },
      ],
    };
  }

  async handle(ctx: Context, next: Next) {
    const calls = Number(ctx.request().header('X-Calls', '0'));
    if (calls >= this.limit) throw new TooManyRequestsError('Too many calls.', { headers: { 'Retry-After': '9' } });
    return (await next()).setHeader('X-Left', this.limit - calls);
  }
}

export const conditional = defineMiddleware('conditional', async (ctx, next) => {
  if (ctx.request().header('If-None-Match') === '"1"') return ctx.response().noContent(304);
  return next();
});

export const accepting = defineMiddleware('accepting', async (_ctx, next) => {
  const response = await next();
  response.status = 202;
  return response;
});

/** Gives a place holder where the handler finds nothing. */
export const fallback = defineMiddleware('fallback', async (ctx, next) => {
  const response = await next();
  return response.status === 404 ? ctx.response().json(200, { placeholder: true as const }) : response;
});

/** A function with a description of its own. */
export const paid: Middleware = Object.assign(
  defineMiddleware('paid', (ctx, next) =>
    ctx.request().cookie('plan') === 'paid' ? next() : ctx.response().json(402, { plan: 'free' }),
  ),
  { describe: (): MiddlewareDescription => ({ responses: [{ status: 402, description: 'The plan is not paid.' }] }) },
);
