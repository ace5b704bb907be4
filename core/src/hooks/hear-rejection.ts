import { isPromise } from '../promises/is-promise.ts';
import type { TapRecord } from './hook-table.ts';

/** Told what a tap rejected with, and what it was called with. */
export type Rejected = (error: unknown, args: readonly unknown[]) => void;

/**
 * A tap of a hook that returns nothing may be asynchronous, and TypeScript admits it: nobody waits for its promise. What
 * that rejects with must reach somebody, or it ends the process.
 */
export const hearRejection = (tap: TapRecord, rejected: Rejected): TapRecord => {
  const run = tap.fn as (...args: unknown[]) => unknown;
  const fn = (...args: unknown[]): unknown => {
    const result = run(...args);
    if (!isPromise(result)) return result;
    return Promise.resolve(result).catch((error: unknown) => rejected(error, args));
  };
  return { ...tap, fn };
};
