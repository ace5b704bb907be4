// AdonisJS with its own CORS, body parser, limiter in memory and VineJS. Version 6: its successor asks for Node 24.
import { defineConfig as defineBodyParser } from '@adonisjs/core/bodyparser';
import { IgnitorFactory } from '@adonisjs/core/factories';
import { ExceptionHandler } from '@adonisjs/core/http';
import { defineConfig as defineCors } from '@adonisjs/cors';
import { defineConfig as defineLimiter, stores } from '@adonisjs/limiter';
import { recordSchema } from '../validators/vine-schemas.js';
import { origin, pointsPerMinute, replyTo } from './post-contract.js';
import { report } from './serve.js';

/** @typedef {import('@adonisjs/limiter/types').LimiterManagerStoreFactory} StoreFactory */
/** @typedef {import('@adonisjs/limiter').LimiterManager<{ memory: StoreFactory }>} Limiters */

process.env.HOST = '127.0.0.1';
process.env.PORT = '0';

const config = {
  bodyparser: defineBodyParser({}),
  cors: defineCors({ origin: [origin], methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] }),
  limiter: defineLimiter({ default: 'memory', stores: { memory: stores.memory({}) } }),
};
const providers = [
  () => import('@adonisjs/cors/cors_provider'),
  () => import('@adonisjs/limiter/limiter_provider'),
].map((file) => ({ file, environment: ['web'] }));

const ignitor = new IgnitorFactory()
  .withCoreConfig()
  .withCoreProviders()
  .merge({ config, rcFileContents: { providers } })
  .create(new URL('.', import.meta.url), { importer: (path) => import(path) });

ignitor.tap((app) => {
  // It tells a parent process in its own way that it has started; ours waits for the port.
  app.notify = () => undefined;
  app.starting(async () => {
    // Its own type lists the stores of an application, which this is not.
    const limiter = /** @type {Limiters} */ (/** @type {unknown} */ (await app.container.make('limiter.manager')));
    const throttle = limiter.define('api', (ctx) =>
      limiter.allowRequests(pointsPerMinute).every('1 minute').usingKey(ctx.request.ip()),
    );
    const server = await app.container.make('server');
    const router = await app.container.make('router');
    server.errorHandler(async () => ({ default: ExceptionHandler }));
    server.use([() => import('@adonisjs/cors/cors_middleware')]);
    router.use([() => import('@adonisjs/core/bodyparser_middleware')]);
    router.post('/people', async ({ request }) => replyTo(await recordSchema.validate(request.all()))).use(throttle);
  });
});

await ignitor.httpServer().start();
const server = await ignitor.getApp()?.container.make('server');
const address = server?.getNodeServer()?.address();
if (address !== null && typeof address === 'object') report(address.port);
