import { performance } from 'node:perf_hooks';
import type { FrameworkError } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { OpenUpgrades } from './open-upgrades.ts';
import { type Waiting, WaitingLine } from './waiting-line.ts';

const lookMilliseconds = 100;
/** Milliseconds between two reports of overload, however many requests are refused. */
const quietMilliseconds = 10_000;
/** The share of its time that the event loop must work before requests queue. Below it, no request waits for another. */
const busy = 0.8;
/** Milliseconds of one turn of the event loop in which requests start. The others wait for the next turn. */
const turnMilliseconds = 5;
/** How many turns may only accept connections, one in each, before the next request runs. */
const acceptingTurns = 64;
/** The limit of requests in flight is not lowered below this. */
const leastInFlight = 4;

/**
 * Why the server refuses requests: too many are in `flight`; a `queue` of a plugin is too long; they have a low `priority`; they had to
 * `wait` too long for their turn.
 */
export type Refusal = 'flight' | 'queue' | 'priority' | 'wait';

/** The load of the server, for probes and metrics. */
export interface ServerLoad {
  /** Seconds that the event loop was late at the last measurement; 0 while no server is open. */
  readonly delay: number;
  /** Requests with an asynchronous handler that run now. */
  readonly inFlight: number;
  /** How many requests may be in flight; null while no limit holds. */
  readonly limit: number | null;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Whether the server refuses requests now, or would with the mode `refuse`. */
  readonly overloaded: boolean;
  /** Requests refused so far; with the mode `report`, those that would have been. */
  readonly refused: number;
  /** The same by reason: `flight`, `queue`, `priority` and `wait`. */
  readonly refusedFor: Readonly<Record<Refusal, number>>;
  /** Connections that changed their protocol through a route and are open, such as WebSockets. They are not in flight. */
  readonly upgrades: number;
  /** Requests that were not begun, because their client left while they waited. */
  readonly abandoned: number;
}

/** A request that waits for its turn. */
export interface WaitingRequest extends Waiting {
  begin(): void;
}

/** A queue outside of the server, such as that of a database: its name, and how many seconds its oldest work waits. */
export interface OtherQueue {
  readonly name: string;
  readonly wait: () => number;
}

type Overload = NonNullable<HttpSettings['overload']>;

/**
 * Decides which requests run when more arrive than can be answered. Two limits work together. Requests wait in a line while this turn of
 * the event loop is long: that bounds the work of the processor. And while a queue of a plugin is too long, such as the one for
 * connections to a database, the number of requests in flight is limited: that bounds the work elsewhere. All others get 503 at once.
 *
 * A server that is less than 80 % busy only reads two fields for each request.
 */
export class Load implements ServerLoad {
  delay = 0;
  inFlight = 0;
  /** Connections accepted so far; the server counts them. */
  accepted = 0;
  readonly openUpgrades = new OpenUpgrades();
  #limit = Number.POSITIVE_INFINITY;
  #overload: Overload | null = null;
  #queues: readonly OtherQueue[] = [];
  #line: WaitingLine<WaitingRequest> = new WaitingLine(0, false);
  #timer: NodeJS.Timeout | null = null;
  #report: (error: FrameworkError) => void = () => undefined;
  #quietUntil = 0;
  /** The queue that is too long. */
  #slow: string | null = null;
  readonly #refused: Record<Refusal, number> = { flight: 0, queue: 0, priority: 0, wait: 0 };
  #isBusy = false;
  #inTurn = false;
  #turnBegan = 0;
  #pumping = false;
  #acceptedBefore = 0;
  #turnsAccepting = 0;

