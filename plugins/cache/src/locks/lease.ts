import { errors } from '../errors.ts';
import type { LockEngine } from './lock-engine.ts';

/** A lock that this process has, until the lease is given back or lost. */
export interface Lease {
  /** The name of the lock. */
  readonly name: string;
  /**
   * The fencing token: a number that is higher for each holder of this lock. Write it beside what the work changes, and let that refuse lower
   * ones: a process that was frozen for longer than its lease then cannot overwrite what the next holder wrote.
   * @example await db.updateTable('reports').set({ text, fence }).where('id', '=', 7).where('fence', '<', fence).execute();
   */
  readonly fence: number;
  /** Aborts when the lease is lost (`E_LOCK_LOST`), or when the application closes (`E_LOCK_STOPPED`). */
  readonly signal: AbortSignal;
  /** Whether the lease still holds, by the clock of this process: false as soon as it has ended, even before `signal` aborts. */
  readonly isHeld: boolean;
  /** Throws if the lease does not hold any more. Call it directly before an effect that no fence protects. @throws E_LOCK_LOST */
  assertHeld(): void;
  /** Gives the lock back. A lease that was lost, or given back before, is left as it is. */
  release(): Promise<void>;
}

/** The facts of a lease. */
export interface HeldLock {
  readonly engine: LockEngine;
  readonly name: string;
  readonly token: string;
  readonly fence: number;
  /** Milliseconds. */
  readonly lease: number;
  /** When the lock was asked for, in milliseconds of `performance.now()`: on the server, the lease began later. */
  readonly askedAt: number;
  /** Called when the lease ends in any way. */
  readonly ended: (lease: OwnLease) => void;
}

/** A lease that renews itself three times within its time. */
export class OwnLease implements Lease {
  readonly #lock: HeldLock;
  readonly #controller = new AbortController();
  #until: number;
  #renewal: NodeJS.Timeout;
  #end: NodeJS.Timeout;
  #isOver = false;

  constructor(lock: HeldLock) {
    this.#lock = lock;
    this.#until = lock.askedAt + lock.lease;
    this.#renewal = this.#renewLater();
    this.#end = this.#endLater();
  }

  get name(): string {
    return this.#lock.name;
  }

  get fence(): number {
    return this.#lock.fence;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isHeld(): boolean {
    // A process that was frozen may run this before its timers.
    if (!this.#isOver && performance.now() >= this.#until) this.#lose();
    return !this.#isOver;
  }

  assertHeld(): void {
    if (!this.isHeld) throw errors.E_LOCK_LOST({ name: this.name });
  }

  async release(): Promise<void> {
    if (this.#isOver) return;
    this.#over();
    const { engine, name, token } = this.#lock;
    await engine.release(name, token);
  }

  /** Lets the work end: the lease holds until it is given back. */
  stop(): void {
    this.#controller.abort(errors.E_LOCK_STOPPED({ name: this.name }));
  }

  /** Keeps a text under the name of the lock, if the lease holds. */
  keep(text: string, ttl: number): Promise<boolean> {
    const { engine, name, token } = this.#lock;
    return engine.keep(name, token, text, ttl);
  }

  /** Runs work in a transaction of the database that has the lock; `keep` of its argument is a part of it. */
  transaction<Result>(work: (keep: OwnLease['keep']) => Promise<Result>): Promise<Result> {
    const { engine, name, token } = this.#lock;
    if (engine.transaction === undefined) throw errors.E_IDEMPOTENCY_TRANSACTION();
    return engine.transaction((inside) => work((text, ttl) => inside.keep(name, token, text, ttl)));
  }

  #lose(): void {
    if (this.#isOver) return;
    this.#over();
    this.#controller.abort(errors.E_LOCK_LOST({ name: this.name }));
  }

  #over(): void {
    this.#isOver = true;
    clearTimeout(this.#renewal);
    clearTimeout(this.#end);
    this.#lock.ended(this);
  }

  #renewLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#renew(), this.#lock.lease / 3).unref();
  }

  #endLater(): NodeJS.Timeout {
    return setTimeout(() => this.#lose(), Math.max(0, this.#until - performance.now())).unref();
  }

  async #renew(): Promise<void> {
    if (!this.isHeld) return;
    const { engine, name, token, lease } = this.#lock;
    const askedAt = performance.now();
    try {
      const isOurs = await engine.renew(name, token, lease);
      if (this.#isOver) return;
      if (!isOurs) return this.#lose();
      this.#until = askedAt + lease;
      clearTimeout(this.#end);
      this.#end = this.#endLater();
    } catch {
      // The store does not answer: the lease goes on until its end, and is asked for again before that.
    }
    if (!this.#isOver) this.#renewal = this.#renewLater();
  }
}
