import type { Figure } from '@taproot/core/plugin';

/** The decisions of one limiter. */
export interface Decisions {
  /** Requests that went on. */
  allowed: number;
  /** Requests that were refused. */
  refused: number;
}

/** Counts the decisions of each limiter of an application, for metrics. */
export class DecisionCounts {
  readonly #counts = new Map<string, Decisions>();

  /** The counts of a limiter, to be raised by its throttles. */
  of(limiter: string): Decisions {
    const known = this.#counts.get(limiter) ?? { allowed: 0, refused: 0 };
    this.#counts.set(limiter, known);
    return known;
  }

  /** The counts of each limiter by its name. */
  [Symbol.iterator](): IterableIterator<[string, Decisions]> {
    return this.#counts[Symbol.iterator]();
  }
}

/** The decisions for metrics; `counts` returns them. */
export const decisionFigures = (counts: () => DecisionCounts): Readonly<Record<string, Figure>> => ({
  'taproot.throttle.decisions': {
    kind: 'counter',
    unit: '{decision}',
    description: 'Decisions of rate limiters.',
    read: (observe) => {
      for (const [limiter, { allowed, refused }] of counts()) {
        observe(allowed, { 'taproot.limiter': limiter, 'taproot.allowed': true });
        observe(refused, { 'taproot.limiter': limiter, 'taproot.allowed': false });
      }
    },
  },
});
