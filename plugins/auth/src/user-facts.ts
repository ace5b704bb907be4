import type { Context } from '@taproot/core';

/** Who sent a request, for the debug page: the user of each guard that was asked. */
export const userFacts = (ctx: Context): Readonly<Record<string, unknown>> => {
  const identities = ctx.value('auth')?.identities ?? new Map<string, null>();
  return Object.fromEntries(
    [...identities].map(([guard, identity]) => [`User (${guard})`, identity === null ? 'guest' : { ...identity.user }]),
  );
};
