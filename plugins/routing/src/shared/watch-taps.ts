import { promisify } from 'node:util';
import type { TapRecord } from '@taproot/core/internal';
import type { HookIndex } from '@taproot/core/plugin';

/** Runs one call of a tap, and returns the tap's result. It can measure when the tap begins and ends. */
export type TapWatcher = (hook: string, plugin: string, run: () => unknown) => unknown;

type Run = (...args: unknown[]) => unknown;

const watched = (hook: string, tap: TapRecord, watch: TapWatcher): TapRecord => {
  // Wraps a tap with a callback in a promise, which resolves when the callback is called.
  const callback = tap.type === 'async';
  const run = (callback ? promisify(tap.fn as (...args: unknown[]) => void) : tap.fn) as Run;
  const fn = (...args: unknown[]): unknown => watch(hook, tap.name, () => run(...args));
  return { ...tap, type: callback ? 'promise' : tap.type, fn };
};

/**
 * Runs `watch` around every tap of every hook, also of frozen hooks. Call the returned function to stop. Without a watcher, taps have no
 * extra cost.
 */
export const watchTaps = (tables: HookIndex, watch: TapWatcher): (() => void) => {
  const originals = new Map<TapRecord, TapRecord>();
  const hooks = [...tables.hooks()].filter(([, hook]) => hook.taps.length > 0);
  for (const [name, hook] of hooks) {
    hook.intercept({
      // Ignores taps that are added later.
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
