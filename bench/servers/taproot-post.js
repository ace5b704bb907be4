// Taproot with CORS, a rate limit in memory and rules in strings, on the driver that the argument names.
import { createFacades, setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { recordRules } from '../validators/rules.js';
import { origin, pointsPerMinute, replyTo } from './post-contract.js';
import { report } from './serve.js';

const [driver = 'koa'] = process.argv.slice(2);
const handle = createFacades();
const { facades, middleware } = handle;

const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
  .withPlugins([routing(), fastify(), cors(), throttle(), lang(), validation()])
  .withConfig({ http: { driver, host: '127.0.0.1', port: 0 }, cors: { allowed_origins: [origin] } })
  .withRouting(() => {
    facades
      .Route()
      .middleware(middleware.throttle('api'))
      .post('/people', async (ctx) => ctx.response().json(200, replyTo(await ctx.request().validated(recordRules))));
  })
  .withCallback(() => {
    facades.RateLimiter().for('api', (ctx) => limit.perMinute(pointsPerMinute).by(ctx.request().ip()));
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
