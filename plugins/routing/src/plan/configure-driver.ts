import type { Application } from '@taproot/core';
import type { AsyncSeriesHook } from 'tapable';
import type { DriverInstances } from '../http-hooks.ts';

/**
 * Gives the native instance of a driver to `configure` in the name of the application, when that driver is the one that
 * runs. For builder steps such as `withKoa()`.
 */
export const configureDriver = <Name extends keyof DriverInstances>(
  app: Application,
  driver: Name,
  configure: (instance: DriverInstances[Name]) => unknown,
): void => {
  const hook: AsyncSeriesHook<[DriverInstances[Name]]> = app.facades.Http().hooks.driver.for(driver);
  hook.tapPromise('app', async (instance) => void (await configure(instance)));
};
