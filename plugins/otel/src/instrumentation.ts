import { type Meter, metrics, type Tracer, trace } from '@opentelemetry/api';

const scope = '@taproot/otel';

/** The tracer of the provider that is registered now. */
export const tracer = (): Tracer => trace.getTracer(scope);

/** The meter of the provider that is registered now. */
export const meter = (): Meter => metrics.getMeter(scope);
