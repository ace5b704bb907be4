import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Application, Duration } from '@taproot/core';
import { describeValue, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { locksTaken } from '../traced-cache.ts';
import { type Lease, OwnLease } from './lease.ts';
import type { LockEngine } from './lock-engine.ts';

/** How a lock is taken. */
export interface LockOptions {
  /**
   * Seconds for which the lock stays taken if its process is killed or frozen; 30 by default. It is renewed three times within this time,
   * so work may take longer.
   */
  readonly lease?: Duration;
  /** Seconds for which the call waits while the lock is taken; 0 by default. */
  readonly wait?: Duration;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** Work that one process of all does; see `once()`. */
export interface OnceOptions extends Pick<LockOptions, 'lease'> {
  /** Seconds after which a process looks again whether the lock is free; a third of the lease by default. */
  readonly every?: Duration;
}

/** Work that `once()` began. */
export interface OnceWork {
  /** Aborts the work if it runs here, waits for its end, and gives the lock back. */
  stop(): Promise<void>;
}

const defaultLease = 30;
const [shortest, longest] = [0.1, 86_400];
/** Milliseconds between two questions of a call that waits; they begin with the first. */
const [firstPause, longestPause] = [10, 250];

/** The facade `Lock`: work that one process of all does at a time. */
export class Locks {
  readonly #app: Application;
  readonly #open: () => LockEngine;
  readonly #leases = new Set<OwnLease>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  /** Calls that got a lock, and calls that did not, since the start of this process. */
  readonly counts = { taken: 0, refused: 0 };

  /** Made by the plugin. */
  constructor(app: Application, open: () => LockEngine) {
    this.#app = app;
    this.#open = open;
  }

  /**
   * Does work while no other process does work under this name. Resolves to its result.
   * @throws E_LOCK_TAKEN (409) if the lock is still taken after `wait`; E_LOCK_LOST if the lease ended before the work did: then another
   * process may have begun; E_LOCK_STOPPED if the application closes before the work begins. Also errors of the store, of the work, and
   * E_LOCK_NAME, E_LOCK_LEASE, E_DURATION_INVALID.
   * @example await facades.Lock().run('report', async ({ signal, fence }) => write(await build(signal), fence), { lease: '30s' });
   */
  async run<Result>(
    name: string,
    work: (lease: Lease) => Result | Promise<Result>,
    options: LockOptions = {},
  ): Promise<Result> {
    return this.#awaited(async () => {
      const lease = await this.take(name, options);
      if (lease === null) throw errors.E_LOCK_TAKEN({ name });
      return this.#work(lease, work);
    });
  }

  /**
   * Takes a lock; null if it is still taken after `wait`. Call `release()` of the lease in the end; `run()` does so by itself. The lease is
   * renewed until then.
   * @throws E_LOCK_STOPPED if the application closes while the call waits; E_LOCK_NAME, E_LOCK_LEASE, E_DURATION_INVALID, and errors of the
   * store.
   */
  acquire(name: string, options: LockOptions = {}): Promise<Lease | null> {
    return this.#awaited(() => this.take(name, options));
  }

  /**
   * Lets one process of all do work that never ends, such as listening to a feed. Each process calls it; one of them has the lock and works.
   * When that process ends, or its lease is lost, another one begins. Work that ends or fails begins again. The application stops it when it
   * closes. With locks in memory, each process does the work.
   * @throws E_LOCK_NAME, E_LOCK_LEASE, E_DURATION_INVALID.
   * @example facades.Lock().once('feed', async ({ signal }) => { for await (const item of feed(signal)) await store(item); });
   */
  once(name: string, work: (lease: Lease) => unknown, options: OnceOptions = {}): OnceWork {
    const lease = leaseOf(name, options.lease);
    const every = options.every === undefined ? lease / 3 : seconds(options.every, `The pause of once("${name}")`);
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, this.#closing.signal]);
    const running = this.#awaited(() => this.#repeat({ name, work, signal, lease, every }));
    return {
      stop: async () => {
        stopping.abort();
        await running;
      },
    };
  }

  /** Takes a lock, as `acquire()` does, for code that also keeps a text under its name. */
  async take(name: string, options: LockOptions = {}): Promise<OwnLease | null> {
    const lease = leaseOf(name, options.lease);
    const patience = options.wait === undefined ? 0 : seconds(options.wait, `The time to wait for the lock "${name}"`);
    const facts = { name, taken: false };
    return locksTaken.run(this.#app, facts, async (event) => {
      const until = performance.now() + patience * 1000;
      for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
        options.signal?.throwIfAborted();
        const held = await this.#ask(name, lease);
        event.taken = held !== null;
        const left = until - performance.now();
        if (held !== null || left <= 0) {
          this.counts[held === null ? 'refused' : 'taken']++;
          return held;
        }
        const signal = AbortSignal.any([
          this.#closing.signal,
          ...(options.signal === undefined ? [] : [options.signal]),
        ]);
        await wait(Math.min(left, pause * (0.5 + Math.random())), undefined, { signal }).catch(() => undefined);
        if (this.#closing.signal.aborted) throw errors.E_LOCK_STOPPED({ name });
      }
    });
  }

  /** Locks that this process holds. */
  get held(): number {
    return this.#leases.size;
  }

  /** The text that was kept under a name; null if there is none. */
  read(name: string): Promise<string | null> {
    return this.#open().read(name);
  }

  /** Stops all work, waits for its end, and gives all locks back. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const lease of this.#leases) lease.stop();
    await Promise.allSettled(this.#running);
    await Promise.allSettled([...this.#leases].map((lease) => lease.release()));
  }

  async #ask(name: string, lease: number): Promise<OwnLease | null> {
    const engine = this.#open();
    const token = randomUUID();
    const askedAt = performance.now();
    const fence = await engine.acquire(name, token, lease * 1000);
    if (fence === null) return null;
    const ended = (one: OwnLease): void => void this.#leases.delete(one);
    const held = new OwnLease({ engine, name, token, fence, lease: lease * 1000, askedAt, ended });
    this.#leases.add(held);
    if (this.#closing.signal.aborted) held.stop();
    return held;
  }

  /** Does what `close()` waits for: also a lock that is asked for, so that none comes after it. */
  async #awaited<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #work<Result>(lease: Lease, work: (lease: Lease) => Result | Promise<Result>): Promise<Result> {
    try {
      lease.signal.throwIfAborted();
      const result = await work(lease);
      lease.assertHeld();
      return result;
    } finally {
      // The result counts, also when the lock cannot be given back: its lease ends by itself.
      await lease.release().catch(() => undefined);
    }
  }

  async #repeat({ name, work, signal, lease, every }: Repeated): Promise<void> {
    while (!signal.aborted) {
      try {
        const held = await this.#ask(name, lease);
        if (held !== null) {
          signal.addEventListener('abort', () => held.stop(), { once: true });
          if (signal.aborted) held.stop();
          await this.#work(held, work);
        }
      } catch (error) {
        if (!signal.aborted) this.#app.report(error, { where: `once("${name}")` });
      }
      await wait(every * 1000, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

interface Repeated {
  readonly name: string;
  readonly work: (lease: Lease) => unknown;
  readonly signal: AbortSignal;
  readonly lease: number;
  readonly every: number;
}

/** Seconds of a lease. */
const leaseOf = (name: unknown, lease: Duration = defaultLease): number => {
  if (typeof name !== 'string' || !/^[^\p{Cc}]{1,180}$/u.test(name))
    throw errors.E_LOCK_NAME({ value: describeValue(name) });
  const time = seconds(lease, `The lease of the lock "${name}"`);
  if (!(time >= shortest && time <= longest)) throw errors.E_LOCK_LEASE({ name, value: describeValue(lease) });
  return time;
};
