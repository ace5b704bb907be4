import { addressKey } from '@taproot/core';
import { limit, nameKey } from '@taproot/throttle';
import { facades } from '../app/facades.ts';

/** How often somebody may log in. */
export const limiters = (): void => {
  facades.RateLimiter().forWithLimits('login', async (ctx) => {
    await ctx.request().body();
    // By account and address together, so that nobody can lock others out; then by address alone.
    const guesses = `${nameKey(ctx.request().input('user.email'))} ${addressKey(ctx.request().ip())}`;
    return [limit.perMinute(5).by(guesses), limit.perHour(100)];
  });
};
