import type { Context } from '@taproot/core';
import { actorOf } from '@taproot/core/internal';
import type { UserProvider } from '../providers/user-provider.ts';
import type { Guard, Identity } from './guard.ts';

interface Parts {
  readonly name: string;
  readonly isDefault: boolean;
  readonly provider: UserProvider;
}

/** A guard that recognises the user in whose name a test sends a request, `http(app).actingAs(user)`, before it looks itself. */
export const actingGuard = (guard: Guard, { name, isDefault, provider }: Parts): Guard => {
  const identify = (ctx: Context): Identity | null | Promise<Identity | null> => {
    const actor = actorOf(ctx.request().origin());
    if (actor === null || (actor.guard === null ? !isDefault : actor.guard !== name)) return guard.identify(ctx);
    const { user } = actor;
    const login = { issuedAt: null, expiresAt: null, session: 'test', abilities: null };
    return { guard: name, id: provider.idOf(user), user, ...login };
  };
  // All else is the guard's own, private members too.
  return new Proxy(guard, {
    get: (target, key) => {
      if (key === 'identify') return identify;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};
