import { after } from '@taproot/core';
import { counterKey, type LimitPlace } from './counter-key.ts';
import type { Limit } from './limit.ts';
import type { Counter, Standing } from './store/counter.ts';

/** One limit that a request was counted against. */
export interface Charge extends LimitPlace, Pick<Standing, 'remaining' | 'ends'> {
  readonly limit: Limit;
}

/** What a request met: the limits it passed, or the one that refused it. */
export interface Outcome {
  readonly charges: readonly Charge[];
  readonly exceeded: Charge | null;
}

/** A request to be counted. */
export interface Bill {
  readonly limiter: string;
  readonly limits: readonly Limit[];
  /** Whom a limit counts. */
  readonly subject: (limit: Limit) => string;
  readonly counter: (points: number, seconds: number) => Counter;
}

/** A point that was taken, and who takes it back. */
interface Paid extends Charge {
  readonly counter: Counter;
  readonly key: string;
  readonly standing: Standing;
}

/**
 * Takes a point of each limit, one after another. The first that has none ends it, and what was taken before is given
 * back: a refused request costs nothing.
 */
export const takePoints = (bill: Bill, index = 0, paid: Paid[] = []): Outcome | Promise<Outcome> => {
  const { limiter, limits, subject, counter: counterOf } = bill;
  const limit = limits[index];
  if (limit === undefined) return { charges: paid, exceeded: null };
  const { points, seconds } = limit;
  if (points === Number.POSITIVE_INFINITY) return takePoints(bill, index + 1, paid);
  const key = counterKey({ limiter, index }, limit, subject(limit));
  const counter = counterOf(points, seconds);
  return after(points === 0 ? closed(limit) : counter.take(key), (standing) => {
    const { remaining, ends } = standing;
    const charge = { limiter, index, limit, remaining, ends, counter, key, standing };
    if (standing.allowed) {
      paid.push(charge);
      return takePoints(bill, index + 1, paid);
    }
    return after(giveBack(paid), () => ({ charges: [], exceeded: charge }));
  });
};

/** A limit of no points needs no counting. */
const closed = ({ seconds }: Limit): Standing => ({
  allowed: false,
  remaining: 0,
  ends: performance.now() + seconds * 1000,
});

const giveBack = ([first, ...others]: readonly Paid[]): void | Promise<void> => {
  if (first === undefined) return;
  return after(first.counter.giveBack(first.key, first.standing), () => giveBack(others));
};
