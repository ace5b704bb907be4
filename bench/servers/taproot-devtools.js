// Taproot with one route and a middleware: without devtools, with them and `app.debug` off, or with them at work.
import { createFacades, setup } from '@taproot/core';
import { devtools } from '@taproot/devtools';
import { routing } from '@taproot/routing';
import { report } from './serve.js';

const [mode = 'none'] = process.argv.slice(2);
const handle = createFacades();
const debug = mode === 'on';
const app = await setup(handle, {
  basePath: new URL('.', import.meta.url),
  env: { APP_ENV: debug ? 'development' : 'production' },
})
  .withPlugins(mode === 'none' ? [routing()] : [routing(), devtools()])
  .withConfig({ app: { debug }, http: { host: '127.0.0.1', port: 0 } })
  .withRouting(() => {
    handle.facades
      .Route()
      .middleware({ signature: () => 'passes', handle: (_ctx, next) => next() })
      .get('/', (ctx) => ctx.response().string(200, 'Hello, world!'));
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
