import { defineConfig } from '@taproot/core';

/** Where traces and metrics go. */
export const telemetry = defineConfig('telemetry', (env) => ({
  /** A collector for OTLP over HTTP, such as http://127.0.0.1:4318. Nothing is sent without it, or from tests. */
  endpoint: env('APP_ENV', '') === 'testing' ? '' : env('OTEL_EXPORTER_OTLP_ENDPOINT', ''),
}));
