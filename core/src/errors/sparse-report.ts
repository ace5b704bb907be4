import type { FrameworkError } from './framework-error.ts';

/** Tells an error, unless one of its code was told less than ten seconds ago. */
export type SparseReport = (error: FrameworkError) => void;

const interval = 10_000;

/** Keeps what may fail with every request from filling the log. */
export const sparseReport = (report: (error: FrameworkError) => void): SparseReport => {
  const told = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    if (now - (told.get(error.code) ?? Number.NEGATIVE_INFINITY) < interval) return;
    told.set(error.code, now);
    report(error);
  };
};
