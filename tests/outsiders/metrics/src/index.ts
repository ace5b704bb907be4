export type { MetricsConfig } from './config.ts';
export { Metrics } from './metrics.ts';
export { metrics } from './plugin.ts';
