import { type SetupOptions, setup } from '@taproot/core';
import type { NoSteps, Plugin } from '@taproot/core/plugin';
import { handle, middleware } from '../app/facades.ts';
import { api } from '../routes/api.ts';
import { web } from '../routes/web.ts';
import { config } from './config.ts';
import { jobs } from './jobs.ts';
import { limiters } from './limiters.ts';
import { listeners } from './listeners.ts';
import { plugins } from './plugins.ts';
import { policies } from './policies.ts';
import { entries } from './schedule.ts';

/** Builds the application. The server, the console and the tests all begin here; tests give further plugins. */
export const boot = (options: SetupOptions = {}, further: readonly Plugin<NoSteps>[] = []) =>
  setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins([...plugins, ...further])
    .withConfig(config)
    .withMiddleware((stack) => stack.append(middleware.locale()))
    .withRouting(() => {
      web();
      api();
    })
    .withPolicies(policies)
    .withJobs(jobs)
    .withListeners(listeners)
    .withSchedule(entries)
    .withCallback(limiters)
    .create();
