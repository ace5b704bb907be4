import { type Application, type Config, createFacades, type MiddlewareFactories, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { type RateLimiter, throttle } from '@taproot/throttle';

export interface LimitedRoutes {
  readonly limiters?: (limiter: RateLimiter) => void;
  readonly routes: (route: RootRouter, middleware: MiddlewareFactories) => void;
  readonly config?: Config;
}

/** A routing application with limiters, and what it reports. */
export const withRoutes = async (
  { limiters, routes, config = {} }: LimitedRoutes,
  work: (app: Application, reports: unknown[]) => Promise<void>,
): Promise<void> => {
  const reports: unknown[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error)),
  });
  const handle = createFacades();
  const http = typeof config.http === 'object' ? config.http : {};
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, routing(), fastify(), throttle()])
    .withConfig({ ...config, http: { port: 0, overload: null, ...http } })
    .withRouting((route) => routes(route, handle.middleware))
    .withCallback(() => limiters?.(handle.facades.RateLimiter()))
    .create();
  try {
    await work(app, reports);
  } finally {
    await app.close();
  }
};
