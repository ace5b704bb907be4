import type { HttpDriver } from '@taproot/core';
import type { HttpHooks } from '../http/http-hooks.ts';
import { FastifyRouter } from './fastify-router.ts';

/**
 * The alternative driver: Fastify's router, find-my-way, matches. Fastify itself is loaded when a plugin tapped
 * `http.hooks.driver.for('fastify')`, and its life cycle then runs around our routes.
 */
export const fastifyDriver = (hooks: HttpHooks['driver']): HttpDriver => {
  let close = (): Promise<void> => Promise.resolve();
  return {
    name: 'fastify',
    finder: (routes) => new FastifyRouter(routes),
    async listener(site) {
      const tap = hooks.get('fastify');
      if (tap === undefined || !tap.isUsed()) return null;
      const { ThroughFastify } = await import('./fastify-native.ts');
      const native = new ThroughFastify(site);
      close = () => native.close();
      return native.listener((instance) => tap.call(instance));
    },
    close: () => close(),
  };
};
