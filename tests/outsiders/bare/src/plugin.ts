import { type Application } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { configureDriver } from '@taproot/routing';
import type { Bare, BareStep } from './bare.ts';

declare module '@taproot/routing' {
  interface DriverInstances {
    /** The steps around the routes. */
    bare: Bare;
  }
}

/** The HTTP driver `bare`, on node:http alone. `http.driver` selects it. */
export const bare = () =>
  definePlugin({
    name: 'bare',
    requires: ['routing'],
    drivers: { bare: async (app) => (await import('./driver.ts')).bareDriver(app) },
    steps: {
      /** Runs steps in the style of Connect around the routes: `.withBare(helmet(), compression())`. */
      withBare: (app: Application, ...steps: BareStep[]) =>
        configureDriver(app, 'bare', (instance) => steps.forEach((step) => instance.use(step))),
    },
  });
