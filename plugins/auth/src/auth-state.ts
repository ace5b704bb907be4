import type { Context } from '@taproot/core';
import type { Identity } from './guards/guard.ts';

/** The identity of the sender of a request. */
export interface AuthState {
  /** Name of the guard that let the request in; null before that. From then on that guard is the default of this request. */
  guard: string | null;
  /** Who sends the request, by guard; null for a guest. */
  readonly identities: Map<string, Identity | null>;
}

declare module '@taproot/core' {
  interface ContextValues {
    /** Who sends this request, by guard; kept by the auth plugin. */
    auth: AuthState;
  }
}

/** The state of a request, created at its first use. */
export const authState = (ctx: Context): AuthState => {
  const kept = ctx.value('auth');
  if (kept !== undefined) return kept;
  const state: AuthState = { guard: null, identities: new Map() };
  ctx.withValue('auth', state);
  return state;
};
