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
const meter = (): Meter => metrics.getMeter(scope);

const silent = createNoopMeter();

/** Whether a meter keeps nothing: no provider of metrics is registered. */
const isSilent = (one: Meter): boolean => one === silent;

/**
 * Makes something of the meter that is registered, once for each provider: providers may be registered at any time. The returned function
 * gives null while there is none.
 */
export const perMeter = <Made extends {}>(make: (meter: Meter) => Made): (() => Made | null) => {
  let from: unknown = null;
  let made: Made | null = null;
  return () => {
    const current = metrics.getMeterProvider();
    if (current === from) return made;
    from = current;
    const registered = meter();
    return (made = isSilent(registered) ? null : make(registered));
  };
};
