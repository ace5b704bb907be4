// Taproot behind middleware.auth('jwt'), or without it; the arguments are the driver and `open` for a route of everybody.
import { auth } from '@taproot/auth';
import { createFacades, setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { secret, users } from './auth-contract.js';
import { report } from './serve.js';

const [driver = 'koa', open] = process.argv.slice(2);

const handle = createFacades();
const { facades, middleware } = handle;

const app = await setup(handle, { basePath: new URL('.', import.meta.url), env: { JWT_SECRET: secret } })
  .withPlugins([routing(), fastify(), auth()])
  .withConfig({
    http: { driver, host: '127.0.0.1', port: 0 },
    auth: { providers: { users: { driver: 'map' } } },
  })
  .withCallback(() => {
    facades.Auth().provider('map', () => ({
      findById: (id) => users.get(id) ?? null,
      findByCredentials: () => null,
      idOf: (user) => String(/** @type {{ id: number }} */ (user).id),
    }));
  })
  .withRouting((route) => {
    if (open === 'open') return void route.get('/me', (ctx) => ctx.response().json(200, users.get('42')));
    route
      .middleware(middleware.auth('jwt'))
      .get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
