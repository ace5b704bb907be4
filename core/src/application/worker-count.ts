import { availableParallelism } from 'node:os';
import { errors } from '../errors.ts';

const most = 1024;

/** How many workers are asked for, by `run()` or by `WORKERS`; `E_WORKERS_INVALID` for what is no such number. */
export const workerCount = (asked: number | string): number => {
  if (asked === 'auto') return availableParallelism();
  const count = typeof asked === 'string' && asked.trim() === '' ? Number.NaN : Number(asked);
  if (Number.isInteger(count) && count >= 0 && count <= most) return count;
  throw errors.E_WORKERS_INVALID({ value: JSON.stringify(asked) });
};
