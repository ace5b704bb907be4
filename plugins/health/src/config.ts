import { type Context } from '@taproot/core';
import { durations, type Seconds } from '@taproot/core/plugin';

/** Decides whether the sender of a request may see the checks one by one. */
export type DetailsGate = (ctx: Context) => boolean | Promise<boolean>;

/** The `health` configuration. */
export interface HealthConfig {
  /** Path that says that the process answers; it depends on nothing else. `/health/live` by default. */
  live: string;
  /** Path that says whether the application wants requests. `/health/ready` by default. */
  ready: string;
  /** Seconds one check may take before it counts as failed; 2 by default. */
  timeout: Seconds;
  /** Seconds for which the outcome of the checks is kept; 1 by default, 0 asks each time. */
  cache: Seconds;
  /**
   * Seconds for which `ready` says 503 while the application is still serving, before it closes; 0 by default. At most half
   * of `app.shutdown_timeout`. Give a balancer the time in which it notices: interval of its probe times the failures it waits for.
   */
  drain_delay: Seconds;
  /** Names of checks that are shown but do not decide: the application is ready while they fail. None by default. */
  optional: readonly string[];
  /**
   * Who sees the checks one by one: a function of the context, the name of an ability of `facades.Gate()`, true for all, false
   * for none. By default all in development, and none anywhere else. All others see the status alone.
   */
  details: DetailsGate | string | boolean | null;
  /** Seconds the event loop may be behind for the check `event_loop`; 1 by default, 0 leaves the check out. */
  max_delay: Seconds;
  /** Settings of the check `disk`. */
  disk: {
    /** A path on the disk that is checked, from the application's folder; that folder by default. */
    path: string;
    /** Bytes that must be free, 64 MiB by default; 0 leaves the check out. */
    free: number;
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/health.ts: paths for probes, time-outs of checks, who sees details, draining. */
    health: HealthConfig;
  }
}

/** Defaults of config/health.ts. */
export const healthDefaults = durations<HealthConfig>(
  {
    live: '/health/live',
    ready: '/health/ready',
    timeout: 2,
    cache: 1,
    drain_delay: 0,
    optional: [],
    details: null,
    max_delay: 1,
    disk: { path: '.', free: 64 * 1024 * 1024 },
  },
  'timeout',
  'cache',
  'drain_delay',
  'max_delay',
);
