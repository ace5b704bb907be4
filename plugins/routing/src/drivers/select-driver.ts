import { didYouMean, type HttpDriver } from '@taproot/core';
import { errors } from '../errors.ts';
import type { HttpHooks } from '../http/http-hooks.ts';

/** Loads a driver; its engine is imported no sooner. */
export type DriverLoader = (hooks: HttpHooks['driver']) => Promise<HttpDriver>;

const drivers: ReadonlyMap<string, DriverLoader> = new Map([
  ['koa', async (hooks) => (await import('./koa-driver.ts')).koaDriver(hooks)],
  ['fastify', async (hooks) => (await import('./fastify-driver.ts')).fastifyDriver(hooks)],
]);

/** The names that `http.default` may have. */
export const driverNames = (): string[] => [...drivers.keys()];

/** The driver that `http.default` names; `E_DRIVER_UNKNOWN` when there is none. */
export const selectDriver = (name: string): DriverLoader => {
  const load = drivers.get(name);
  if (load !== undefined) return load;
  const known = driverNames();
  throw errors.E_DRIVER_UNKNOWN({ driver: name, hint: didYouMean(name, known), known: known.join(', ') });
};
