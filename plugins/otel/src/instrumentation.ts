import { createNoopMeter, type Meter, metrics, ProxyTracerProvider, type Tracer, trace } from '@opentelemetry/api';

const scope = '@taproot/otel';

let provider: unknown = null;
let known: Tracer | null = null;

/** The tracer of the provider that is registered now. */
export const tracer = (): Tracer => {
  const registered = trace.getTracerProvider();
  const current = registered instanceof ProxyTracerProvider ? registered.getDelegate() : registered;
  if (known !== null && current === provider) return known;
  provider = current;
  return (known = trace.getTracer(scope));
};

/** The meter of the provider that is registered now. */
export const meter = (): Meter => metrics.getMeter(scope);

const silent = createNoopMeter();

/** Whether a meter keeps nothing: no provider of metrics is registered. */
export const isSilent = (one: Meter): boolean => one === silent;
