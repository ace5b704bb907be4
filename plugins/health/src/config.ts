import { type Context } from '@taproot/core';
import { durations, type Seconds } from '@taproot/core/plugin';

/** Decides whether the sender of a request may see the checks one by one. */
export type DetailsGate = (ctx: Context) => boolean | Promise<boolean>;

/** The `health` configuration. */
export interface HealthConfig {
  /** Path that says that the process answers; it depends on nothing else. `/health/live` by default. */
  live: string;
  /** Path of the readiness probe: whether the application wants requests. `/health/ready` by default. */
  ready: string;
  /** Seconds one check may take before it counts as failed; 2 by default. */
  timeout: Seconds;
  /** Seconds for which the results of the checks are reused; 1 by default. 0 runs them for each probe. */
  cache: Seconds;
  /**
   * Seconds between the signal to end and the close of the server, 0 by default. In that time `ready` answers 503 and
   * the application still serves. At most half of `app.shutdown_timeout`. Give a balancer the time that it needs to
   * notice: the interval of its probe, times the failures it waits for.
   */
  drain_delay: Seconds;
  /** Names of checks that are shown, but do not make the application unready when they fail. None by default. */
  optional: readonly string[];
  /**
   * Who sees each check: a function of the context, the name of an ability of `facades.Gate()`, true for everyone,
   * false for no one. By default everyone in development, and no one elsewhere. All others see only the status.
   */
  details: DetailsGate | string | boolean | null;
  /** Seconds by which the event loop may be late, for the check `event_loop`; 1 by default. 0 leaves the check out. */
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
