import { defineMiddleware } from '@taproot/core';

/** Keeps pages out of caches: no "back" of the next person at this device may show them. */
export const notStored = defineMiddleware('not-stored', (ctx, next) => {
  ctx.response().header('Cache-Control', 'no-store');
  return next();
});
