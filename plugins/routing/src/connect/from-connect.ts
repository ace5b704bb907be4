import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from '@taproot/core';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { ConnectMiddleware } from './connect-middleware.ts';
import type * as ConnectEngine from './connect-run.ts';

let engine: typeof ConnectEngine | null = null;

/** The same function under the same name gives the same middleware, however many routes use it. */
const made = new WeakMap<ConnectMiddleware, Map<string, Middleware>>();

const checkMiddleware = (signature: string, middleware: unknown): void => {
  if (typeof middleware !== 'function')
    throw errors.E_CONNECT_MIDDLEWARE({
      signature,
      actual: describeValue(middleware),
      advice: `Call the function of the package: fromConnect('helmet', helmet())`,
    });
  if (middleware.length === 4)
    throw errors.E_CONNECT_MIDDLEWARE({
      signature,
      actual: 'a function with four parameters, which handles errors',
      advice: 'Tap http.error to answer errors in another shape: see docs/errors.md',
    });
};

/**
 * Converts an Express or Connect middleware, `(req, res, next)`. It gets Node's own request and response, with the members of Express that
 * middleware use most, such as `req.ip` and `res.status()`. Headers that it sets before `next()` are added to the response, but headers of
 * the handler win. `next(error)` becomes an error response. If the middleware writes the response itself, the request ends there. If it
 * parses the body into `req.body`, that is the input of the handler.
 * @throws E_CONNECT_MIDDLEWARE for anything but a function of at most three parameters.
 * @throws E_CONNECT_UNSUPPORTED (on a request) when it changes `req.url` or `req.method`, or calls `next('route')`.
 * @example fromConnect('helmet', helmet())
 */
export const fromConnect = (signature: string, middleware: ConnectMiddleware): Middleware => {
  checkMiddleware(signature, middleware);
  const known = made.get(middleware)?.get(signature);
  if (known !== undefined) return known;
  const step: Middleware = {
    signature: () => signature,
    async handle(ctx, next) {
      engine ??= await import('./connect-run.ts');
      return engine.runConnect(signature, middleware, ctx, next);
    },
  };
  made.set(middleware, (made.get(middleware) ?? new Map<string, Middleware>()).set(signature, step));
  return step;
};

/**
 * Node's request with the members that middleware of `fromConnect()` have added.
 * @example connectRequest<{ session: { visits?: number } }>(ctx).session.visits
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which middleware ran, and what that sets
export const connectRequest = <Members extends object>(ctx: Context): IncomingMessage & Members =>
  ctx.request().node() as IncomingMessage & Members;
