// Taproot with one route and OpenTelemetry: a span for the request and one for its handler.
import { createFacades, setup } from '@taproot/core';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { report } from './serve.js';
import './tracing.js';

const handle = createFacades();
const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
  .withPlugins([routing(), otel()])
  .withConfig({ http: { host: '127.0.0.1', port: 0 } })
  .withRouting(() => {
    handle.facades.Route().get('/', (ctx) => ctx.response().string(200, 'Hello, world!'));
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
