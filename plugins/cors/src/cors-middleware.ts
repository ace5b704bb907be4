import type { Context, Middleware, Next, Request, Response } from '@taproot/core';
import type { MiddlewareDescription, RouteInfo } from '@taproot/core/plugin';
import { decideHeaders } from '@taproot/routing/internal';
import type { CorsSettings } from './config.ts';
import { type CorsRules, corsRules } from './cors-rules.ts';
import { PreflightAnswer } from './preflight-answer.ts';

// Fetch 4.8: a preflight has both; OPTIONS without them is a request like any other.
const isPreflight = (request: Request): boolean =>
  request.method() === 'OPTIONS' &&
  request.header('origin') !== '' &&
  request.header('access-control-request-method') !== '';

/**
 * The headers that let a page read a reply. They are the same for every request; only `Access-Control-Allow-Origin` differs and is set
 * later.
 */
const readable = ({ credentials, exposed }: CorsRules): [name: string, value: string][] => {
  const headers: [string, string][] = [];
  if (credentials) headers.push(['Access-Control-Allow-Credentials', 'true']);
  if (exposed.length > 0) headers.push(['Access-Control-Expose-Headers', exposed.join(',')]);
  return headers;
};

const meaning: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': 'The origin whose scripts may read the response, or `*` for all',
  'Access-Control-Allow-Credentials': 'Whether scripts may read responses to requests with credentials',
  'Access-Control-Expose-Headers': 'Headers that scripts of other origins may read',
};

/**
 * Applies CORS rules to an application, a group or a route. It answers preflights itself. For other requests it sets
 * the three headers before the handler runs.
 */
export class CorsMiddleware implements Middleware {
  readonly #rules: CorsRules;
  readonly #preflight: PreflightAnswer;
  readonly #readable: readonly [name: string, value: string][];

  constructor(config: CorsSettings) {
    this.#rules = corsRules(config);
    this.#preflight = new PreflightAnswer(this.#rules);
    this.#readable = readable(this.#rules);
  }

  signature(): string {
    return 'cors';
  }

  describe({ path }: RouteInfo): MiddlewareDescription | null {
    const { paths, origins } = this.#rules;
    if (!paths.mayInclude(path)) return null;
    const added = ['Access-Control-Allow-Origin', ...this.#readable.map(([name]) => name)];
    const responseHeaders = added.map((name) => ({ name, description: meaning[name] ?? '', required: origins.open }));
    // The header Origin is left out: browsers set it themselves, and other clients have no origin.
    return { responseHeaders };
  }

  handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    const { paths, origins } = this.#rules;
    if (!paths.include(request.path())) return next();
    if (isPreflight(request)) return this.#preflight.answer(ctx);
    // Mounted code has rules of its own, which may allow what these refuse.
    decideHeaders(ctx, 'Access-Control-');
    // The same reply for every origin, so that one copy in a cache serves all.
    if (origins.open) return this.#allow(ctx, '*', next);
    ctx.response().vary('Origin');
    const origin = request.header('origin');
    const allowed = origin !== '' && origins.allow(origin, ctx);
    if (typeof allowed === 'boolean') return allowed ? this.#allow(ctx, origin, next) : next();
    return this.#allowLater(ctx, origin, allowed, next);
  }

  async #allowLater(ctx: Context, origin: string, allowed: Promise<boolean>, next: Next): Promise<Response> {
    return (await allowed) ? this.#allow(ctx, origin, next) : next();
  }

  /** Sets the headers on the context, so that a reply from outside of this middleware, for example after a timeout, has them, too. */
  #allow(ctx: Context, origin: string, next: Next): Promise<Response> {
    const response = ctx.response().header('Access-Control-Allow-Origin', origin);
    for (const [name, value] of this.#readable) response.header(name, value);
    return next();
  }
}
