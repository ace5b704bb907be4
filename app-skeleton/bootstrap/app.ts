import { type SetupOptions, setup } from '@taproot/core';
import { facades, handle, middleware } from '../app/facades.ts';
import { ServerTiming } from '../app/http/middleware/server-timing.ts';
import { api } from '../routes/api.ts';
import { web } from '../routes/web.ts';
import { config } from './config.ts';
import { limiters } from './limiters.ts';
import { plugins } from './plugins.ts';
import { policies } from './policies.ts';

/** Builds the application. The server, the console and the tests all begin here. */
export const boot = (options: SetupOptions = {}) =>
  setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins(plugins)
    .withConfig(config)
    .withMiddleware((stack) => {
      // In production, the times would show attackers which users exist.
      if (!facades.App().isProduction) stack.append(new ServerTiming());
      stack.append(middleware.locale(), middleware.throttle('global'));
    })
    .withRouting(() => {
      web();
      api();
    })
    .withPolicies(policies)
    .withCallback(limiters)
    .create();
