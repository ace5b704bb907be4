import type { HttpDriver } from '@taproot/core';
import type { HttpHooks } from '../http/http-hooks.ts';
import { createDispatch, direct } from './dispatch.ts';
import { KoaRouter } from './koa-router.ts';

/**
 * The default driver: @koa/router matches. Koa itself is loaded when a plugin tapped `http.hooks.driver.for('koa')`,
 * and its pipeline runs around our routes only when that tap gave it middleware, so that an unused Koa costs nothing.
 */
export const koaDriver = (hooks: HttpHooks['driver']): HttpDriver => ({
  name: 'koa',
  async listener(table) {
    const router = new KoaRouter();
    for (const route of table.routes) router.add(route);
    const dispatch = createDispatch(router, table);
    const tap = hooks.get('koa');
    if (tap === undefined || !tap.isUsed()) return direct(dispatch, table);
    const { throughKoa } = await import('./through-koa.ts');
    return throughKoa(dispatch, table.fault, (koa) => tap.call(koa)) ?? direct(dispatch, table);
  },
});
