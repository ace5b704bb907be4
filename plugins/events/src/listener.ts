import { basename } from 'node:path';
import type { Duration } from '@taproot/core';
import { callPlace, describeValue, type Place, seconds } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { Event } from './event.ts';

/** One call of a listener: the second argument of `handle()`. */
export interface ListenerRun {
  /** The id of what was dispatched; the same for all listeners, and for all attempts of one. */
  readonly id: string;
  /** The name of the event. */
  readonly event: string;
  /** The number of the attempt, from 1 on. Without the queue there is only one. */
  readonly attempt: number;
  /** Whether a worker of the queue calls it. */
  readonly queued: boolean;
  /** Aborts when the time of the listener is over, and when a worker stops. */
  readonly signal: AbortSignal;
}

/** How the queue runs a listener. */
export interface QueuedListener<Payload extends object = object> {
  /** The queue it waits in; `events.queue` by default. */
  readonly queue?: string;
  /** The time until it may begin; at once by default. */
  readonly delay?: Duration;
  /** How often it is tried; the setting of the queue by default. */
  readonly attempts?: number;
  /** How long an attempt may take; the setting of the queue by default. */
  readonly timeout?: Duration;
  /**
   * The key of a call that may wait or run only once: an event does not call the listener while another call with this key waits or runs.
   * None by default.
   */
  readonly unique?: (payload: Payload) => string;
}

/** The declaration of a listener. Only `handle` is required. */
export interface ListenerDefinition<Payload extends object> {
  /**
   * The name in listings and, for the queue, the name under which it waits. By default the name of the file that declares it,
   * `send-receipt`. Set it before you rename the file of a listener of the queue, and for several listeners in one file.
   */
  readonly name?: string;
  /**
   * Leaves the work to the queue: it is tried again after an error, and a process that is killed loses nothing. True for the settings of
   * the queue. By default it runs in the process that dispatches.
   */
  readonly queue?: boolean | QueuedListener<Payload>;
  /**
   * Whether it waits for the commit of the transaction at hand; true by default. With false it runs inside of `dispatch()`, and what it
   * writes is a part of that transaction. Listeners of the queue are always a part of it.
   */
  readonly afterCommit?: boolean;
  /** Does the work. An error is reported; the other listeners and the caller of `dispatch()` go on. */
  readonly handle: (payload: Payload, run: ListenerRun) => unknown;
}

/** How the queue runs a listener, with times in seconds. */
interface QueuedSettings {
  readonly queue: string | null;
  readonly delay: number;
  readonly attempts: number | null;
  readonly timeout: number | null;
  keyOf(payload: object): string | null;
}

/** A declared listener: `withListeners()` registers it. */
export interface Listener<Payload extends object = object> {
  /** The name, unique for its event. */
  readonly name: string;
  /** The event it listens to. */
  readonly event: Event<Payload>;
  /** How the queue runs it; null if it runs in the process that dispatches. */
  readonly queued: QueuedSettings | null;
  /** Whether it waits for the commit. */
  readonly afterCommit: boolean;
  /** The line that declares it. */
  readonly place: Place;
  /** Does the work. */
  handle(payload: Payload, run: ListenerRun): unknown;
}

/**
 * Declares what is done after an event. Register it with `withListeners()`.
 *
 * @throws E_LISTENER_INVALID for a wrong declaration, E_DURATION_INVALID for a wrong time.
 * @example export const sendReceipt = listener(orderPaid, { queue: true, async handle({ order }, run) { } });
 */
export const listener = <Payload extends object>(
  event: Event<Payload>,
  definition: ListenerDefinition<Payload>,
): Listener<Payload> => {
  const place = callPlace();
  const { name = nameOf(place), queue = false, afterCommit = true, handle } = definition;
  const called = String(Object(event).name);
  const expect = (holds: boolean, key: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_LISTENER_INVALID({ event: called, key, value: describeValue(value), expected });
  };
  expect(typeof called === 'string' && 'place' in Object(event), 'event', event, 'what event() returns');
  expect(typeof name === 'string' && /^[\w./-]{1,100}$/.test(name), 'name', name, 'a name such as "send-receipt"');
  expect(typeof handle === 'function', 'handle', handle, 'a function');
  expect(
    typeof queue === 'boolean' || (typeof queue === 'object' && queue !== null),
    'queue',
    queue,
    'true or options',
  );
  expect(typeof afterCommit === 'boolean', 'afterCommit', afterCommit, 'true or false');
  expect(
    afterCommit || queue === false,
    'afterCommit',
    afterCommit,
    'true: a listener of the queue never runs before the commit',
  );
  return Object.freeze({
    name,
    event,
    queued: queue === false ? null : settingsOf(called, name, queue === true ? {} : queue),
    afterCommit,
    place,
    handle: (payload: Payload, run: ListenerRun) => handle(payload, run),
  });
};

const settingsOf = <Payload extends object>(
  event: string,
  name: string,
  options: QueuedListener<Payload>,
): QueuedSettings => {
  const { queue = null, delay = 0, attempts = null, timeout, unique } = options;
  if (unique !== undefined && typeof unique !== 'function')
    throw errors.E_LISTENER_INVALID({ event, key: 'unique', value: describeValue(unique), expected: 'a function' });
  if (attempts !== null && !(Number.isSafeInteger(attempts) && attempts > 0))
    throw errors.E_LISTENER_INVALID({
      event,
      key: 'attempts',
      value: describeValue(attempts),
      expected: 'a whole number, 1 or more',
    });
  return {
    queue,
    attempts,
    // A cast: the listener gets the payload of its own event.
    keyOf: (payload) => unique?.(payload as Payload) ?? null,
    delay: seconds(delay, `The delay of the listener "${name}"`),
    timeout: timeout === undefined ? null : seconds(timeout, `The timeout of the listener "${name}"`),
  };
};

/** The name of the file that declares a listener, without its extension. */
const nameOf = ({ frame }: Place): string =>
  frame === null ? '' : basename(frame.file).replace(/\.[cm]?[jt]sx?$/, '');
