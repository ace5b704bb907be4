import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Event } from '../event.ts';
import { eventsOf, type KeptEvent } from '../events-runtime.ts';
import type { Listener } from '../listener.ts';

/** An event that a test dispatched. */
export interface DispatchedEvent<Payload = object> {
  /** The name of the event. */
  readonly name: string;
  /** Its payload. */
  readonly payload: Payload;
}

type Matching<Payload> = Partial<Payload> | ((payload: Payload) => boolean);

/** Keeps the events that an application dispatches, and calls no listener. */
export class FakeEvents {
  readonly #app: Application;
  #kept: KeptEvent[] = [];

  /** Made by `fakeEvents()`. */
  constructor(app: Application) {
    this.#app = app;
    eventsOf(app).keep = (one) => void this.#kept.push(one);
  }

  /** The events that were dispatched, in their order; all of them, or those of one declaration. */
  dispatched(): readonly DispatchedEvent[];
  dispatched<Payload extends object>(event: Event<Payload>): readonly DispatchedEvent<Payload>[];
  dispatched(event?: Event): readonly DispatchedEvent<never>[] {
    const kept = this.#kept.filter((one) => event === undefined || one.event.name === event.name);
    // A cast: `dispatch()` has given the payload its type.
    return kept.map((one) => ({ name: one.event.name, payload: one.payload as never }));
  }

  /**
   * The event was dispatched, with these members of its payload, or with a payload for which the function returns true.
   * @throws E_EVENTS_ASSERTION
   */
  assertDispatched<Payload extends object>(event: Event<Payload>, matching: Matching<NoInfer<Payload>> = {}): this {
    const found = this.dispatched(event).some(({ payload }) => matches(payload, matching));
    return this.#expect(found, `The event "${event.name}" was not dispatched${described(matching)}.`);
  }

  /**
   * The event was dispatched this many times.
   * @throws E_EVENTS_ASSERTION
   */
  assertDispatchedTimes(event: Event, times: number): this {
    const { length } = this.dispatched(event);
    return this.#expect(length === times, `The event "${event.name}" was dispatched ${length} times, not ${times}.`);
  }

  /**
   * No such event was dispatched.
   * @throws E_EVENTS_ASSERTION
   */
  assertNotDispatched<Payload extends object>(event: Event<Payload>, matching: Matching<NoInfer<Payload>> = {}): this {
    const found = this.dispatched(event).some(({ payload }) => matches(payload, matching));
    return this.#expect(!found, `The event "${event.name}" was dispatched${described(matching)}.`);
  }

  /**
   * No event was dispatched.
   * @throws E_EVENTS_ASSERTION
   */
  assertNothingDispatched(): this {
    return this.#expect(this.#kept.length === 0, 'Events were dispatched.');
  }

  /**
   * The application has registered this listener.
   * @throws E_EVENTS_ASSERTION
   */
  assertListening(listener: Listener): this {
    const { event, name } = listener;
    const found = eventsOf(this.#app).listeners(event).includes(listener);
    return this.#expect(
      found,
      `The listener "${name}" does not listen to "${event.name}": withListeners() has no such entry.`,
    );
  }

  /** Forgets what was dispatched. */
  clear(): void {
    this.#kept = [];
  }

  /** Listeners are called again. */
  restore(): void {
    eventsOf(this.#app).keep = null;
  }

  #expect(holds: boolean, message: string): this {
    if (holds) return this;
    const dispatched = this.#kept.map(({ event, payload }) => `${event.name} ${JSON.stringify(payload)}`).join(', ');
    throw errors.E_EVENTS_ASSERTION({ message, dispatched: dispatched || 'none' });
  }
}

const matches = <Payload extends object>(payload: Payload, matching: Matching<Payload>): boolean =>
  typeof matching === 'function'
    ? matching(payload)
    : Object.entries(matching).every(([key, value]) => isDeepStrictEqual(Object(payload)[key], value));

const described = (matching: unknown): string => {
  if (typeof matching === 'function') return ' with such a payload';
  const text = JSON.stringify(matching);
  return text === '{}' ? '' : ` with ${text}`;
};

/**
 * Replaces the listeners of an application in a test: payloads are judged and kept, and no listener runs.
 *
 * @example const events = fakeEvents(app); await http(app).post('/orders'); events.assertDispatched(orderPaid, { order: 7 });
 */
export const fakeEvents = (app: Application): FakeEvents => new FakeEvents(app);
