import type { Context } from '@taproot/core';

/** Who sent a request, for the debug page: the user by each guard that was asked. No guard is in a name: `token` is masked. */
export const userFacts = (ctx: Context): Readonly<Record<string, unknown>> => {
  const facts = [...(ctx.value('auth')?.identities ?? [])].map(([guard, identity], i) => [
    i === 0 ? 'User' : `User ${i + 1}`,
    identity === null ? `guest, by the guard "${guard}"` : { ...identity.user, guard },
  ]);
  return Object.fromEntries(facts) as Readonly<Record<string, unknown>>;
};
