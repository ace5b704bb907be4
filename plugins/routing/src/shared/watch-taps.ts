import { promisify } from 'node:util';
import type { TapRecord } from '@taproot/core/internal';
import type { HookIndex } from '@taproot/core/plugin';

/** Runs one call of a tap and sees when it begins and ends; what it returns is the tap's result. */
export type TapWatcher = (hook: string, plugin: string, run: () => unknown) => unknown;

type Run = (...args: unknown[]) => unknown;

const watched = (hook: string, tap: TapRecord, watch: TapWatcher): TapRecord => {
  // A tap with a callback is watched as a promise: its end is the call of the callback.
  const callback = tap.type === 'async';
  const run = (callback ? promisify(tap.fn as (...args: unknown[]) => void) : tap.fn) as Run;
  const fn = (...args: unknown[]): unknown => watch(hook, tap.name, () => run(...args));
  return { ...tap, type: callback ? 'promise' : tap.type, fn };
};

/**
 * Puts `watch` around every tap of every hook, frozen or not, until the returned function is called. Without a watcher this
 * costs nothing.
 */
export const watchTaps = (tables: HookIndex, watch: TapWatcher): (() => void) => {
  const originals = new Map<TapRecord, TapRecord>();
  const hooks = [...tables.hooks()].filter(([, hook]) => hook.taps.length > 0);
  for (const [name, hook] of hooks) {
    hook.intercept({
      // Taps that are added later are not watched.
      register: (tap) => {
        if (!hook.taps.includes(tap)) return tap;
        const replacement = watched(name, tap, watch);
        originals.set(replacement, tap);
        return replacement;
      },
    });
  }
  return () => {
    for (const [, hook] of hooks) hook.intercept({ register: (tap) => originals.get(tap) ?? tap });
  };
};
