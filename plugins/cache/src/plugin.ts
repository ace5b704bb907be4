import type { Middleware } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { Cache } from './cache.ts';
import { cacheOf } from './cache-runtime.ts';
import { cacheDefaults } from './config.ts';
import { cacheFigures } from './figures.ts';
import { Idempotency, type IdempotencyOptions } from './idempotency/idempotency.ts';
import type { Locks } from './locks/locks.ts';
import { ResponseCache, type ResponseCacheOptions } from './responses/response-cache.ts';
import { cacheUses, locksTaken } from './traced-cache.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Values with an end: `await facades.Cache().remember('stats', '5m', () => countAll(db))`. */
    Cache(): Cache;
    /** Work that one process of all does at a time: `await facades.Lock().run('report', ({ signal }) => build(signal))`. */
    Lock(): Locks;
  }
  interface MiddlewareFactories {
    /** Keeps whole responses of GET and HEAD, and sends them again: `middleware.cache({ ttl: '1m', tags: ['posts'] })`. */
    cache(options?: ResponseCacheOptions): Middleware;
    /** Answers a repeated request with the first response, by its header `Idempotency-Key`. */
    idempotency(options?: IdempotencyOptions): Middleware;
  }
}

/**
 * Caches, locks and idempotency keys: `facades.Cache()`, `facades.Lock()`, `middleware.cache()`, `middleware.idempotency()`. Settings are in config/cache.ts: in the
 * memory of this process by default. Needs redis or database for other stores. `options` are settings of that file, and win over it. Take it
 * from `@taproot/cache`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), cache()])
 */
export const cache = (options?: Options<'cache'>) =>
  definePlugin({
    name: 'cache',
    after: ['routing', 'redis', 'database', 'auth'],
    config: { cache: cacheDefaults },
    options: { cache: options },
    facades: { Cache: (app) => new Cache(cacheOf(app)), Lock: (app) => cacheOf(app).locks },
    middleware: {
      cache: (app) => (given) => new ResponseCache(cacheOf(app), given),
      idempotency: (app) => (given) => new Idempotency(cacheOf(app), given),
    },
    figures: (app) => cacheFigures(() => cacheOf(app)),
    traces: [cacheUses, locksTaken],
    health: (app) => (app.config.cache.store === 'memory' ? {} : { cache: () => cacheOf(app).check() }),
    commands: () => import('./commands/index.ts'),
    apply(app) {
      const runtime = cacheOf(app);
      // A wrong store stops the boot.
      app.hooks.ready.tap('cache', () => void [runtime.bento, runtime.engine]);
      app.hooks.shutdown.tapPromise('cache', () => runtime.close());
    },
  });
