import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestEvent } from '@taproot/core/internal';
import { Note } from '@taproot/routing/internal';
import { addEndAttributes, methodOf, pathOf, startAttributes } from './http-attributes.ts';
import { tracer } from './instrumentation.ts';

/** Makes the span of each request. Its name is `GET /posts/{id}` as soon as the route is known. */
export class RequestSpans {
  readonly #spans = new Note<RequestEvent, Span>('span');
  readonly #except: ReadonlySet<string>;

  readonly #shown: (path: string) => string;

  /** `except`: paths that get no span; `shown`: masks the secrets in a path. */
  constructor(except: readonly string[], shown: (path: string) => string) {
    this.#except = new Set(except);
    this.#shown = shown;
  }

  /**
   * Begins a span below the span of the caller (W3C `traceparent`, or a registered propagator). Returns the context of
   * its work.
   */
  begin(event: RequestEvent): Context {
    const { request } = event;
    const active = context.active();
    const path = pathOf(request);
    if (this.#except.has(path)) return active;
    const caller = propagation.extract(active, request.headers);
    const options = { kind: SpanKind.SERVER, attributes: startAttributes(request, this.#shown(path)) };
    const span = tracer().startSpan(methodOf(request), options, caller);
    this.#spans.set(event, span);
    return trace.setSpan(caller, span);
  }

  end(event: RequestEvent): void {
    const span = this.#spans.get(event);
    if (span === undefined) return;
    const { request, route, status, ctx } = event;
    if (route !== null) span.updateName(`${methodOf(request)} ${route.path}`);
    const attributes = addEndAttributes({}, event);
    const address = ctx === null ? '' : ctx.request().ip();
    // The address is empty if the client left before it was read.
    if (address !== '') attributes['client.address'] = address;
    span.setAttributes(attributes);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}
