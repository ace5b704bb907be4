import { addressKey, type Context } from '@taproot/core';
import { limit, nameKey } from '@taproot/throttle';
import { facades } from '../app/facades.ts';

const address = (ctx: Context): string => addressKey(ctx.request().ip());

/** The account that a form names, in one spelling; a form that names none is refused anyway. */
const account = async (ctx: Context): Promise<string> => {
  await ctx.request().body();
  return nameKey(ctx.request().input('email')) || '-';
};

/** How many requests a client may send. A route uses a limiter by `middleware.throttle(name)`. */
export const limiters = (): void => {
  const limiter = facades.RateLimiter();
  limiter.for('global', (ctx) => limit.perMinute(1000).by(address(ctx)));
  // The last one stops guesses that come from many addresses. Passkeys and other sites still let the user in.
  limiter.forWithLimits('login', async (ctx) => {
    const name = await account(ctx);
    return [
      limit.perMinute(5).by(`${name} ${address(ctx)}`),
      limit.perHour(100).by(address(ctx)),
      limit.perHour(50).by(name),
    ];
  });
  limiter.for('passkeys', (ctx) => limit.perMinute(20).by(address(ctx)));
  // Nobody fills the mailbox of a stranger.
  limiter.forWithLimits('mails', async (ctx) => [
    limit.perHour(5).by(await account(ctx)),
    limit.perHour(30).by(address(ctx)),
  ]);
  // Six digits: ten guesses in a quarter of an hour, from wherever they come.
  limiter.for('codes', async (ctx) => {
    const { pendingLogin } = ctx.request().session().all();
    return limit.perMinutes(15, 10).by(pendingLogin?.user ?? (await facades.Auth(ctx).id()) ?? address(ctx));
  });
};
