// Taproot with one route and the log: one line for each request.
import { createFacades, setup } from '@taproot/core';
import { log } from '@taproot/log';
import { routing } from '@taproot/routing';
import { report } from './serve.js';

const handle = createFacades();
const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
  .withPlugins([routing(), log()])
  .withConfig({
    http: { host: '127.0.0.1', port: 0 },
    log: { enabled: true, format: 'json', file: '/dev/null' },
  })
  .withRouting(() => {
    handle.facades.Route().get('/', (ctx) => ctx.response().string(200, 'Hello, world!'));
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
