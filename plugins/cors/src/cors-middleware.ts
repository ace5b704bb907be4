import koaCors from '@koa/cors';
import type { Context, Middleware, Next, Request, Response } from '@taproot/core';
import { fromKoa } from '@taproot/routing';
import type { CorsConfig } from './config.ts';
import { type CorsRules, corsRules } from './cors-rules.ts';

/** What one request tells @koa/cors, by way of `ctx.state`. */
interface Verdict {
  /** What `Access-Control-Allow-Origin` shall hold; empty when the origin is refused. */
  corsOrigin?: string;
}

// Always with a function for the origin: left to itself, @koa/cors answers `*` with credentials by any origin.
const writerOf = (rules: CorsRules) =>
  koaCors({
    origin: (koa) => (koa.state as Verdict).corsOrigin ?? '',
    allowMethods: [...rules.methods],
    allowHeaders: [...(rules.headers ?? [])],
    exposeHeaders: [...rules.exposed],
    maxAge: rules.maxAge ?? undefined,
    credentials: rules.credentials,
    privateNetworkAccess: rules.privateNetwork,
  });

// Fetch 4.8: a preflight has both; OPTIONS without them is a request like any other.
const isPreflight = (request: Request): boolean =>
  request.method() === 'OPTIONS' &&
  request.header('origin') !== '' &&
  request.header('access-control-request-method') !== '';

// What may be echoed: a list of header names (RFC 9110 5.6.1) of a length somebody could mean.
const isNameList = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 4096 && /^[!#$%&'*+.^_`|~\w\-, \t]*$/.test(value);

/** Stages the headers on the context, so that a reply made outside of this middleware, as on a timeout, has them too. */
const stage = (ctx: Context, headers: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith('access-control-')) ctx.response().header(name, String(value));
};

/** Cross-origin rules around an application, a group or a route. @koa/cors writes the headers of what is decided here. */
export class CorsMiddleware implements Middleware {
  readonly #rules: CorsRules;
  readonly #write: ReturnType<typeof koaCors>;
  /** The headers of every reply but those to preflights, where all origins get the same; else null. */
  readonly #constant: Readonly<Record<string, string>> | null;

  constructor(config: CorsConfig) {
    this.#rules = corsRules(config);
    this.#write = writerOf(this.#rules);
    const { origins, exposed } = this.#rules;
    const expose = exposed.length > 0 ? { 'access-control-expose-headers': exposed.join(',') } : {};
    this.#constant = origins.open ? { 'access-control-allow-origin': '*', ...expose } : null;
  }

  signature(): string {
    return 'cors';
  }

  handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    if (!this.#rules.paths.include(request.path())) return next();
    if (isPreflight(request)) return this.#preflight(ctx);
    if (this.#constant === null) return this.#decide(ctx, next);
    stage(ctx, this.#constant);
    return next();
  }

  async #decide(ctx: Context, next: Next): Promise<Response> {
    const { origins } = this.#rules;
    const origin = ctx.request().header('origin');
    const allowed = origin !== '' && (await origins.allow(origin, ctx));
    if (!origins.open) ctx.response().vary('Origin');
    const corsOrigin = origins.open ? '*' : allowed ? origin : '';
    const koa = fromKoa(this.signature(), (view, proceed) => {
      Object.assign(view.state, { corsOrigin } satisfies Verdict);
      return this.#write(view, () => {
        stage(ctx, view.response.headers);
        return proceed();
      });
    });
    return koa.handle(ctx, next);
  }

  /** Answers at once, before authentication and limits; a refused one too, without what would allow it. */
  async #preflight(ctx: Context): Promise<Response> {
    const response = await this.#decide(ctx, () => Promise.resolve(ctx.response().noContent()));
    response.vary('Access-Control-Request-Method').vary('Access-Control-Request-Headers');
    const allowed = response.header('access-control-allow-headers');
    // Given an empty list, @koa/cors would echo whatever is asked for.
    if (this.#rules.headers?.length === 0 || !isNameList(allowed))
      response.removeHeader('access-control-allow-headers');
    return response;
  }
}
