import type { Context } from '@taproot/core';
import { SyncHook } from 'tapable';
import type { Limit } from './limit.ts';

/** The hooks of rate limiting. */
export const createThrottleHooks = () => ({
  /** Called when a limit refuses a request. A tap cannot change the response. */
  exceeded: new SyncHook<[Context, Limit]>(['ctx', 'limit']),
});

/** The hooks of rate limiting. */
export type ThrottleHooks = Readonly<ReturnType<typeof createThrottleHooks>>;
