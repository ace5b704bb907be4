import type { HttpDriver } from '@taproot/core';
import type { HttpHooks } from '../http/http-hooks.ts';
import { createDispatch, direct } from './dispatch.ts';
import { FastifyRouter } from './fastify-router.ts';

/**
 * The alternative driver: Fastify's router, find-my-way, matches. Fastify itself is loaded when a plugin tapped
 * `http.hooks.driver.for('fastify')`, and its life cycle then runs around our routes.
 */
export const fastifyDriver = (hooks: HttpHooks['driver']): HttpDriver => {
  let close = (): Promise<void> => Promise.resolve();
  return {
    name: 'fastify',
    async listener(table) {
      const dispatch = createDispatch(new FastifyRouter(table.routes), table);
      const tap = hooks.get('fastify');
      if (tap === undefined || !tap.isUsed()) return direct(dispatch, table);
      const { ThroughFastify } = await import('./fastify-native.ts');
      const native = new ThroughFastify(dispatch, table.fault);
      close = () => native.close();
      return native.listener(table.routes, (instance) => tap.call(instance));
    },
    close: () => close(),
  };
};
