import { limit, type RateLimiter } from '@taproot/throttle';
import { hit } from './limited.ts';

/** One run: so many points, asked for by so many at a time, until there must be none left. */
export interface Run {
  readonly points: number;
  readonly concurrency: number;
  /** Tells runs apart. */
  readonly key: string;
}

/** What `X-RateLimit-Remaining` said to each request that was admitted. */
export type Admitted = readonly number[];

let current: Run = { points: 0, concurrency: 0, key: '-' };

/** Registers the limiter of the runs. */
export const registerRuns = (limiter: RateLimiter): void => {
  limiter.for('run', () => limit.perHour(current.points).by(current.key));
};

/** Asks for more than there is, with `concurrency` requests under way at any time. */
export const runOnce = async (limiter: RateLimiter, run: Run): Promise<Admitted> => {
  current = run;
  const throttle = limiter.throttle('run');
  const total = run.points + run.concurrency;
  const admitted: number[] = [];
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent++ < total) {
      const { status, headers } = await hit(throttle);
      if (status === 200) admitted.push(Number(headers['X-RateLimit-Remaining']));
      else if (status !== 429) throw new Error(`A request was answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, sender));
  return admitted;
};

/** Whether exactly the points were given, each of them once: the remaining ones count down to 0 without a gap. */
export const isExact = ({ points }: Run, admitted: Admitted): boolean => {
  const seen = new Set(admitted);
  return (
    admitted.length === points && Array.from({ length: points }, (_, left) => left).every((left) => seen.has(left))
  );
};

export const limits = [1, 10, 100, 1000] as const;
export const concurrencies = [1, 16, 200, 1000] as const;
