import { createFacades, setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { report } from './serve.js';

/**
 * Opens an application as its author would build it, compiled and in production.
 * @param {(route: import('@taproot/routing').RootRouter) => void} register
 * @param {string} [driver]
 */
export const serveTaproot = async (register, driver = 'koa') => {
  const handle = createFacades();
  const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
    .withPlugins([routing(), fastify()])
    .withConfig({ http: { driver, host: '127.0.0.1', port: 0 } })
    .withRouting(() => register(handle.facades.Route()))
    .create();
  await app.open();
  report(app.facades.Http().address?.port ?? 0);
};
