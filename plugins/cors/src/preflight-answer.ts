import type { Context, Response } from '@taproot/core';
import type { CorsRules } from './cors-rules.ts';

// Checks a list of header names (RFC 9110 5.6.1) of a plausible length; only such a list may be echoed.
const isNameList = (value: string): boolean =>
  value !== '' && value.length <= 4096 && /^[!#$%&'*+.^_`|~\w\-, \t]*$/.test(value);

/** Answers preflights (Fetch 4.8). */
export class PreflightAnswer {
  readonly #rules: CorsRules;
  /** The headers that every allowed origin gets. */
  readonly #granted: readonly [name: string, value: string][];

  constructor(rules: CorsRules) {
    this.#rules = rules;
    this.#granted = granted(rules);
  }

  /**
   * Answers a preflight before authentication and limits. A refused preflight gets a response without the CORS headers.
   */
  async answer(ctx: Context): Promise<Response> {
    const { origins, privateNetwork } = this.#rules;
    const origin = ctx.request().header('origin');
    const response = ctx.response().vary('Origin');
    if (await origins.allow(origin, ctx)) this.#grant(ctx, origins.open ? '*' : origin);
    response.vary('Access-Control-Request-Method').vary('Access-Control-Request-Headers');
    if (privateNetwork) response.vary('Access-Control-Request-Private-Network');
    return response.noContent();
  }

  #grant(ctx: Context, origin: string): void {
    const { headers, privateNetwork } = this.#rules;
    const [request, response] = [ctx.request(), ctx.response()];
    response.header('Access-Control-Allow-Origin', origin);
    for (const [name, value] of this.#granted) response.header(name, value);
    if (privateNetwork && request.header('access-control-request-private-network') !== '')
      response.header('Access-Control-Allow-Private-Network', 'true');
    const allowed = headers?.join(',') ?? request.header('access-control-request-headers');
    if (isNameList(allowed)) response.header('Access-Control-Allow-Headers', allowed);
  }
}

const granted = ({ credentials, maxAge, methods }: CorsRules): [name: string, value: string][] => {
  const headers: [string, string][] = [];
  if (credentials) headers.push(['Access-Control-Allow-Credentials', 'true']);
  if (maxAge !== null) headers.push(['Access-Control-Max-Age', maxAge]);
  if (methods.length > 0) headers.push(['Access-Control-Allow-Methods', methods.join(',')]);
  return headers;
};
