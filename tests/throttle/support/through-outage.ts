import { setTimeout as wait } from 'node:timers/promises';
import { burst, type Limited } from './limited.ts';
import { watched } from './outage.ts';

/** What a limiter did before, during and after an outage of its store. */
export interface Through {
  readonly admitted: number;
  readonly refused: number;
  /** Replies that are neither 200 nor 429. */
  readonly failed: number;
  /** Whether the store was out of use while the fault lasted. */
  readonly degraded: boolean;
  readonly reports: number;
}

export interface Fault {
  readonly fault: () => Promise<unknown> | void;
  readonly mend: () => Promise<unknown> | void;
}

/**
 * Sends requests before a fault, while it lasts, and once the store is in use again. All are counted and none is timed: the
 * fault ends only when its requests are answered, so a decision that waits for the store never comes.
 */
export const throughOutage = async ({ limiter, reports }: Limited, { fault, mend }: Fault): Promise<Through> => {
  const throttle = limiter.throttle('watched');
  const statuses: number[] = [];
  const send = async (count: number): Promise<void> => void statuses.push(...(await burst(throttle, count)));
  // Once its limit is used up, a key is only read: for writes to fail, there must be points left.
  await send(watched.points / 2);
  await fault();
  await send(20);
  const { degraded } = limiter.status;
  await send(20);
  await mend();
  // A decision asks the store again, at times.
  while (limiter.status.degraded) {
    await wait(10);
    await send(1);
  }
  await send(2 * watched.points);
  const of = (status: number): number => statuses.filter((one) => one === status).length;
  return {
    admitted: of(200),
    refused: of(429),
    failed: statuses.length - of(200) - of(429),
    degraded,
    reports: reports.length,
  };
};
