import { defineMiddleware } from '@taproot/core';
import { patience, unixNow } from '../../users/log-in.ts';

/** Asks who uses the browser, unless they have proven it in the last quarter of an hour: a session may be open on a device that somebody else holds. */
export const recentlyConfirmed = defineMiddleware('recently-confirmed', (ctx, next) => {
  const request = ctx.request();
  const session = request.session();
  if (unixNow() - session.get('confirmedAt', 0) < patience) return next();
  session.put('intended', request.method() === 'GET' ? request.url() : '/account');
  return Promise.resolve(ctx.response().redirect(303, '/confirm'));
});
