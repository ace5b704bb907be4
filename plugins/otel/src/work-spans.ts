import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { workScopeOf } from '@taproot/core/internal';
import type { TraceChannel, TraceEvent } from '@taproot/core/plugin';
import { Note } from '@taproot/routing/internal';
import type { ActiveContext } from './active-context.ts';
import { errorType } from './error-type.ts';
import { tracer } from './instrumentation.ts';

/** How the spans of one channel look. */
export interface SpanShape<Event extends TraceEvent> {
  readonly name: (event: Event) => string;
  readonly attributes: (event: Event) => Attributes;
  /** The attributes that are known at the end. */
  readonly outcome?: (event: Event) => Attributes;
  /** Kind of the span; default: internal. */
  readonly kind?: SpanKind;
  /** Whether all work is asynchronous, so that it never ends with `end`. */
  readonly async?: boolean;
  /** Whether this work may begin a trace. By default, work outside of a span gets no span. */
  readonly root?: boolean;
}

/** Whether work below a span gets spans: a span that is recorded here, or in another process. */
const isTraced = (span: Span | undefined): boolean => {
  if (span === undefined) return false;
  const { isRemote, traceFlags } = span.spanContext();
  return span.isRecording() || (isRemote === true && (traceFlags & TraceFlags.SAMPLED) !== 0);
};

/**
 * The span that sent a message, which the conventions for messaging ask for beside the parent. It is the parent, too: a job is one message.
 */
const sentBy = (event: object): Link[] => {
  const scope = workScopeOf(event);
  if (scope?.stored !== true) return [];
  const sender = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, scope.origin.trace));
  return sender === undefined ? [] : [{ context: sender }];
};

/** Makes a span of each piece of work on a channel. Call the returned function to stop. */
export const spansOf = <Event extends TraceEvent>(
  channel: TraceChannel<Event>,
  store: ActiveContext,
  shape: SpanShape<Event>,
): (() => void) => {
  const { name, attributes, outcome, kind = SpanKind.INTERNAL, root = false, async = false } = shape;
  const spans = new Note<Event, Span>('span');
  const begin = (event: Event): Context => {
    const active = context.active();
    if (!root && !isTraced(trace.getSpan(active))) return active;
    const options = { kind, attributes: attributes(event), links: kind === SpanKind.CONSUMER ? sentBy(event) : [] };
    const span = tracer().startSpan(name(event), options, active);
    spans.set(event, span);
    return trace.setSpan(active, span);
  };
  const finish = (event: Event): void => {
    const span = spans.get(event);
    if (span === undefined) return;
    if (outcome !== undefined) span.setAttributes(outcome(event));
    span.end();
  };
  const subscriber = {
    end: (event: Event) => {
      if (!async && event.pending !== true) finish(event);
    },
    asyncEnd: finish,
    error: (event: Event) => {
      const span = spans.get(event);
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType(event.error));
    },
  };
  channel.start.bindStore(store, begin);
  channel.subscribe(subscriber);
  return () => {
    channel.start.unbindStore(store);
    channel.unsubscribe(subscriber);
  };
};
