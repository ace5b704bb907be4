import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from '@taproot/core/internal';
import { withDeadline } from '@taproot/core/plugin';
import type { CacheRuntime } from './cache-runtime.ts';
import { lockOf } from './changes.ts';
import { errors } from './errors.ts';
import type { OwnLease } from './locks/lease.ts';
import { type Keeping, type Making, makerError } from './stores/bento.ts';

/** Seconds for which another process waits for a maker whose process was killed. */
const makerLease = 10;
/** Milliseconds between two looks at the value that another process makes. */
const pause = 40;

/** Makes a value, or skips it. */
export type Make = (making: Making) => Promise<unknown>;

/** A value, and whether a maker of this process ran for it. */
export interface Flown {
  readonly value: unknown;
  readonly made: boolean;
}

/** One maker for all callers of a key: of this process, and of all processes that share a store. */
export class Makers {
  readonly #runtime: CacheRuntime;
  readonly #flights = new Map<string, Promise<Flown>>();

  constructor(runtime: CacheRuntime) {
    this.#runtime = runtime;
  }

  /** The value of a key, or what its maker makes. All callers share what runs, its error too: a source that fails is not asked by each. */
  valueOf(key: string, keeping: Keeping, make: Make): Promise<Flown> {
    const running = this.#flights.get(key);
    if (running !== undefined) return running;
    const flight = this.#fly(key, keeping, make).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #fly(key: string, keeping: Keeping, make: Make): Promise<Flown> {
    const { bento } = this.#runtime;
    for (;;) {
      const turn: Turn = { lease: null, isOthers: false, isKept: false, made: false, making: null };
      try {
        const value = await bento.getOrSet(key, keeping, (making) => {
          turn.making = this.#make(key, make, making, turn);
          return turn.making;
        });
        if (!turn.isOthers && !turn.isKept) return { value, made: turn.made };
      } catch (error) {
        throw makerError(error);
      } finally {
        // After the value is stored. A maker that goes on in the background gives the lock back when it has ended.
        void turn.making?.finally(() => turn.lease?.release()).catch(() => undefined);
      }
      if (turn.isOthers) await wait(pause * (0.5 + Math.random()));
    }
  }

  async #make(key: string, make: Make, making: Making, turn: Turn): Promise<unknown> {
    const { bento, figures, isShared, report } = this.#runtime;
    if (isShared) {
      const lease = await this.#turnOf(key);
      if (lease === 'taken') {
        // bentocache then takes the value in its grace.
        if (making.hasGraced) throw new Error('Another process makes the value.');
        turn.isOthers = true;
        return making.skip();
      }
      turn.lease = lease;
      // Another process may have made it between the look at the store and the lock.
      turn.isKept = (await bento.get(key)) !== undefined;
      if (turn.isKept) return making.skip();
    }
    try {
      figures.made++;
      turn.made = true;
      return await make(making);
    } catch (cause) {
      if (making.hasGraced) report(errors.E_CACHE_STALE({ key, reason: reasonOf(cause) }, { cause }));
      throw cause;
    }
  }

  /** The turn to make a value; null if that cannot be found out: making it twice is better than not at all. */
  async #turnOf(key: string): Promise<OwnLease | 'taken' | null> {
    const { app, isDown, locks } = this.#runtime;
    if (isDown) return null;
    const limit = app.config.cache.store_timeout;
    const taking = locks.take(lockOf('make', key), { lease: makerLease });
    try {
      return (await withDeadline(taking, limit, () => errors.E_CACHE_LATE({ seconds: limit }))) ?? 'taken';
    } catch {
      // Gives it back if it comes too late.
      void taking.then((lease) => lease?.release()).catch(() => undefined);
      return null;
    }
  }
}

interface Turn {
  lease: OwnLease | null;
  /** Whether another process makes the value. */
  isOthers: boolean;
  /** Whether another process made it just now. */
  isKept: boolean;
  /** Whether a maker ran here. */
  made: boolean;
  making: Promise<unknown> | null;
}
