import { addressKey } from '@taproot/core';
import { limit, nameKey } from '@taproot/throttle';
import { facades } from '../app/facades.ts';

/** How many logins are allowed. */
export const limiters = (): void => {
  facades.RateLimiter().forWithLimits('login', async (ctx) => {
    await ctx.request().body();
    // Counts by account and address together, so that users cannot lock each other out, and then by address alone.
    const guesses = `${nameKey(ctx.request().input('user.email'))} ${addressKey(ctx.request().ip())}`;
    return [limit.perMinute(5).by(guesses), limit.perHour(100)];
  });
};
