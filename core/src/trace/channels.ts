import { type Channel, tracingChannel } from 'node:diagnostics_channel';
import type {
  CommandEvent,
  GateEvent,
  HandlerEvent,
  HookEvent,
  MiddlewareEvent,
  QueryEvent,
  RequestEvent,
  ThrottleEvent,
  TraceEvent,
  ValidationEvent,
} from './events.ts';
import { guardChannel } from './guard-channel.ts';

/** Functions that listen to a tracing channel; leave out those that you do not need. */
export interface TraceSubscriber<Event extends object> {
  /** The work begins. */
  start?: (event: Event) => void;
  /** The synchronous part of the work is over. If the work returned no promise, all of it is over. */
  end?: (event: Event) => void;
  /** The promise of the work has settled. */
  asyncStart?: (event: Event) => void;
  /** All subscribers of `asyncStart` have run. */
  asyncEnd?: (event: Event) => void;
  /** The work failed; `event.error` is what was thrown. */
  error?: (event: Event) => void;
}

/**
 * A tracing channel of Node: five channels that carry one event object from the beginning of the work to its end.
 */
export interface TraceChannel<Event extends object> {
  /** Published before the work. `bindStore()` of this channel opens a context of `AsyncLocalStorage` around the work. */
  readonly start: Channel<unknown, Event>;
  /** Published after the synchronous part of the work. */
  readonly end: Channel<unknown, Event>;
  /** Published when the promise of the work has settled. */
  readonly asyncStart: Channel<unknown, Event>;
  /** Published after `asyncStart`. */
  readonly asyncEnd: Channel<unknown, Event>;
  /** Published when the work failed. */
  readonly error: Channel<unknown, Event>;
  /** Whether one of the five channels has a subscriber. */
  readonly hasSubscribers: boolean;
  /** Subscribes each function to its channel. */
  subscribe(subscriber: TraceSubscriber<Event>): void;
  /** Ends a subscription. */
  unsubscribe(subscriber: TraceSubscriber<Event>): void;
}

/** Every tracing channel of Taproot, by the part after `taproot:` of its name. */
export interface TraceChannels {
  /** One request. */
  readonly request: TraceChannel<RequestEvent>;
  /** One middleware. */
  readonly middleware: TraceChannel<MiddlewareEvent>;
  /** The handler of a route. */
  readonly handler: TraceChannel<HandlerEvent>;
  /** One tap of a hook. */
  readonly hook: TraceChannel<HookEvent>;
  /** One validation. */
  readonly validation: TraceChannel<ValidationEvent>;
  /** One statement on a database. */
  readonly query: TraceChannel<QueryEvent>;
  /** One command of the console. */
  readonly command: TraceChannel<CommandEvent>;
  /** A decision of a rate limiter. */
  readonly throttle: TraceChannel<ThrottleEvent>;
  /** A decision of a gate. */
  readonly gate: TraceChannel<GateEvent>;
}

/**
 * A tracing channel of your own; `name` is that of Node's `tracingChannel()`. Publish with `trace()`. List the channel under `traces` of
 * your plugin, so that devtools and OpenTelemetry show it. If a subscriber throws, the process emits a warning.
 *
 * @example const mails = traceChannel<MailEvent>('acme:mail'); const send = (event: MailEvent) => (mails.hasSubscribers ? trace(mails,
 * event, () => deliver(event)) : deliver(event));
 */
export const traceChannel = <Event extends TraceEvent>(name: string): TraceChannel<Event> => {
  // The types of Node 20 lack `hasSubscribers`, and require a subscriber for all five events.
  const channel = tracingChannel<unknown, Event>(name) as unknown as TraceChannel<Event>;
  for (const one of [channel.start, channel.end, channel.asyncStart, channel.asyncEnd, channel.error])
    guardChannel(one);
  return channel;
};

const open = <Event extends TraceEvent>(name: keyof TraceChannels): TraceChannel<Event> =>
  traceChannel(`taproot:${name}`);

/**
 * The tracing channels of Taproot, named `taproot:request`, `taproot:middleware` and so on. Tools may subscribe at any time. If a
 * subscriber throws, the process emits a warning.
 *
 * @example channels.query.subscribe({ start: ({ sql }) => console.log(sql) });
 */
export const channels: TraceChannels = Object.freeze({
  request: open('request'),
  middleware: open('middleware'),
  handler: open('handler'),
  hook: open('hook'),
  validation: open('validation'),
  query: open('query'),
  command: open('command'),
  throttle: open('throttle'),
  gate: open('gate'),
} satisfies TraceChannels);
