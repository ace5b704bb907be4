import { fuzzRouter } from '../routing/router/fuzz-router.ts';

/** A million random paths against a naive matcher. */
export const run = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  const rows: Record<string, object> = {};
  for (const [routes, paths] of [
    [300, 900_000],
    [5000, 100_000],
  ] as const) {
    const { faults, p99, worst, ...measured } = fuzzRouter(routes, paths, 14_000_014);
    rows[`${routes} routes`] = {
      ...measured,
      p99: `${p99.toFixed(4)} ms`,
      worst: `${worst.toFixed(2)} ms`,
      wrong: faults.length,
    };
    found.push(...faults.slice(0, 20), ...(p99 >= 0.5 ? [`${routes} routes: p99 ${p99.toFixed(2)} ms`] : []));
  }
  console.table(rows);
  return found;
};
