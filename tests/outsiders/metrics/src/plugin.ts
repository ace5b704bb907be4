import { definePlugin, Stage } from '@taproot/core/plugin';
import { metricsDefaults } from './config.ts';
import { Metrics } from './metrics.ts';

declare module '@taproot/core' {
  interface Facades {
    /** What was counted: `facades.Metrics().toString()`. */
    Metrics(): Metrics;
  }
}

/** Counts every request, and serves the counts to Prometheus under `metrics.path`. */
export const metrics = () =>
  definePlugin({
    name: 'metrics',
    requires: ['routing'],
    config: { metrics: metricsDefaults },
    facades: { Metrics: (app) => new Metrics(app.config.metrics.buckets) },
    apply(app) {
      const counted = app.facades.Metrics();
      app.facades.Http().hooks.sent.tap('metrics', counted.count);
      app.hooks.boot.tap({ name: 'metrics', stage: Stage.routing }, () => {
        app.facades
          .Route()
          .get(app.config.metrics.path, (ctx) =>
            ctx
              .response()
              .header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
              .string(200, String(counted)),
          );
      });
    },
  });
