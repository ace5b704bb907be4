import { type Application, didYouMean, type HttpDriver } from '@taproot/core';
import { errors } from '../errors.ts';
import type { HttpHooks } from '../http/http-hooks.ts';

/** Loads a driver; its engine is imported no sooner. */
export type DriverLoader = (hooks: HttpHooks['driver']) => Promise<HttpDriver>;

const drivers: ReadonlyMap<string, DriverLoader> = new Map([
  ['koa', async (hooks) => (await import('../koa/koa-driver.ts')).koaDriver(hooks)],
  ['fastify', async (hooks) => (await import('../drivers/fastify-driver.ts')).fastifyDriver(hooks)],
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

const hookOf = (driver: string): string => `http.driver.for('${driver}')`;

/**
 * Refuses a tap of a driver that does not exist (`E_DRIVER_TAP_UNKNOWN`), and one of a driver that does not run where the
 * plugin has none for the one that does (`E_DRIVER_TAP_IDLE`): neither would ever be called.
 */
export const checkDriverTaps = (tables: Application['hookTables'], running: string): void => {
  const hooks = tables.hooks();
  const known = driverNames();
  const served = new Set(hooks.get(hookOf(running))?.taps.map(({ name }) => name));
  for (const [name, { taps }] of hooks) {
    const driver = /^http\.driver\.for\('(.*)'\)$/.exec(name)?.[1];
    if (driver === undefined) continue;
    for (const { name: plugin } of taps) {
      if (!known.includes(driver))
        throw errors.E_DRIVER_TAP_UNKNOWN({
          plugin,
          driver,
          hint: didYouMean(driver, known),
          known: known.join(', '),
        });
      if (!served.has(plugin)) throw errors.E_DRIVER_TAP_IDLE({ plugin, driver, running });
    }
  }
};
