import { addressKey } from '@taproot/core';
import { limit } from '@taproot/throttle';
import { facades } from '../app/facades.ts';

/** How often somebody may log in. */
export const limiters = (): void => {
  facades.RateLimiter().forWithLimits('login', async (ctx) => {
    await ctx.request().body();
    const account = ctx.request().input('user.email').toLowerCase();
    // By account and address together, so that nobody can lock others out; then by address alone.
    return [limit.perMinute(5).by(`${account} ${addressKey(ctx.request().ip())}`), limit.perHour(100)];
  });
};
