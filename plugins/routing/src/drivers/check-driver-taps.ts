import { type Application, didYouMean } from '@taproot/core';
import { errors } from '../errors.ts';
import { driverNames } from './select-driver.ts';

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
