import { inspect } from 'node:util';
import { type Context, type Middleware, type Next, type Response } from '@taproot/core';
import type { ThrottleEvent } from '@taproot/core/internal';
import {
  callPlace,
  channels,
  describeValue,
  isPromise,
  type MiddlewareDescription,
  type SparseReport,
  trace,
} from '@taproot/core/plugin';
import { LimiterKeys } from './counter-key.ts';
import type { DecisionCounts, Decisions } from './decisions.ts';
import { describeThrottle } from './describe-throttle.ts';
import { errors } from './errors.ts';
import { Limit } from './limit.ts';
import { tellExceeded, tellLimits } from './limit-headers.ts';
import type { Limiter, LimiterRegistry } from './limiter-registry.ts';
import { refuse } from './refuse.ts';
import type { CounterStore } from './store/counter.ts';
import { type Charge, type Outcome, type Teller, takePoints } from './take-points.ts';

/** The parts that every throttle of an application shares. */
export interface ThrottleParts {
  readonly registry: LimiterRegistry;
  readonly decisions: DecisionCounts;
  readonly counter: CounterStore['counter'];
  readonly ietfHeaders: boolean;
  /** Whether requests are refused while the store fails. */
  readonly refusesFailures: boolean;
  /** Seconds a `response()` may take. */
  readonly responseTimeout: number;
  /** Reports that a limit was exceeded; never throws. */
  readonly announce: (ctx: Context, limit: Limit) => void;
  readonly report: (error: unknown, ctx: Context) => void;
  readonly sparseReport: SparseReport;
}

/** Middleware that counts requests with a named limiter, and answers 429 when the limit is exceeded. */
export class Throttle implements Middleware {
  readonly #parts: ThrottleParts;
  readonly #name: string;
  readonly #place = callPlace();
  readonly #teller: Teller;
  readonly #decisions: Decisions;
  #limiter: Limiter | null = null;

  constructor(parts: ThrottleParts, name: string) {
    // The compiler reports this, too, but not everybody runs it first.
    if (typeof name !== 'string') throw errors.E_THROTTLE_ARGUMENT({ actual: describeValue(name) });
    this.#parts = parts;
    this.#name = name;
    this.#decisions = parts.decisions.of(name);
    this.#teller = {
      limiter: name,
      keys: new LimiterKeys(name),
      counter: parts.counter,
      addressless: () => parts.sparseReport(errors.E_THROTTLE_NO_ADDRESS({ limiter: name })),
    };
  }

  signature(): string {
    return `throttle:${this.#name}`;
  }

  describe(): MiddlewareDescription {
    return describeThrottle(this.#parts);
  }

  /** Looks the limiter up; `E_THROTTLE_UNKNOWN` when there is none. */
  prepare(): void {
    this.#limiter = this.#parts.registry.resolve(this.#name, this.#place.toString());
  }

  handle(ctx: Context, next: Next): Response | Promise<Response> {
    const outcome = this.#count(ctx);
    return isPromise(outcome)
      ? outcome.then((late) => this.#proceed(ctx, late, next))
      : this.#proceed(ctx, outcome, next);
  }

  #count(ctx: Context): Outcome | Promise<Outcome> {
    const limiter = (this.#limiter ??= this.#parts.registry.resolve(this.#name, this.#place.toString()));
    if (!channels.throttle.hasSubscribers) return this.#decide(ctx, limiter);
    const event: ThrottleEvent = { ctx, limiter: limiter.name, allowed: null };
    const decide = () => this.#decide(ctx, limiter);
    return trace(channels.throttle, event, decide, ({ exceeded }) => (event.allowed = exceeded === null));
  }

  #decide(ctx: Context, limiter: Limiter): Outcome | Promise<Outcome> {
    const result = limiter.limits(ctx);
    return isPromise(result) ? result.then((late) => this.#take(ctx, late)) : this.#take(ctx, result);
  }

  #take(ctx: Context, result: unknown): Outcome | Promise<Outcome> {
    return takePoints({ teller: this.#teller, ctx, limits: listed(this.#name, result) });
  }

  #proceed(ctx: Context, { charges, exceeded }: Outcome, next: Next): Promise<Response> {
    if (exceeded !== null) return this.#refuse(ctx, exceeded);
    this.#decisions.allowed++;
    tellLimits(ctx, charges, this.#parts.ietfHeaders);
    return next();
  }

  #refuse(ctx: Context, exceeded: Charge): Promise<Response> {
    const { ietfHeaders, announce, report, responseTimeout } = this.#parts;
    this.#decisions.refused++;
    tellExceeded(ctx, exceeded, ietfHeaders);
    announce(ctx, exceeded.limit);
    return refuse(ctx, exceeded, { timeout: responseTimeout, report });
  }
}

/**
 * The result of a limiter as a list.
 * @throws E_LIMIT_RESULT for anything but limits, so that a mistake never lets requests pass.
 */
const listed = (limiter: string, result: unknown): readonly Limit[] => {
  if (result instanceof Limit) return [result];
  if (result === null || result === undefined) return [];
  const limits: readonly unknown[] = Array.isArray(result) ? result : [result];
  if (limits.every((limit) => limit instanceof Limit)) return limits;
  throw errors.E_LIMIT_RESULT({ limiter, result: inspect(result, { depth: 1 }).slice(0, 60) });
};
