import type { Context } from '@taproot/core';

/**
 * The users of a request by guard, for the debug page. Guards are not part of a member's name, because a member named
 * `token` would be masked.
 */
export const userFacts = (ctx: Context): Readonly<Record<string, unknown>> => {
  const facts = [...(ctx.value('auth')?.identities ?? [])].map(([guard, identity], i) => [
    i === 0 ? 'User' : `User ${i + 1}`,
    identity === null ? `guest, by the guard "${guard}"` : { ...identity.user, guard },
  ]);
  return Object.fromEntries(facts) as Readonly<Record<string, unknown>>;
};
