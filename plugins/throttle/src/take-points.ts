import type { Context } from '@taproot/core';
import { after, isPromise } from '@taproot/core/plugin';
import { type LimiterKeys, type LimitPlace, subjectOf } from './counter-key.ts';
import type { Limit } from './limit.ts';
import type { Counter, Standing } from './store/counter.ts';

/** One limit that a request was counted against. */
export interface Charge extends LimitPlace, Pick<Standing, 'remaining' | 'ends'> {
  /** The limit that was charged. */
  readonly limit: Limit;
}

/** The outcome for a request: the limits that it passed, or the limit that refused it. */
export interface Outcome {
  readonly charges: readonly Charge[];
  readonly exceeded: Charge | null;
}

/** The parts that count, the same for every request of a throttle. */
export interface Teller {
  readonly limiter: string;
  readonly keys: LimiterKeys;
  readonly counter: (points: number, seconds: number) => Counter;
  /** Called when a limit counts by address but the request has none. */
  readonly addressless: () => void;
}

/** A request to count. */
export interface Bill {
  readonly teller: Teller;
  readonly ctx: Context;
  readonly limits: readonly Limit[];
}

/** A point that was taken, and the counter that can take it back. */
interface Paid extends Charge {
  readonly counter: Counter;
  readonly key: string;
  readonly standing: Standing;
}

/**
 * Takes a point of each limit, in order. If a limit has no point left, gives the points taken before back, so that a refused request costs
 * nothing.
 */
export const takePoints = (bill: Bill, from = 0, before: readonly Paid[] = []): Outcome | Promise<Outcome> => {
  const { ctx, limits, teller } = bill;
  const { limiter, keys, addressless } = teller;
  let paid = before;
  for (let index = from; index < limits.length; index++) {
    const limit = limits[index] as Limit;
    const { points, seconds } = limit;
    if (points === Number.POSITIVE_INFINITY) continue;
    const key = keys.key(index, seconds, subjectOf(ctx, limit, addressless));
    const counter = teller.counter(points, seconds);
    const standing = points === 0 ? closed(limit) : counter.take(key);
    const asked = { limiter, index, limit, counter, key };
    if (isPromise(standing)) return takeLater(bill, asked, standing, paid);
    const charge = chargeOf(asked, standing);
    if (!standing.allowed) return refused(charge, paid);
    paid = paid.length === 0 ? [charge] : [...paid, charge];
  }
  return { charges: paid, exceeded: null };
};

type Asked = Omit<Paid, 'remaining' | 'ends' | 'standing'>;

// A separate function, because V8 allocates an object for variables that a closure uses. So only limits that wait pay for it.
const takeLater = async (
  bill: Bill,
  asked: Asked,
  standing: Promise<Standing>,
  paid: readonly Paid[],
): Promise<Outcome> => {
  const late = await standing;
  const charge = chargeOf(asked, late);
  return late.allowed ? takePoints(bill, asked.index + 1, [...paid, charge]) : refused(charge, paid);
};

const chargeOf = ({ limiter, index, limit, counter, key }: Asked, standing: Standing): Paid => ({
  limiter,
  index,
  limit,
  remaining: standing.remaining,
  ends: standing.ends,
  counter,
  key,
  standing,
});

const refused = (exceeded: Charge, paid: readonly Paid[]): Outcome | Promise<Outcome> =>
  after(giveBack(paid), () => ({ charges: [], exceeded }));

/** A limit with 0 points needs no counting. */
const closed = ({ seconds }: Limit): Standing => ({
  allowed: false,
  remaining: 0,
  ends: performance.now() + seconds * 1000,
});

const giveBack = ([first, ...others]: readonly Paid[]): void | Promise<void> => {
  if (first === undefined) return;
  return after(first.counter.giveBack(first.key, first.standing), () => giveBack(others));
};
