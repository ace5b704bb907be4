import { type Application, type Config, type Response, setup } from '@taproot/core';
import { type RootRouter, routing } from '@taproot/routing';

/** Boots an application with these routes. */
export const bootRoutes = (register: (route: RootRouter) => void, config: Config = {}): Promise<Application> => {
  const router: { route?: RootRouter } = {};
  return setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([
      {
        ...routing(),
        // The facades of an application without a handle are reached through the application alone.
      },
    ])
    .withConfig(config)
    .create();
};
