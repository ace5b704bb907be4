import type { Context } from '@taproot/core';
import { SyncHook } from 'tapable';
import type { Limit } from './limit.ts';

/** The hooks of rate limiting. */
export const createThrottleHooks = () => ({
  /** A request was refused by this limit; it is answered whatever is done here. */
  exceeded: new SyncHook<[Context, Limit]>(['ctx', 'limit']),
});

/** The hooks of rate limiting. */
export type ThrottleHooks = Readonly<ReturnType<typeof createThrottleHooks>>;
