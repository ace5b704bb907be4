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
 * Takes a point of each limit. If a limit has no point left, gives the points of the others back, so that a refused request costs nothing.
 * The first one that refuses, in the order of the limits, is the answer. A store that answers later is asked about all limits at once.
 */
export const takePoints = (bill: Bill): Outcome | Promise<Outcome> => {
  const { limits } = bill;
  const known = limits.length > 1 ? knownRefusal(bill) : null;
  if (known !== null) return { charges: [], exceeded: known };
  let paid: readonly Paid[] = [];
  for (let index = 0; index < limits.length; index++) {
    const asked = ask(bill, index);
    if (asked === null) continue;
    const { standing } = asked;
    if (isPromise(standing)) return takeLater(bill, index, asked, paid);
    const charge = chargeOf(asked, standing);
    if (!standing.allowed) return refused(charge, paid);
    paid = paid.length === 0 ? [charge] : [...paid, charge];
  }
  return { charges: paid, exceeded: null };
};

/** A limit that a counter was asked about. */
interface Asked extends Omit<Paid, 'remaining' | 'ends' | 'standing'> {
  readonly standing: Standing | Promise<Standing>;
}

/** Asks the counter of a limit for a point; null if the limit counts nothing. */
const ask = ({ ctx, limits, teller }: Bill, index: number): Asked | null => {
  const { limiter, keys, addressless } = teller;
  const limit = limits[index] as Limit;
  const { points, seconds } = limit;
  if (points === Number.POSITIVE_INFINITY) return null;
  const key = keys.key(index, seconds, subjectOf(ctx, limit, addressless));
  const counter = teller.counter(points, seconds);
  return { limiter, index, limit, counter, key, standing: points === 0 ? closed(limit) : counter.take(key) };
};

// A separate function, because V8 allocates an object for variables that a closure uses. So only limits that wait pay for it.
const takeLater = async (bill: Bill, at: number, first: Asked, before: readonly Paid[]): Promise<Outcome> => {
  const asked = [chargeLater(first)];
  for (let index = at + 1; index < bill.limits.length; index++) {
    try {
      const next = ask(bill, index);
      if (next !== null) asked.push(chargeLater(next));
    } catch (error) {
      asked.push(Promise.reject(error));
      break;
    }
  }
  const charges = [...before];
  let failure: PromiseRejectedResult | null = null;
  for (const one of await Promise.allSettled(asked))
    if (one.status === 'fulfilled') charges.push(one.value);
    else failure ??= one;
  const paid = charges.filter(({ standing }) => standing.allowed);
  if (failure !== null) {
    await giveBack(paid);
    throw failure.reason;
  }
  const exceeded = charges.find(({ standing }) => !standing.allowed);
  return exceeded === undefined ? { charges: paid, exceeded: null } : refused(exceeded, paid);
};

const chargeLater = async (asked: Asked): Promise<Paid> => chargeOf(asked, await asked.standing);

/** The first limit that this process knows to refuse, without asking a store that answers later; null if there is none. */
const knownRefusal = ({ ctx, limits, teller }: Bill): Charge | null => {
  const { limiter, keys, addressless } = teller;
  for (const [index, limit] of limits.entries()) {
    const { points, seconds } = limit;
    if (points === 0 || points === Number.POSITIVE_INFINITY) continue;
    const counter = teller.counter(points, seconds);
    // Counters in memory know nothing beforehand, so they pay nothing for this.
    if (counter.refusal === undefined) return null;
    const standing = counter.refusal(keys.key(index, seconds, subjectOf(ctx, limit, addressless)));
    if (standing !== null) return { limiter, index, limit, remaining: 0, ends: standing.ends };
  }
  return null;
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

const giveBack = (paid: readonly Paid[]): void | Promise<void> => {
  const waiting = paid.map(({ counter, key, standing }) => counter.giveBack(key, standing)).filter(isPromise);
  if (waiting.length > 0) return Promise.all(waiting).then(() => undefined);
};
