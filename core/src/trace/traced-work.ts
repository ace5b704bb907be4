import type { TraceChannel } from './channels.ts';
import type { TraceEvent } from './events.ts';

/** A histogram of durations. */
export interface DurationMetric<Event extends TraceEvent> {
  /** The name: `db.client.connection.wait_time`. */
  readonly name: string;
  /** One sentence for readers of a dashboard. */
  readonly description: string;
  /** Attributes of a measurement; few values each, because every combination is a series. `error.type` is added. */
  readonly attributes?: (event: Event) => Readonly<Record<string, string | number | boolean>>;
}

/** Work of a plugin that has its own trace channel. Says how tools show this work. */
export interface TracedWork<Event extends TraceEvent> {
  /** The kind of work, in lower case: `mail`, `image-resize`. Spans are named `mail welcome`. */
  readonly kind: string;
  /** The channel, as `traceChannel()` makes it. */
  readonly channel: TraceChannel<Event>;
  /** The name of one piece of work. Tools mask credentials in it. */
  readonly name: (event: Event) => string;
  /** Facts about the work. Called when it begins, and again when it has ended. Tools mask credentials among them. */
  readonly facts?: (event: Event) => Readonly<Record<string, string | number | boolean>>;
  /** Further attributes of the span, by their names in the semantic conventions: `messaging.system`. Called and masked as `facts`. */
  readonly attributes?: (event: Event) => Readonly<Record<string, string | number | boolean>>;
  /** The kind of the span in OpenTelemetry; `internal` by default. `client` calls another service. */
  readonly span?: 'internal' | 'client' | 'server' | 'producer' | 'consumer';
  /** Whether all work of the channel is asynchronous, as on channels of Node's `tracePromise()`. It then ends with `asyncEnd`. False by default. */
  readonly async?: boolean;
  /** Whether the work may begin a trace, and an entry of devtools, without a request. False by default; true for `defineChannel()`. */
  readonly root?: boolean;
  /** Whether the log has a line for each piece of work. False by default; true for `defineChannel()`. */
  readonly line?: boolean;
  /** The metric that gets the duration of each piece of work in seconds, as a histogram. None by default. */
  readonly duration?: DurationMetric<Event>;
  /** Whether the work succeeded. Called after it has ended; null if that is unknown. */
  readonly passed?: (event: Event) => boolean | null;
}

/** `TracedWork` for any type of event. */
export interface AnyTracedWork {
  /** The kind of work: `mail`. */
  readonly kind: string;
  /** Calls `use` with the work and the type of its events. */
  open<Result>(use: <Event extends TraceEvent>(work: TracedWork<Event>) => Result): Result;
}

/**
 * Declares work of a plugin for devtools and OpenTelemetry. Each piece of work becomes a step of its request, and a span.
 *
 * @example traces: [tracedWork({ kind: 'mail', channel: mails, name: ({ template }) => template })]
 */
export const tracedWork = <Event extends TraceEvent>(work: TracedWork<Event>): AnyTracedWork => ({
  kind: work.kind,
  open: (use) => use(work),
});

/** Whether pages and spans can show a kind. */
export const isKind = (kind: unknown): kind is string => typeof kind === 'string' && /^[a-z][a-z\d-]{0,40}$/.test(kind);

/** Whether a value is what `tracedWork()` returns, with a kind that pages and spans can show. */
export const isTracedWork = (value: unknown): boolean => {
  const { kind, open } = Object(value) as { readonly kind?: unknown; readonly open?: unknown };
  return typeof open === 'function' && isKind(kind);
};
