import { addressKey } from '@taproot/core';
import { limit } from '@taproot/throttle';
import { facades } from '../app/facades.ts';

/** How many requests a client may send. A route uses a limiter by `middleware.throttle(name)`. */
export const limiters = (): void => {
  facades.RateLimiter().for('global', (ctx) => limit.perMinute(1000).by(addressKey(ctx.request().ip())));
  facades.RateLimiter().for('api', (ctx) => limit.perMinute(60).by(addressKey(ctx.request().ip())));
  // Counts guesses by address only. If it counted by user name, anyone could lock out a user.
  facades.RateLimiter().for('login', (ctx) => limit.perMinute(10).by(addressKey(ctx.request().ip())));
};
