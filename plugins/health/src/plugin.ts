import { setTimeout as pause } from 'node:timers/promises';
import { type Application } from '@taproot/core';
import { definePlugin, type Options, perApp, Stage } from '@taproot/core/plugin';
import { checkConfig } from './check-config.ts';
import { ownChecks } from './checks/own-checks.ts';
import { checkFigures, Readiness } from './checks/readiness.ts';
import { healthDefaults } from './config.ts';
import { registerRoutes } from './http/register-routes.ts';

const readinessOf = perApp((app: Application): Readiness => {
  const { timeout, cache, optional } = app.config.health;
  return new Readiness({
    checks: [...app.registry.health].map(([name, { plugin, check }]) => ({ name, plugin, check })),
    optional: new Set(optional),
    timeout,
    cache,
    report: (error) => app.report(error, { where: 'health' }),
  });
});

/**
 * Health: `GET /health/live` and `GET /health/ready` for probes and balancers, `npx taproot health` for containers, and a
 * delay before the application closes. Settings are in config/health.ts. Needs routing.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/health`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), health()])
 */
export const health = (options?: Options<'health'>) =>
  definePlugin({
    name: 'health',
    requires: ['routing'],
    config: { health: healthDefaults },
    options: { health: options },
    health: ownChecks,
    figures: (app) => checkFigures(() => readinessOf(app).round()),
    commands: () => import('./commands/index.ts'),
    apply(app) {
      checkConfig(app);
      const optional = new Set(app.config.health.optional);
      const readiness = readinessOf(app);
      let serving = false;
      app.hooks.boot.tap('health', () => registerRoutes(app, readiness, optional));
      app.hooks.start.tap({ name: 'health', stage: Stage.last }, () => void (serving = true));
      // Runs before the server closes.
      app.hooks.shutdown.tapPromise({ name: 'health', stage: Stage.first }, async (_app, { signal }) => {
        readiness.draining = true;
        if (!serving) return;
        await pause(app.config.health.drain_delay * 1000, undefined, { signal }).catch(() => undefined);
      });
    },
  });
