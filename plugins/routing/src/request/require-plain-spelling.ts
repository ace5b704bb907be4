import type { Context } from '@taproot/core';
import { errors } from '../errors.ts';
import { isSpelledPlainly } from '../pattern/spelling.ts';
import { HttpContext } from './http-context.ts';

/**
 * For native middleware, which sees the target as it was sent and may guard a path: it must see the path that the
 * routes read.
 * @throws E_ROUTE_NOT_FOUND for a path in another spelling than that of its route
 */
export const requirePlainSpelling = (ctx: Context): void => {
  if (!(ctx instanceof HttpContext)) return;
  const { exchange, route } = ctx;
  if (!isSpelledPlainly(exchange.target, route?.pattern ?? null)) throw errors.E_ROUTE_NOT_FOUND();
};
