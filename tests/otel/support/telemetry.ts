import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Registers the SDK with exporters to a collector, as an application does. `flush` sends what there is. */
export const register = (collector: string) => {
  const tracers = new BasicTracerProvider({
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${collector}/v1/traces`, timeoutMillis: 300 })),
    ],
  });
  const meters = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${collector}/v1/metrics`, timeoutMillis: 300 }),
      }),
    ],
  });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    flush: async (): Promise<void> => {
      await Promise.all([tracers.forceFlush(), meters.forceFlush()]);
    },
    end: async (): Promise<void> => {
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      for (const api of [trace, metrics, context, propagation]) api.disable();
    },
  };
};
