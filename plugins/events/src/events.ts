import type { Event } from './event.ts';
import type { EventsRuntime } from './events-runtime.ts';
import type { Listener } from './listener.ts';

/** How an event is dispatched. */
export interface EventOptions {
  /** The transaction after whose commit listeners run; by default the one at hand. */
  readonly transaction?: object;
}

/** The arguments after the event; a payload without required members may be left out. */
type Dispatched<Payload> = {} extends Payload
  ? [payload?: Payload, options?: EventOptions]
  : [payload: Payload, options?: EventOptions];

/** The facade `Event`: tells listeners what has happened. */
export class Events {
  readonly #runtime: EventsRuntime;

  constructor(runtime: EventsRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Tells the listeners of an event. Those of the queue become jobs of the transaction at hand. The others run one after the other, in the
   * order of `withListeners()`: after the commit inside of a transaction, at once outside of one, and then this waits for them. An error of
   * a listener is reported, and stops neither the others nor the caller.
   * @throws E_EVENT_PAYLOAD for a payload that the schema refuses, or that a listener of the queue would not get back from JSON; errors of the queue.
   * @example await facades.Event().dispatch(orderPaid, { order: 7 });
   */
  async dispatch<Payload extends object>(
    event: Event<Payload>,
    ...[payload, options]: Dispatched<NoInfer<Payload>>
  ): Promise<void> {
    await this.#runtime.dispatch(event, payload ?? {}, options?.transaction ?? null);
  }

  /** The same as `dispatch()`. */
  emit<Payload extends object>(event: Event<Payload>, ...given: Dispatched<NoInfer<Payload>>): Promise<void> {
    return this.dispatch(event, ...given);
  }

  /** The listeners of an event, or of all events, in the order in which they run. */
  listeners(event?: Event): readonly Listener[] {
    return this.#runtime.listeners(event);
  }

  /** Whether an event has a listener. */
  hasListeners(event: Event): boolean {
    return this.#runtime.listeners(event).length > 0;
  }
}
