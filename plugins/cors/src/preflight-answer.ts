import koaCors from '@koa/cors';
import type { Context, Response } from '@taproot/core';
import { fromKoa } from '@taproot/routing';
import type { CorsRules } from './cors-rules.ts';

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
    maxAge: rules.maxAge ?? undefined,
    credentials: rules.credentials,
    privateNetworkAccess: rules.privateNetwork,
  });

// What may be echoed: a list of header names (RFC 9110 5.6.1) of a length somebody could mean.
const isNameList = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 4096 && /^[!#$%&'*+.^_`|~\w\-, \t]*$/.test(value);

/** Answers preflights (Fetch 4.8). @koa/cors writes the headers of what is decided here. */
export class PreflightAnswer {
  readonly #rules: CorsRules;
  readonly #write: ReturnType<typeof koaCors>;

  constructor(rules: CorsRules) {
    this.#rules = rules;
    this.#write = writerOf(rules);
  }

  /** Answers at once, before authentication and limits; a refused one too, without what would allow it. */
  async answer(ctx: Context): Promise<Response> {
    const { origins } = this.#rules;
    const origin = ctx.request().header('origin');
    const allowed = await origins.allow(origin, ctx);
    const corsOrigin = origins.open ? '*' : allowed ? origin : '';
    const koa = fromKoa('cors', (view, proceed) => {
      Object.assign(view.state, { corsOrigin } satisfies Verdict);
      return this.#write(view, proceed);
    });
    // Reached for a refused origin alone: there is nothing to be said of it.
    const response = await koa.handle(ctx, () => Promise.resolve(ctx.response().noContent()));
    response.vary('Access-Control-Request-Method').vary('Access-Control-Request-Headers');
    const headers = response.header('access-control-allow-headers');
    // Given an empty list, @koa/cors would echo whatever is asked for.
    if (this.#rules.headers?.length === 0 || !isNameList(headers))
      response.removeHeader('access-control-allow-headers');
    return response;
  }
}
