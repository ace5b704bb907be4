// Taproot behind middleware.session(), or without it; the arguments are the driver, and the store or `open` for a route without a session.
import { createFacades, setup } from '@taproot/core';
import { crypt } from '@taproot/crypt';
import { fastify } from '@taproot/fastify';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { session } from '@taproot/session';
import { report } from './serve.js';
import { kept, secret, users } from './session-contract.js';

const [driver = 'koa', store = 'cookie'] = process.argv.slice(2);

const handle = createFacades();
const { middleware } = handle;

const app = await setup(handle, { basePath: new URL('.', import.meta.url), env: { APP_KEY: secret } })
  .withPlugins([
    routing(),
    fastify(),
    crypt(),
    redis(),
    session({
      store: store === 'redis' ? 'redis' : 'cookie',
      redis: { prefix: `bench:${process.pid}` },
      cookie: { secure: false },
    }),
  ])
  .withConfig({ http: { driver, host: '127.0.0.1', port: 0 } })
  .withRouting((route) => {
    if (store === 'open') return void route.get('/me', (ctx) => ctx.response().json(200, users.get(42)));
    const pages = route.middleware(middleware.session());
    pages.get('/login', (ctx) => {
      ctx.request().session().put('kept', kept);
      return {};
    });
    pages.get('/me', (ctx) => ctx.response().json(200, users.get(ctx.request().session().get('kept')?.user ?? -1)));
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
