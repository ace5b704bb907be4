import { promisify } from 'node:util';
import { blame } from '../errors/blame.ts';
import { errors } from '../errors/errors.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import type { AnyHook, TapRecord } from './any-hook.ts';
import { withDeadline } from './with-deadline.ts';

type Run = (...args: unknown[]) => Promise<unknown>;

const asPromise = ({ type, fn }: TapRecord): Run => {
  const tap = fn as (...args: unknown[]) => unknown;
  return type === 'async' ? promisify(tap) : async (...args) => tap(...args);
};

/**
 * Names the plugin whose tap of a synchronous hook throws. With `collect`, the error goes to that function and the next tap runs; without
 * it, the hook throws.
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

/** How long a tap of the `shutdown` hook may take. */
export interface Closing {
  /** The time when Taproot stops waiting for the tap and runs the next one, in milliseconds like `Date.now()`. */
  readonly deadline: number;
  /** Aborts at `deadline`. Pass it to calls that can be cancelled, such as `fetch()`. */
  readonly signal: AbortSignal;
}

/** How the taps of a life-cycle hook are watched. */
export interface Supervision {
  /** The seconds that the next tap may take. */
  readonly seconds: () => number;
  /** The configuration key that raises `seconds`. */
  readonly setting: 'boot_timeout' | 'shutdown_timeout';
  /** Receives the error of a tap that fails, and the next tap runs. Without this function, the hook rejects with the first error. */
  readonly collect?: (error: FrameworkError) => void;
  /** The stage at which a tap runs. */
  readonly stage?: (tap: TapRecord) => number;
  /** Whether the last argument of the hook is a `Closing`; each tap then gets its own. */
  readonly closes?: boolean;
}

/** Gives every tap of an asynchronous hook a deadline, unless it is `unlimited`, and names the plugin when it fails or stalls. */
export const supervise = (name: string, hook: AnyHook, supervision: Supervision): void => {
  const { seconds, setting, collect, stage, closes = false } = supervision;
  hook.intercept({
    register: (tap) => {
      const run = asPromise(tap);
      const supervised = async (...args: unknown[]): Promise<void> => {
        const limit = seconds();
        const shown = Number(limit.toPrecision(2));
        const over = new AbortController();
        const closing: Closing = { deadline: Date.now() + limit * 1000, signal: over.signal };
        const late = (): Error => {
          const stalled = errors.E_PLUGIN_STALLED({ plugin: tap.name, hook: name, seconds: shown, setting });
          over.abort(stalled);
          return stalled;
        };
        const running = run(...(closes ? [...args.slice(0, -1), closing] : args));
        try {
          await (tap.unlimited === true ? running : withDeadline(running, limit, late));
        } catch (error) {
          const failure = blame(tap.name, name, error);
          if (collect === undefined) throw failure;
          collect(failure);
        }
      };
      const ordered = tap.stage === undefined;
      return { ...tap, stage: stage?.(tap) ?? tap.stage ?? 0, ordered, type: 'promise', fn: supervised };
    },
  });
};
