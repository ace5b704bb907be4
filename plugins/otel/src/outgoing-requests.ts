import { metrics, type Span, trace } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { cutText, maskText } from '@taproot/masking';

/** The most characters of a path. */
const longestPath = 500;

/** Keeps the text of an error out of a span, because it may contain a secret. `error.type` says what happened. */
const quiet = (span: Span): void => {
  if (!span.isRecording()) return;
  const setStatus = span.setStatus.bind(span);
  span.setStatus = ({ code }) => setStatus({ code });
  span.recordException = () => undefined;
};

/**
 * Makes a span of each request that `fetch` and undici send, and passes the trace on in `traceparent`. Outside of a span there is none.
 * Measures all of them. Call the returned function to stop.
 */
export const watchOutgoing = (): (() => void) => {
  let tracers: unknown = null;
  let meters: unknown = null;
  // Providers may be registered at any time, and the package would keep the first ones.
  const follow = (): void => {
    if (tracers !== trace.getTracerProvider()) instrumentation.setTracerProvider(trace.getTracerProvider());
    if (meters !== metrics.getMeterProvider()) instrumentation.setMeterProvider(metrics.getMeterProvider());
    tracers = trace.getTracerProvider();
    meters = metrics.getMeterProvider();
  };
  const instrumentation = new UndiciInstrumentation({
    requireParentforSpans: true,
    ignoreRequestHook: () => {
      follow();
      return false;
    },
    // A query may contain tokens.
    startSpanHook: ({ origin, path }) => {
      const shown = maskText(cutText(path.split('?', 1)[0] ?? '/', longestPath));
      return { 'url.full': `${origin}${shown}`, 'url.path': shown, 'url.query': '' };
    },
    requestHook: quiet,
  });
  return () => instrumentation.disable();
};
