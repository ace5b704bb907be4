import { addressKey } from '@taproot/core';
import { limit } from '@taproot/throttle';
import { facades } from '../app/facades.ts';

/** How often a client may ask. Routes are held to a limiter by `middleware.throttle(name)`. */
export const limiters = (): void => {
  facades.RateLimiter().for('api', (ctx) => limit.perMinute(600).by(addressKey(ctx.request().ip())));
  // Guesses from one address, whatever the name: so nobody can lock somebody else out.
  facades.RateLimiter().for('login', (ctx) => limit.perMinute(10).by(addressKey(ctx.request().ip())));
  facades.RateLimiter().for('bookings', async (ctx) => limit.perMinute(20).by(String(await facades.Auth(ctx).id())));
};
