import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import { definePlugin, type Options, Stage } from '@taproot/core/plugin';
import type { RootRouter } from '@taproot/routing';
import { pathMask } from '@taproot/routing/internal';
import { AppMetrics } from './app-metrics.ts';
import { otelDefaults } from './config.ts';
import { RequestMetrics } from './request-metrics.ts';
import { subscribe } from './subscribe.ts';
import { watchPlugins } from './traced-work.ts';

/** The applications that use the channels of the process. The first one subscribes, and the last one unsubscribes. */
let watched: { readonly apps: AppMetrics; readonly metrics: RequestMetrics } | null = null;
let unsubscribe: () => void = () => undefined;

/**
 * OpenTelemetry: a span for each request, spans for its middleware, handler, validations and queries, and metrics of
 * requests, queries, load and whatever plugins list as `figures`. It uses the
 * providers that you register with `@opentelemetry/api`, at any time. Settings are in config/otel.ts. `options` are settings of that file,
 * and win over it. Take it from `@taproot/otel`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), otel()])
 */
export const otel = (options?: Options<'otel'>) =>
  definePlugin({
    name: 'otel',
    config: { otel: otelDefaults },
    options: { otel: options },
    provides: {
      tracing: () => ({
        current: () => {
          const headers: Record<string, string> = {};
          propagation.inject(context.active(), headers);
          return headers;
        },
        run: (headers, work) => context.with(propagation.extract(ROOT_CONTEXT, headers), work),
      }),
    },
    apply(app) {
      let shown = pathMask([]);
      if (watched === null) {
        const apps = new AppMetrics();
        const metrics = new RequestMetrics(apps);
        // An unknown span stops the boot here.
        unsubscribe = subscribe(app.config.otel, (path) => shown(path), metrics);
        watched = { apps, metrics };
      }
      const { apps, metrics } = watched;
      app.hooks.ready.tap('otel', () => {
        metrics.look();
        if (!app.registry.facades.has('Route')) return;
        const router: RootRouter = app.facades.Route();
        shown = pathMask(router.getRoutes());
      });
      const unwatch = watchPlugins(app);
      apps.add(app);
      app.hooks.shutdown.tap({ name: 'otel', stage: Stage.last }, () => {
        unwatch();
        apps.delete(app);
        if (apps.size > 0) return;
        watched = null;
        unsubscribe();
      });
    },
  });
