import { inspect } from 'node:util';
import type { Duration } from '@taproot/core';
import { durations, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The `events` configuration. */
export interface EventsConfig {
  /** The queue of listeners that name none; null (default) for the default one of the queue. */
  queue: string | null;
  /** Seconds that a listener may take before the next one begins; 30 by default. Listeners of the queue have `timeout` of their own. */
  timeout: Duration;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/events.ts: where listeners wait, and how long they may take. */
    events: EventsConfig;
  }
}

/** Defaults of config/events.ts. */
export const eventsDefaults = (): Settings<EventsConfig> =>
  durations<EventsConfig>({ queue: null, timeout: 30 }, 'timeout');

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_EVENTS_SETTING
 */
export const checkConfig = ({ timeout }: Settings<EventsConfig>): void => {
  if (!(timeout > 0))
    throw errors.E_EVENTS_SETTING({ setting: 'timeout', value: inspect(timeout), expected: 'seconds, more than 0' });
};
