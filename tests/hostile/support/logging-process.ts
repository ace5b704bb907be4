import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';

// A script of its own: an application nobody listens to, so that what it reports goes to standard error.
const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'production' } })
  .withPlugins([routing()])
  .withConfig({ http: { port: 0 } })
  .withRouting((route) => {
    route.get('/health', (ctx) => ctx.response().string(200, 'ok'));
    route.get('/throw', () => Promise.reject(new Error('x'.repeat(2000))));
  })
  .create();
await app.open();
process.on('message', () => process.send?.({ waiting: process.stderr.writableLength }));
process.send?.({ port: app.facades.Http().address?.port });
