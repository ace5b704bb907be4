import type { Tracing } from '@taproot/core/internal';
import { type TraceEvent, trace, traceChannel, tracedWork } from '@taproot/core/plugin';
import type { NewEvent } from './logged-event.ts';

/** `taproot:broadcast`: an event that this process sends to a channel, or hands to its streams. */
interface BroadcastEvent extends TraceEvent {
  readonly operation: 'send' | 'deliver';
  /** The pattern of the channel: `rooms.{room}` or, when it is delivered, `rooms.{}`. */
  readonly pattern: string;
  /** The name of the event. */
  readonly event: string;
  /** How many streams of this process get it; null while it is sent. */
  readonly streams: number | null;
}

const events = traceChannel<BroadcastEvent>('taproot:broadcast');

/** Publishes that an event is sent. */
export const tracedSend = <Result>(pattern: string, event: string, send: () => Promise<Result>): Promise<Result> =>
  events.hasSubscribers ? trace(events, { operation: 'send', pattern, event, streams: null }, send) : send();

/** Runs the delivery of an event to a number of streams. */
export type Delivering = (event: NewEvent, streams: number, deliver: () => void) => void;

/** Publishes that streams get an event. */
export const tracedDelivery: Delivering = ({ channel, event }, streams, deliver) => {
  if (!events.hasSubscribers) return deliver();
  const [pattern = channel] = channel.split(' ', 1);
  trace(events, { operation: 'deliver', pattern, event, streams }, deliver);
};

/** The same, within the trace of the process that sent the event. */
export const deliveryWithin =
  (tracing: Tracing): Delivering =>
  (event, streams, deliver) => {
    const { trace: traceparent } = event;
    if (traceparent === undefined) return tracedDelivery(event, streams, deliver);
    tracing.run({ traceparent }, () => tracedDelivery(event, streams, deliver));
  };

/** Sent and delivered events for devtools and OpenTelemetry. */
export const tracedEvents = tracedWork({
  kind: 'broadcast',
  channel: events,
  span: 'producer',
  name: ({ operation, pattern }) => `${operation} ${pattern}`,
  facts: ({ event, streams }) => ({ event, ...(streams === null ? {} : { streams }) }),
  attributes: ({ operation, pattern }) => ({
    'messaging.system': 'taproot',
    'messaging.operation.name': operation,
    'messaging.operation.type': operation === 'send' ? 'send' : 'process',
    'messaging.destination.template': pattern,
  }),
});
