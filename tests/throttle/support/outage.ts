import { setTimeout as wait } from 'node:timers/promises';
import { limit } from '@taproot/throttle';
import { hit, type Limited } from './limited.ts';

/** What was seen of a limiter while its store had a bad time. */
export interface Outage {
  readonly requests: number;
  readonly admitted: number;
  readonly refused: number;
  /** Replies that are neither 200 nor 429. */
  readonly failed: number;
  /** Milliseconds a decision took, at the 99th percentile and at worst. */
  readonly p99: number;
  readonly worst: number;
  /** The longest, in milliseconds, that this process did nothing between two ticks of the load. */
  readonly stood: number;
  /** Milliseconds from the end of the fault until the store was in use again. */
  readonly back: number;
  readonly degraded: boolean;
  readonly reports: number;
}

export interface OutageOptions {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds of load before the fault, and at least so many after it. */
  readonly before: number;
  readonly fault: () => Promise<void> | void;
  /** Milliseconds the fault lasts. */
  readonly lasts: number;
  readonly mend: () => Promise<void> | void;
}

/** The limit under which an outage is watched: one key, so that every admitted request counts against it. */
export const watched = limit.perHour(200).by('watched');

const tick = 10;
// Of what a process that stood still owes: all of it at once would be a load of its own.
const mostAtOnce = 50;
/** Milliseconds until whoever waits for the store to be back gives up. The requirement is five seconds. */
export const patience = 8000;

/** Keeps up a load while a fault comes and goes; ends once the store is back. */
export const watchOutage = async (limited: Limited, options: OutageOptions): Promise<Outage> => {
  const { limiter, reports } = limited;
  const throttle = limiter.throttle('watched');
  const seen: { status: number; took: number }[] = [];
  const running: Promise<void>[] = [];
  let degraded = false;

  const request = async (): Promise<void> => {
    const began = performance.now();
    const { status } = await hit(throttle);
    seen.push({ status, took: performance.now() - began });
    degraded ||= limiter.status.degraded;
  };
  let sent = 0;
  let stood = 0;
  const began = performance.now();
  let ticked = began;
  const timer = setInterval(() => {
    const now = performance.now();
    stood = Math.max(stood, now - ticked);
    ticked = now;
    const due = ((now - began) * options.rate) / 1000;
    sent = Math.max(sent, Math.floor(due) - mostAtOnce);
    for (; sent < due; sent++) running.push(request());
  }, tick);

  await wait(options.before);
  await options.fault();
  await wait(options.lasts);
  await options.mend();
  const mended = performance.now();
  while (limiter.status.degraded && performance.now() - mended < patience) await wait(tick);
  const back = performance.now() - mended;
  await wait(options.before);
  clearInterval(timer);
  await Promise.all(running);

  const times = seen.map(({ took }) => took).toSorted((a, b) => a - b);
  const of = (status: number): number => seen.filter((one) => one.status === status).length;
  return {
    requests: seen.length,
    admitted: of(200),
    refused: of(429),
    failed: seen.length - of(200) - of(429),
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    worst: times.at(-1) ?? 0,
    stood,
    back,
    degraded,
    reports: reports.length,
  };
};
