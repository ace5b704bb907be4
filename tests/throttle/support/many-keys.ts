import { MemoryLimiter } from '../../../plugins/throttle/src/store/memory-limiter.ts';
import { WindowTable } from '../../../plugins/throttle/src/store/window-table.ts';

/** What a flood of distinct keys did to a limiter in memory. */
export interface Flood {
  readonly keys: number;
  readonly kept: number;
  /** Milliseconds of a decision. */
  readonly p99: number;
  readonly worst: number;
  /** Whether a key that was used up before the flood is refused after it. */
  readonly blocked: boolean;
}

const key = (n: number): string => `0:60:3:api:=user-${n.toString(16).padStart(12, '0')}`;

/** So many keys, each met once, after one that was used up; no more than `maxKeys` are kept. */
export const flood = (keys: number, maxKeys: number): Flood => {
  const table = new WindowTable({ maxKeys });
  const limiter = new MemoryLimiter(table, { points: 5, seconds: 3600 });
  for (let point = 0; point < 5; point++) limiter.take('blocked');
  const times = new Float64Array(keys);
  for (let n = 0; n < keys; n++) {
    const began = performance.now();
    limiter.take(key(n));
    times[n] = performance.now() - began;
  }
  times.sort();
  return {
    keys,
    kept: table.size,
    p99: times[Math.floor(keys * 0.99)] ?? 0,
    worst: times.at(-1) ?? 0,
    blocked: !limiter.take('blocked').allowed,
  };
};
