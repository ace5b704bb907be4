import type { Application } from '@taproot/core';
import type { HttpDriver } from '@taproot/core/plugin';
import { RouteSearch } from '@taproot/routing/driver';
import { nativeServerOf } from './native-server.ts';

/**
 * The driver `fastify`. It loads Fastify only for applications that use `withFastify()` or tap `http.hooks.driver.for('fastify')`.
 * Fastify's life cycle then runs around the routes.
 */
export const fastifyDriver = (app: Application): HttpDriver => {
  const { driver } = app.facades.Http().hooks;
  let close = (): Promise<void> => Promise.resolve();
  return {
    name: 'fastify',
    finder: (routes) => new RouteSearch(routes),
    async listener(site) {
      const tap = driver.get('fastify');
      if (tap === undefined || !tap.isUsed()) return null;
      const { ThroughFastify } = await import('./through-fastify.ts');
      const native = new ThroughFastify(site);
      close = () => native.close();
      return native.listener((instance) => {
        nativeServerOf(app).server = instance.server;
        return tap.promise(instance);
      });
    },
    close: () => close(),
  };
};
