import { definePlugin, type Options, Stage } from '@taproot/core/plugin';
import type { RootRouter } from '@taproot/routing';
import { pathMask } from '@taproot/routing/internal';
import { otelDefaults } from './config.ts';
import { subscribe } from './subscribe.ts';
import { watchPlugins } from './traced-work.ts';

/** Number of applications that use the channels of the process. The first one subscribes, and the last one unsubscribes. */
let users = 0;
let unsubscribe: () => void = () => undefined;

/**
 * OpenTelemetry: a span for each request, spans for its middleware, handler, validations and queries, and two metrics. It uses the
 * providers that you register with `@opentelemetry/api`, at any time. Settings are in config/otel.ts. `options` are settings of that file,
 * and win over it. Take it from `@taproot/otel`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), otel()])
 */
export const otel = (options?: Options<'otel'>) =>
  definePlugin({
    name: 'otel',
    config: { otel: otelDefaults },
    options: { otel: options },
    apply(app) {
      let shown = pathMask([]);
      if (users === 0) unsubscribe = subscribe(app.config.otel, (path) => shown(path));
      app.hooks.ready.tap('otel', () => {
        if (!app.registry.facades.has('Route')) return;
        const router: RootRouter = app.facades.Route();
        shown = pathMask(router.getRoutes());
      });
      const unwatch = watchPlugins(app);
      users++;
      app.hooks.shutdown.tap({ name: 'otel', stage: Stage.last }, () => {
        unwatch();
        users--;
        if (users === 0) unsubscribe();
      });
    },
  });
