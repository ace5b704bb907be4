import type { Use } from './requests.ts';

/** Where tokens come from. */
export interface BearerOptions {
  /** Returns the current token; null for none. */
  readonly token: () => string | null | undefined | Promise<string | null | undefined>;
  /**
   * Gets and stores a new token, once for all calls that wait for it; null if it gets none. List the routes that this function calls in
   * `except`.
   */
  readonly refresh?: () => Promise<string | null | undefined>;
  /** Names of routes that are called without a token, such as the route that `refresh` calls. */
  readonly except?: readonly string[];
  /** The word in front of the token in the header; `Bearer` by default. */
  readonly scheme?: string;
}

/** A function for `use`: sends the token, and repeats a call once with a new one when the answer is 401. */
export const bearer = ({ token, refresh, except = [], scheme = 'Bearer' }: BearerOptions): Use => {
  let fresh: Promise<string | null | undefined> | null = null;
  return async (request, next) => {
    if (except.includes(request.route)) return next(request);
    const send = (value: string): Promise<Response> => {
      request.headers.set('authorization', `${scheme} ${value}`);
      return next(request);
    };
    const used = await token();
    if (!used) return next(request);
    const response = await send(used);
    if (response.status !== 401 || refresh === undefined) return response;
    // Another call may have got a new token in the meantime.
    let value = await token();
    if (value === used) {
      fresh ??= refresh().finally(() => {
        fresh = null;
      });
      value = await fresh.catch(() => null);
    }
    if (!value) return response;
    await response.body?.cancel();
    return send(value);
  };
};
