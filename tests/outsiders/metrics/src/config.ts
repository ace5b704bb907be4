import type { Env } from '@taproot/core';

/** The `metrics` configuration; its file is config/metrics.ts. */
export interface MetricsConfig {
  /** Path of the page that Prometheus reads; `METRICS_PATH`, or `/metrics`. */
  path: string;
  /** Upper bounds of the buckets that durations are counted in: seconds, ascending. */
  buckets: readonly number[];
}

declare module '@taproot/core' {
  interface ConfigFiles {
    metrics: MetricsConfig;
  }
}

export const metricsDefaults = (env: Env): MetricsConfig => ({
  path: env('METRICS_PATH', '/metrics'),
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
