import { promisify } from 'node:util';
import { blame } from '../errors/blame.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import { errors } from '../errors.ts';
import type { AnyHook, TapRecord } from './any-hook.ts';
import { withDeadline } from './with-deadline.ts';

type Run = (...args: unknown[]) => Promise<unknown>;

const asPromise = ({ type, fn }: TapRecord): Run => {
  const tap = fn as (...args: unknown[]) => unknown;
  return type === 'async' ? promisify(tap) : async (...args) => tap(...args);
};

/**
 * Names the plugin whose tap of a synchronous hook throws. With `collect`, the error goes there and the next tap runs;
 * without it, the hook throws.
 */
export const superviseSync = (name: string, hook: AnyHook, collect?: (error: FrameworkError) => void): void => {
  hook.intercept({
    register: (tap) => {
      const run = tap.fn as (...args: unknown[]) => unknown;
      const supervised = (...args: unknown[]): unknown => {
        try {
          return run(...args);
        } catch (error) {
          const failure = blame(tap.name, name, error);
          if (collect === undefined) throw failure;
          collect(failure);
          return undefined;
        }
      };
      return { ...tap, fn: supervised };
    },
  });
};

/** How the taps of a life-cycle hook are watched. */
export interface Supervision {
  /** Seconds the tap that is about to run may take. */
  readonly seconds: () => number;
  /** The configuration key that raises `seconds`. */
  readonly setting: 'boot_timeout' | 'shutdown_timeout';
  /** Given, a failing tap is told here and the next one runs; else the hook rejects at the first. */
  readonly collect?: (error: FrameworkError) => void;
  /** The stage of a tap that names none. */
  readonly stage?: (plugin: string) => number;
}

/** Gives every tap of an asynchronous hook a deadline, and names the plugin when it fails or stalls. */
export const supervise = (name: string, hook: AnyHook, { seconds, setting, collect, stage }: Supervision): void => {
  hook.intercept({
    register: (tap) => {
      const run = asPromise(tap);
      const supervised = async (...args: unknown[]): Promise<void> => {
        const limit = seconds();
        const shown = Number(limit.toPrecision(2));
        const late = () => errors.E_PLUGIN_STALLED({ plugin: tap.name, hook: name, seconds: shown, setting });
        try {
          await withDeadline(run(...args), limit, late);
        } catch (error) {
          const failure = blame(tap.name, name, error);
          if (collect === undefined) throw failure;
          collect(failure);
        }
      };
      return { ...tap, stage: tap.stage ?? stage?.(tap.name) ?? 0, type: 'promise', fn: supervised };
    },
  });
};
