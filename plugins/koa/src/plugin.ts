import type { Application } from '@taproot/core';
import { checkCallback } from '@taproot/core/internal';
import { definePlugin } from '@taproot/core/plugin';
import { configureDriver } from '@taproot/routing';
import type Koa from 'koa';
import { loadHost } from './from-koa.ts';

declare module '@taproot/routing' {
  interface DriverInstances {
    /** Koa's application, before the driver adds the routes. */
    koa: Koa;
  }
}

/**
 * The argument of `withKoa()`. It has a name so that the declarations of an application refer to `@taproot/koa`, and not to
 * the package koa, which is only a dependency of a dependency.
 */
export interface ConfigureKoa {
  /** Gives Koa its middleware; may be asynchronous. */
  (koa: Koa): unknown;
}

/**
 * Runs Koa's middleware around the routes, on the driver `koa`: the builder step `withKoa()`, and the hook
 * `http.driver.for('koa')` for plugins. The first use of either loads Koa. `fromKoa()` works without this plugin.
 * Take it from `@taproot/koa`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), koa()]).withKoa((koa) => koa.use(koaHelmet()))
 */
export const koa = () =>
  definePlugin({
    name: 'koa',
    requires: ['routing'],
    provides: {
      koaPipeline: (app) => async (site) => {
        const tap = app.facades.Http().hooks.driver.get('koa');
        if (tap === undefined || !tap.isUsed()) return null;
        // Handlers may call koaContext(), also when no middleware has used Koa.
        await loadHost();
        const { throughKoa } = await import('./through-koa.ts');
        return throughKoa(site, (instance) => tap.promise(instance));
      },
    },
    steps: {
      /**
       * Gives Koa middleware, if the application runs on the driver `koa`: `.withKoa((koa) => koa.use(koaHelmet()))`. This middleware
       * runs around all middleware of Taproot.
       */
      withKoa: (app: Application, configure: ConfigureKoa) => {
        checkCallback('withKoa', configure);
        configureDriver(app, 'koa', configure);
      },
    },
  });
