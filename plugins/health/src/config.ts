import { type Context, type Duration } from '@taproot/core';
import { durations, orNull } from '@taproot/core/plugin';

/** Decides whether the sender of a request may see the checks one by one. */
export type DetailsGate = (ctx: Context) => boolean | Promise<boolean>;

/** The `health` configuration. */
export interface HealthConfig {
  /** Path that says that the process answers; it depends on nothing else. `/health/live` by default. */
  live: string;
  /** Path of the readiness probe: whether the application wants requests. `/health/ready` by default. */
  ready: string;
  /** Seconds one check may take before it counts as failed; 2 by default. */
  timeout: Duration;
  /** Seconds for which the results of the checks are reused; 1 by default. 0 runs them for each probe. */
  cache: Duration;
  /**
   * Seconds between the signal to end and the close of the server, 0 by default. In that time `ready` answers 503 and
   * the application still serves. At most half of `app.shutdown_timeout`. Give a balancer the time that it needs to
   * notice: the interval of its probe, times the failures it waits for.
   */
  drain_delay: Duration;
  /** Names of checks that are shown, but do not make the application unready when they fail. None by default. */
  optional: readonly string[];
  /**
   * Who sees each check: a function of the context, the name of an ability of `facades.Gate()`, true for everyone,
   * false for no one. By default everyone in development, and no one elsewhere. All others see only the status.
   */
  details: DetailsGate | string | boolean | null;
  /** Settings of the check `event_loop`. */
  event_loop: {
    /** Seconds by which the event loop may be late; 1 by default. Null leaves the check out. */
    max_delay: Duration | null;
  };
  /** Settings of the check `disk`. */
  disk: {
    /** A path on the disk that is checked, from the application's folder; that folder by default. */
    path: string;
    /** Bytes that must be free, 64 MiB by default; null leaves the check out. */
    free: number | null;
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
    event_loop: orNull(durations<HealthConfig['event_loop']>({ max_delay: 1 }, 'max_delay'), 'max_delay'),
    disk: orNull<HealthConfig['disk']>({ path: '.', free: 64 * 1024 * 1024 }, 'free'),
  },
  'timeout',
  'cache',
  'drain_delay',
);
