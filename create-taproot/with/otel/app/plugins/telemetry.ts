import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { definePlugin, Stage } from '@taproot/core/plugin';
import { resourceAttributes } from '@taproot/otel';

/** The `telemetry` configuration; its file is config/telemetry.ts. */
export interface TelemetryConfig {
  endpoint: string;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    telemetry: TelemetryConfig;
  }
}

/** Milliseconds that one request to the collector may take. */
const timeoutMillis = 3000;

/** Sends the spans and metrics that `otel()` makes to a collector. They name the application and this process. */
export const telemetry = () =>
  definePlugin({
    name: 'telemetry',
    config: { telemetry: { endpoint: '' } },
    apply(app) {
      const { endpoint } = app.config.telemetry;
      if (endpoint === '') return;
      const resource = resourceFromAttributes(resourceAttributes(app));
      const to = (path: string) => ({ url: `${endpoint.replace(/\/$/, '')}/v1/${path}`, timeoutMillis });
      const tracers = new BasicTracerProvider({
        resource,
        spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(to('traces')))],
      });
      const meters = new MeterProvider({
        resource,
        readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(to('metrics')) })],
      });
      trace.setGlobalTracerProvider(tracers);
      metrics.setGlobalMeterProvider(meters);
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      propagation.setGlobalPropagator(new W3CTraceContextPropagator());
      // A collector that is down is reported. It delays no request, and is no failure of the shutdown.
      const report = (error: unknown) => app.report(error, { where: 'telemetry' });
      setGlobalErrorHandler(report);
      // The last spans are sent before the process ends.
      app.hooks.shutdown.tapPromise({ name: 'telemetry', stage: Stage.last }, async () => {
        await Promise.all([tracers.shutdown().catch(report), meters.shutdown().catch(report)]);
      });
    },
  });
