import { type SetupOptions, setup } from '@taproot/core';
import { handle, middleware } from '../app/facades.ts';
import { web } from '../routes/web.ts';
import { config } from './config.ts';
import { limiters } from './limiters.ts';
import { plugins } from './plugins.ts';
import { sharedProps } from './views.ts';

/** Builds the application. The server, the console and the tests all begin here. */
export const boot = (options: SetupOptions = {}) =>
  setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins(plugins)
    .withConfig(config)
    .withMiddleware((stack) => stack.append(middleware.locale(), middleware.throttle('global')))
    .withRouting(web)
    .withCallback(limiters)
    .withCallback(sharedProps)
    .create();
