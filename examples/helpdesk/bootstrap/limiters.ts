import { addressKey } from '@taproot/core';
import { limit, nameKey } from '@taproot/throttle';
import { facades } from '../app/facades.ts';
import { findOrganisation } from '../app/organisations/find-organisation.ts';

/** Requests a minute of all users of an organisation together, by its plan. */
const perMinute = { free: 60, team: 600 };

/** How many requests a client may send. A route uses a limiter by `middleware.throttle(name)`. */
export const limiters = (): void => {
  facades.RateLimiter().for('guests', (ctx) => limit.perMinute(120).by(addressKey(ctx.request().ip())));
  facades.RateLimiter().forWithLimits('login', async (ctx) => {
    await ctx.request().body();
    const [account, address] = [nameKey(ctx.request().input('email')), addressKey(ctx.request().ip())];
    return [limit.perMinute(5).by(`${account} ${address}`), limit.perHour(100).by(address)];
  });
  // Nobody fills the mailbox of a stranger.
  facades.RateLimiter().forWithLimits('mails', async (ctx) => {
    await ctx.request().body();
    const account = nameKey(ctx.request().input('email')) || String(await facades.Auth(ctx).guard('web').id());
    return [limit.perHour(5).by(account), limit.perHour(30).by(addressKey(ctx.request().ip()))];
  });
  facades.RateLimiter().for('plan', async (ctx) => {
    const user = await facades.Auth(ctx).user();
    if (user === null) return limit.perMinute(60).by(addressKey(ctx.request().ip()));
    const { id, plan } = await findOrganisation(user.organisation_id);
    return limit.perMinute(perMinute[plan]).by(String(id));
  });
};
