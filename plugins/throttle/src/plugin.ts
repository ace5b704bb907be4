import { type Middleware } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import { throttleDefaults } from './config.ts';
import { decisionFigures } from './decisions.ts';
import type { ThrottleName } from './limiter-registry.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createThrottleHooks, type ThrottleHooks } from './throttle-hooks.ts';
import { throttleOf } from './throttle-runtime.ts';

declare module '@taproot/core' {
  interface Facades {
    /** Rate limits: `facades.RateLimiter().for('api', (ctx) => limit.perMinute(60).by(ctx.request().ip()))`. */
    RateLimiter(): RateLimiter;
  }
  interface PluginHooks {
    /** Hooks of rate limiting. */
    throttle: ThrottleHooks;
  }
  interface MiddlewareFactories {
    /** Limits routes by the name of a limiter, or by requests and minutes: `throttle('60,1')`. */
    throttle(name: ThrottleName): Middleware;
  }
}

/**
 * Rate limiting: `facades.RateLimiter()` registers limiters, `middleware.throttle(name)` applies them. Settings are in
 * config/throttle.ts: counted in this process by default.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/throttle`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), throttle()])
 */
export const throttle = (options?: Options<'throttle'>) =>
  definePlugin({
    name: 'throttle',
    after: ['routing'],
    config: { throttle: throttleDefaults },
    options: { throttle: options },
    facades: { RateLimiter: (app) => throttleOf(app).facade },
    hooks: { throttle: createThrottleHooks },
    middleware: { throttle: (app) => (name) => throttleOf(app).throttle(name) },
    figures: (app) => decisionFigures(() => throttleOf(app).decisions),
    declares: (app) => [
      {
        module: '@taproot/throttle',
        interface: 'Limiters',
        members: Object.fromEntries(
          throttleOf(app)
            .registry.names()
            .map((name) => [name, true]),
        ),
      },
    ],
    apply(app) {
      const throttle = throttleOf(app);
      app.hooks.ready.tap('throttle', () => throttle.freeze());
      app.hooks.start.tapPromise('throttle', () => throttle.open());
      app.hooks.shutdown.tapPromise('throttle', () => throttle.close());
    },
  });
