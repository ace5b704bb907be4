import { type Application } from '@taproot/core';
import { addedNames, type MakeDriver, nearest, whoAdds } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

const adviceFor = (driver: string, known: readonly string[]): string => {
  const meant = nearest(driver, [...known, ...addedNames('drivers')]);
  const [plugin, from] =
    (meant === null || known.includes(meant) ? null : whoAdds('drivers', meant))?.split(' of ') ?? [];
  return plugin === undefined
    ? `Use one of: ${known.join(', ')}`
    : `Run npm install ${from} and add ${plugin} to withPlugins() (bootstrap/plugins.ts), or use one of: ${known.join(', ')}`;
};

/**
 * Returns the function that makes the driver of `http.driver`.
 * @throws E_DRIVER_UNKNOWN when no plugin provides it
 */
export const selectDriver = ({ config, registry }: Application): MakeDriver => {
  const { driver } = config.http;
  const found = registry.drivers.get(driver);
  if (found !== undefined) return found.make;
  const known = [...registry.drivers.keys()];
  const hint = didYouMean(driver, known, addedNames('drivers'));
  throw errors.E_DRIVER_UNKNOWN({ driver, hint, advice: adviceFor(driver, known) });
};

const hookOf = (driver: string): string => `http.driver.for('${driver}')`;

/**
 * Refuses taps that would never be called: of a driver that does not exist (`E_DRIVER_TAP_UNKNOWN`), and of a driver
 * that does not run, if the plugin does not also tap the one that does (`E_DRIVER_TAP_IDLE`), and of Koa without the plugin
 * that runs it (`E_DRIVER_TAP_KOA`). Drivers of the framework count as existing even without their plugin.
 */
export const checkDriverTaps = (app: Application): void => {
  const { hookTables, registry, config } = app;
  const hooks = hookTables.hooks();
  const running = config.http.driver;
  const known = [...new Set([...registry.drivers.keys(), ...addedNames('drivers')])];
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
      const owner = plugin === 'app' ? 'The application' : `The plugin "${plugin}"`;
      if (!served.has(plugin)) throw errors.E_DRIVER_TAP_IDLE({ owner, driver, running });
      if (running === 'koa' && app.provided('koaPipeline') === null) throw errors.E_DRIVER_TAP_KOA({ owner });
    }
  }
};
