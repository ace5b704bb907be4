import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import type { Application, Middleware } from '@taproot/core';
import { checkCallback } from '@taproot/core/internal';
import {
  type DeclaredNames,
  type DriverSite,
  definePlugin,
  type HttpDriver,
  type Options,
  type RouteInfo,
  Stage,
} from '@taproot/core/plugin';
import { checkConfig } from './check-config.ts';
import { httpDefaults } from './config.ts';
import { type HttpHooks, httpHooks } from './hooks/http-hooks.ts';
import { type Http, httpOf } from './http/http-runtime.ts';
import type { GlobalMiddleware } from './plan/global-middleware.ts';
import type { RootRouter } from './router/root-router.ts';
import { Signed } from './router/signed-url.ts';
import { loadFigures } from './server/load-figures.ts';

/** The names of routes with their patterns, for `RouteNames`. */
const declaredRoutes = (routes: readonly RouteInfo[]): DeclaredNames => ({
  module: '@taproot/core',
  interface: 'RouteNames',
  members: Object.fromEntries(routes.flatMap(({ name, path }) => (name === null || name === '' ? [] : [[name, path]]))),
});

declare module '@taproot/core' {
  interface Facades {
    /** Routes: `facades.Route().get('/', handler)`. */
    Route(): RootRouter;
    /** The HTTP side itself: its hooks, its listener, its address. */
    Http(): Http;
  }
  interface MiddlewareFactories {
    /** Lets in requests whose address `facades.Route().signedUrl()` has made; others get 403. */
    signed(): Middleware;
  }
  interface PluginHooks {
    /** Hooks of HTTP. */
    http: HttpHooks;
  }
  interface Provided {
    /** Makes Koa's pipeline around the routes, for the driver `koa`; null when it has no middleware. */
    koaPipeline: (site: DriverSite) => Promise<RequestListener | null>;
  }
}

/** The default driver. It answers by itself, unless a plugin provides Koa's pipeline and that has middleware. */
const koaDriver = async (app: Application): Promise<HttpDriver> => {
  const { RouteSearch } = await import('./router/route-search.ts');
  return {
    name: 'koa',
    finder: (routes) => new RouteSearch(routes),
    listener: async (site) => (await app.provided('koaPipeline')?.(site)) ?? null,
  };
};

/**
 * Routing, requests, responses and the server: `facades.Route()` and `Http()`, the builder steps `withRouting()` and
 * `withMiddleware()`. Settings are in config/http.ts: port 3000 of 127.0.0.1 by default.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/routing`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing()])
 */
export const routing = (options?: Options<'http'>) =>
  definePlugin({
    name: 'routing',
    config: { http: httpDefaults },
    options: { http: options },
    drivers: { koa: koaDriver },
    hooks: { http: httpHooks },
    facades: {
      Http: (app) => httpOf(app).facade,
      Route: (app) => httpOf(app).router,
    },
    middleware: { signed: (app) => () => new Signed(app) },
    steps: {
      /** Registers routes: `.withRouting(() => { web(); api(); })`. The function also gets the router. */
      withRouting: {
        stage: Stage.routing,
        run: (app: Application, register: (route: RootRouter) => void | Promise<void>) => {
          checkCallback('withRouting', register);
          return register(app.facades.Route());
        },
      },
      /** Changes the middleware around every request: `.withMiddleware((m) => m.append(...))`. */
      withMiddleware: {
        stage: Stage.middleware,
        run: (app: Application, change: (middleware: GlobalMiddleware) => void) => {
          checkCallback('withMiddleware', change);
          change(httpOf(app).globalMiddleware);
        },
      },
    },
    figures: (app) => loadFigures(() => httpOf(app).facade.serverLoad),
    commands: () => import('./commands/index.ts'),
    declares: (app) => [declaredRoutes(app.facades.Route().getRoutes())],
    provides: {
      openRequests: (app) => httpOf(app).openRequests,
      sources: (app) => async (source) => (await import('./in-process/read-source.ts')).readSource(source, app),
    },
    apply(app) {
      checkConfig(app.config.http);
      const http = httpOf(app);
      app.hooks.ready.tap({ name: 'routing', stage: Stage.first }, () => http.prepare());
      app.hooks.start.tapPromise({ name: 'routing', stage: Stage.server }, () => http.open());
      http.hooks.listening.tap('routing', ({ url }) => {
        const { name, env } = app.config.app;
        // Only the first of the workers that share the port prints the address.
        if (env === 'testing' || (cluster.worker?.id ?? 1) !== 1) return;
        const notice = app.provided('notice') ?? ((message: string) => void process.stdout.write(`${message}\n`));
        notice(`${name} (${env}) listens on ${url}`);
      });
      app.hooks.shutdown.tapPromise({ name: 'routing', stage: Stage.server }, (_app, { deadline }) =>
        http.close(deadline - Date.now()),
      );
      // Runs last, so that plugins can close their WebSockets first.
      app.hooks.shutdown.tapPromise({ name: 'routing', stage: Stage.last }, (_app, { deadline }) =>
        http.end(deadline - Date.now()),
      );
    },
  });
