import { type Application } from '@taproot/core';
import { checkCallback } from '@taproot/core/internal';
import { definePlugin } from '@taproot/core/plugin';
import { configureDriver } from '@taproot/routing';
import type { FastifyInstance } from 'fastify';
import { passUpgrades } from './native-server.ts';

declare module '@taproot/routing' {
  interface DriverInstances {
    /** Fastify's instance, before it has any routes. */
    fastify: FastifyInstance;
  }
}

/**
 * The argument of `withFastify()`. It has a name so that the declarations of an application refer to `@taproot/fastify`, and
 * not to the package fastify, which is only a dependency of a dependency.
 */
export interface ConfigureFastify {
  /** Gives Fastify its plugins; may be asynchronous. */
  (instance: FastifyInstance): unknown;
}

/**
 * The HTTP driver `fastify`, which runs Fastify's plugins and hooks around the routes. `http.driver` (`HTTP_DRIVER`) selects it.
 * Take it from `@taproot/fastify`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), fastify()]).withConfig({ http: { driver: 'fastify' } })
 */
export const fastify = () =>
  definePlugin({
    name: 'fastify',
    requires: ['routing'],
    apply: (app: Application) => {
      app.facades.Http().hooks.server.tap('fastify', (server) => passUpgrades(app, server));
    },
    drivers: { fastify: async (app) => (await import('./fastify-driver.ts')).fastifyDriver(app) },
    steps: {
      /**
       * Adds plugins, hooks and decorators to Fastify, if `http.driver` selects it. The instance is not ready yet.
       * @example .withFastify(async (instance) => { await instance.register(helmet); })
       */
      withFastify: (app: Application, configure: ConfigureFastify) => {
        checkCallback('withFastify', configure);
        configureDriver(app, 'fastify', configure);
      },
    },
  });
