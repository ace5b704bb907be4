import { type Middleware } from '@taproot/core';
import { definePlugin, type Options, seconds } from '@taproot/core/plugin';
import type { Http } from '@taproot/routing';
import { type CorsOptions, corsDefaults } from './config.ts';
import { CorsMiddleware } from './cors-middleware.ts';
import { errors } from './errors.ts';

declare module '@taproot/core' {
  interface MiddlewareFactories {
    /** CORS for a group or route. The given rules override those of `config/cors.ts`; its `paths` do not matter. */
    cors(options?: CorsOptions): Middleware;
  }
}

/**
 * Cross-origin resource sharing (CORS), on for all paths and origins by default. Settings are in config/cors.ts; `middleware.cors({ ... })`
 * sets other rules for some routes. `options` are settings of that file, and win over it. Take it from `@taproot/cors`, and call it in the
 * list of `withPlugins()`.
 * @example setup().withPlugins([routing(), cors()])
 */
export const cors = (options?: Options<'cors'>) =>
  definePlugin({
    name: 'cors',
    requires: ['routing'],
    config: { cors: corsDefaults },
    options: { cors: options },
    middleware: {
      cors:
        (app) =>
        ({ max_age = app.config.cors.max_age, ...options } = {}) =>
          new CorsMiddleware({ ...app.config.cors, ...options, max_age: seconds(max_age, 'max_age'), paths: ['*'] }),
    },
    // `edge`, so that preflights end here and refusals by inner middleware get CORS headers.
    globalMiddleware: (app) => [{ slot: 'edge', middleware: new CorsMiddleware(app.config.cors) }],
    apply(app) {
      const { hooks, globalMiddleware }: Http = app.facades.Http();
      hooks.route.tap('cors', ({ method, path, middleware }) => {
        const stack = globalMiddleware.steps;
        if (middleware.includes('cors') && !stack.some((step) => step.signature() === 'cors'))
          throw errors.E_CORS_NOT_GLOBAL({ method, path });
      });
    },
  });