  get limit(): number | null {
    return Number.isFinite(this.#limit) ? this.#limit : null;
  }

  get waiting(): number {
    return this.#line.size;
  }

  get overloaded(): boolean {
    return this.#line.overloaded || this.inFlight >= this.#limit;
  }

  get refused(): number {
    const { flight, queue, priority, wait } = this.refusedFor;
    return flight + queue + priority + wait;
  }

  get refusedFor(): Readonly<Record<Refusal, number>> {
    return { ...this.#refused, wait: this.#refused.wait + this.#line.late };
  }

  get upgrades(): number {
    return this.openUpgrades.size;
  }

  get abandoned(): number {
    return this.#line.abandoned;
  }

  /** The figures as data, for a response or a log. */
  toJSON(): ServerLoad {
    const { delay, inFlight, limit, waiting, overloaded, refused, refusedFor, upgrades, abandoned } = this;
    return { delay, inFlight, limit, waiting, overloaded, refused, refusedFor, upgrades, abandoned };
  }

  /** Starts to measure. Calls `report` for overload, at most once in ten seconds. */
  start(overload: Overload | null, queues: readonly OtherQueue[], report: (error: FrameworkError) => void): void {
    this.#overload = overload;
    this.#report = report;
    this.#queues = queues;
    this.#line = new WaitingLine((overload?.max_wait ?? 0) * 1000, overload?.mode === 'refuse');
    this.#limit = this.#mostInFlight;
    let looked = performance.now();
    let used = performance.eventLoopUtilization();
    // A late timer runs before the connections that arrived in the meantime, so that they see the true delay.
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.delay = Math.max(0, now - looked - lookMilliseconds) / 1000;
      looked = now;
      if (overload === null) return;
      const before = used;
      used = performance.eventLoopUtilization();
      this.#isBusy = performance.eventLoopUtilization(used, before).utilization > busy;
      this.#lookAtQueues(overload);
      if (this.#line.overloaded) this.#reportRarely(errors.E_OVERLOADED({ reason: this.#reason('wait') }));
    }, lookMilliseconds).unref();
  }

  /** Stops measuring. Requests that wait still get their turn. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.delay = 0;
    this.#isBusy = false;
    this.#limit = Number.POSITIVE_INFINITY;
  }

  /** Whether a request may run at once, without a look at its route. */
  get isFree(): boolean {
    return this.inFlight < this.#limit && (!this.#isBusy || this.#hasTurn());
  }

  /** The error for a request that must not run, because too many are in flight; null if it may run. */
  refusal(isLow: boolean): FrameworkError | null {
    const why = this.#whyRefuse(isLow);
    if (why === null) return null;
    const error = this.#refuse(why);
    return this.#overload?.mode === 'refuse' ? error : null;
  }

  /** Whether the request must wait for its turn. */
  get mustWait(): boolean {
    return this.#line.size > 0 || (this.#isBusy && !this.#hasTurn());
  }

  /** Lets a request wait for its turn. */
  wait(request: WaitingRequest): void {
    this.#line.add(request, performance.now());
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(this.#pump);
  }

  /** The error for a request that waited too long. */
  late(): FrameworkError {
    return this.#refuse('wait');
  }

  #reason(why: Refusal): string {
    const seconds = this.#overload?.max_wait ?? 0;
    if (why === 'flight') return `${this.inFlight} requests are in flight`;
    if (why === 'queue') return `"${this.#slow}" keeps work waiting longer than ${seconds} s`;
    if (why === 'priority') return 'requests of a low priority are refused first';
    return `requests wait longer than ${seconds} s for their turn`;
  }

  get #mostInFlight(): number {
    return this.#overload?.max_in_flight ?? Number.POSITIVE_INFINITY;
  }

  #whyRefuse(isLow: boolean): Refusal | null {
    if (this.inFlight >= this.#limit * (isLow ? 0.8 : 1)) return this.#slow === null ? 'flight' : 'queue';
    return isLow && this.#line.overloaded ? 'priority' : null;
  }

  #refuse(why: Refusal): FrameworkError {
    this.#refused[why]++;
    // Clients that were refused together must not come back together.
    const after = String(1 + Math.floor(Math.random() * 5));
    const error = errors.E_OVERLOADED({ reason: this.#reason(why) }, { headers: { 'Retry-After': after } });
    this.#reportRarely(error);
    return error;
  }

  #reportRarely(error: FrameworkError): void {
    const now = performance.now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + quietMilliseconds;
    this.#report(error);
  }

  /** Whether this turn of the event loop is still short. */
  #hasTurn(): boolean {
    // Connections wait in the kernel, because Node accepts one in each turn: the pump takes them in first.
    if (this.#line.size > 0 || this.accepted !== this.#acceptedBefore) return false;
    const now = performance.now();
    if (this.#inTurn) return now - this.#turnBegan < turnMilliseconds;
    this.#inTurn = true;
    this.#turnBegan = now;
    setImmediate(this.#endTurn);
    return true;
  }

  readonly #endTurn = (): void => {
    this.#inTurn = false;
  };

  /** Runs requests that wait, for the time of one turn and at least one. */
  readonly #pump = (): void => {
    if (this.accepted !== this.#acceptedBefore && this.#turnsAccepting < acceptingTurns) {
      this.#acceptedBefore = this.accepted;
      this.#turnsAccepting++;
      setImmediate(this.#pump);
      return;
    }
    this.#acceptedBefore = this.accepted;
    this.#turnsAccepting = 0;
    const began = performance.now();
    let now = began;
    for (let request = this.#line.take(now); request !== null; request = this.#line.take(now)) {
      request.begin();
      now = performance.now();
      if (now - began > turnMilliseconds) break;
    }
    this.#pumping = this.#line.size > 0;
    if (this.#pumping) setImmediate(this.#pump);
  };

  /** Additive increase, multiplicative decrease: begins with the requests that are in flight when a queue grows too long. */
  #lookAtQueues({ max_wait: most }: Overload): void {
    const slow = this.#queues.find(({ wait }) => wait() > most);
    if (slow !== undefined) {
      // The first time may be a burst.
      const isBurst = this.#slow === null && !Number.isFinite(this.#limit);
      this.#slow = slow.name;
      if (!isBurst) this.#limit = Math.max(leastInFlight, Math.floor(Math.min(this.#limit, this.inFlight) * 0.8));
      return;
    }
    if (this.#limit === this.#mostInFlight) {
      this.#slow = null;
      return;
    }
    // It is over when even twice the limit would not be reached.
    if (this.inFlight * 2 < this.#limit) this.#slow = null;
    const raised = this.#limit + Math.ceil(Math.sqrt(this.#limit));
    this.#limit = this.#slow === null ? this.#mostInFlight : Math.min(raised, this.#mostInFlight);
  }
}
