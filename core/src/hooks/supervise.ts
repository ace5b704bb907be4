import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FrameworkError } from '../errors/framework-error.ts';
import { errors } from '../errors.ts';
import type { AnyHook, TapRecord } from './hook-table.ts';

type Run = (...args: unknown[]) => Promise<unknown>;

const asPromise = (tap: TapRecord): Run => {
  const fn = tap.fn as (...args: unknown[]) => unknown;
  if (tap.type === 'async')
    return promisify(fn as (...args: [...unknown[], (error: Error | null) => void]) => void) as Run;
  return async (...args) => fn(...args);
};

/** Settles as `work` does, or rejects with the error of `late` once `seconds` are over. */
export const withDeadline = async <Value>(work: Promise<Value>, seconds: number, late: () => Error): Promise<Value> => {
  const timer = new AbortController();
  const timeout = delay(seconds * 1000, undefined, { signal: timer.signal }).then(
    () => Promise.reject(late()),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
  }
};

/** The error as the framework tells it: its own errors as they are, any other with the plugin and the hook named. */
const blame = (plugin: string, hook: string, error: unknown): FrameworkError => {
  if (error instanceof FrameworkError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return errors.E_PLUGIN_FAILED({ plugin, hook, reason }, { cause: error });
};

/** Names the plugin whose tap of a synchronous hook throws. */
export const superviseSync = (name: string, hook: AnyHook): void => {
  hook.intercept({
    register: (tap) => {
      const fn = tap.fn as (...args: unknown[]) => unknown;
      const supervised = (...args: unknown[]): unknown => {
        try {
          return fn(...args);
        } catch (error) {
          throw blame(tap.name, name, error);
        }
      };
      return { ...tap, fn: supervised };
    },
  });
};

/** How the taps of a life-cycle hook are watched. */
export interface Supervision {
  /** Seconds one tap may take. */
  seconds(): number;
  /** The configuration key that raises `seconds`. */
  readonly setting: 'boot_timeout' | 'shutdown_timeout';
  /** Given, a failing tap is told here and the next one runs; else the hook rejects at the first. */
  readonly collect?: (error: FrameworkError) => void;
  /** The stage of a tap that names none. */
  readonly stage?: (plugin: string) => number;
}

/** Gives every tap of an asynchronous hook a deadline, and names the plugin when it fails or stalls. */
export const supervise = (name: string, hook: AnyHook, supervision: Supervision): void => {
  hook.intercept({
    register: (tap) => {
      const run = asPromise(tap);
      const { collect, setting } = supervision;
      const supervised = async (...args: unknown[]): Promise<void> => {
        const seconds = supervision.seconds();
        const late = () => errors.E_PLUGIN_STALLED({ plugin: tap.name, hook: name, seconds, setting });
        try {
          await withDeadline(run(...args), seconds, late);
        } catch (error) {
          if (collect === undefined) throw blame(tap.name, name, error);
          collect(blame(tap.name, name, error));
        }
      };
      const stage = tap.stage ?? supervision.stage?.(tap.name);
      return { ...tap, ...(stage === undefined ? {} : { stage }), type: 'promise', fn: supervised };
    },
  });
};
