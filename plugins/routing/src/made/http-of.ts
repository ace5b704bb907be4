import { type Application } from '@taproot/core';
import { type HttpDriver, perApp } from '@taproot/core/plugin';
import { httpDefaults } from '../config.ts';
import { Clock } from '../http/clock.ts';
import { HttpApp } from '../http/http-app.ts';
import type { Http } from '../http/http-facade.ts';
import { ShutdownSignals } from '../http/shutdown-signals.ts';
import { createHttpHooks, type HttpHooks } from '../http-hooks.ts';
import { RootRouter } from '../router/root-router.ts';
import { RouteRegistry } from '../router/route-registry.ts';
import { LoadWatch } from '../server/load-watch.ts';

const noRoutes = { infos: [], routes: [], fallback: null, stack: [] };
const noDriver: HttpDriver = {
  name: 'none',
  finder: () => ({ find: () => ({ route: null, params: {}, allow: [] }) }),
};

interface Side {
  readonly hooks: HttpHooks;
  readonly router: RootRouter;
}

/** Hooks and routes of an application that has no plugin `routing`: none. */
const emptySide = (app: Application): Side => ({
  hooks: createHttpHooks(),
  router: new RootRouter({
    registry: new RouteRegistry(app.basePath),
    globalMiddleware: () => [],
    planned: () => [],
    serve: () => undefined,
    fetch: () => Promise.reject(new Error('This application has no routes.')),
  }),
});

const make = (app: Application): HttpApp => {
  const hasRouting = app.registry.facades.has('Http');
  const { hooks, router }: Side | Http = hasRouting ? app.facades.Http() : emptySide(app);
  // Nothing of it is started: a made context needs no closing.
  const watches = { clock: new Clock(), load: new LoadWatch(), signals: new ShutdownSignals() };
  const config = hasRouting ? app.config.http : httpDefaults(app.env);
  return new HttpApp({ app, config, hooks, router, plan: noRoutes, driver: noDriver, ...watches });
};

/** The shared parts for contexts that no listener created; defaults are used in an application without the plugin `routing`. */
export const httpOf = perApp(make);
