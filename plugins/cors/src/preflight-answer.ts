import koaCors from '@koa/cors';
import type { Context, Response } from '@taproot/core';
import type { CorsRules } from './cors-rules.ts';

type Write = ReturnType<typeof koaCors>;

/** Values that one request passes to @koa/cors through `ctx.state`. */
interface Verdict {
  /** The value of `Access-Control-Allow-Origin`; empty when the origin is refused. */
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

// The request headers that may be echoed: a list of header names (RFC 9110 5.6.1) of a plausible length.
const isNameList = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 4096 && /^[!#$%&'*+.^_`|~\w\-, \t]*$/.test(value);

/** As much of Koa's context as @koa/cors touches: what it sets is staged on our response. */
const viewOf = (ctx: Context, state: Verdict): Parameters<Write>[0] => {
  const [request, response] = [ctx.request(), ctx.response()];
  const view = {
    state,
    method: request.method(),
    get: (name: string) => request.header(name),
    set: (name: string, value: string) => void response.header(name, value),
    vary: (field: string) => void response.vary(field),
  };
  // The type asks for all of Koa; loading that would slow every boot.
  return view as unknown as Parameters<Write>[0];
};

/** Answers preflights (Fetch 4.8). @koa/cors writes the headers of what is decided here. */
export class PreflightAnswer {
  readonly #rules: CorsRules;
  readonly #write: Write;

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
    // It calls next() for a refused origin alone, of which there is nothing to say.
    await this.#write(viewOf(ctx, { corsOrigin }), () => Promise.resolve());
    const response = ctx.response().noContent();
    response.vary('Access-Control-Request-Method').vary('Access-Control-Request-Headers');
    if (this.#rules.privateNetwork) response.vary('Access-Control-Request-Private-Network');
    const headers = response.header('access-control-allow-headers');
    // Given an empty list, @koa/cors would echo whatever is asked for.
    if (this.#rules.headers?.length === 0 || !isNameList(headers))
      response.removeHeader('access-control-allow-headers');
    return response;
  }
}
