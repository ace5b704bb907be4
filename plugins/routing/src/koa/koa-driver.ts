import type { HttpDriver } from '@taproot/core/plugin';
import type { HttpHooks } from '../hooks/http-hooks.ts';
import { RouteSearch } from '../router/route-search.ts';

/**
 * The default driver. It loads Koa only if a plugin taps `http.hooks.driver.for('koa')`, and runs Koa's pipeline around our routes only if
 * the tap adds middleware. So an unused Koa costs nothing.
 */
export const koaDriver = (hooks: HttpHooks['driver']): HttpDriver => ({
  name: 'koa',
  finder: (routes) => new RouteSearch(routes),
  async listener(site) {
    const tap = hooks.get('koa');
    if (tap === undefined || !tap.isUsed()) return null;
    const { throughKoa } = await import('./through-koa.ts');
    return throughKoa(site, (koa) => tap.promise(koa));
  },
});
