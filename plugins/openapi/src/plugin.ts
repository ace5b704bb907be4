import { definePlugin, type Options } from '@taproot/core/plugin';
import { documentsOf, openApiDefaults } from './config.ts';
import { createOpenApiHooks } from './document/hooks.ts';
import { registerRoutes } from './serve/register-routes.ts';

/**
 * OpenAPI from the code alone: the commands `openapi:write`, `openapi:check` and `openapi:gaps`, the committed document at
 * `/openapi.json`, and a page that shows it at `/docs`. Settings are in config/openapi.ts. Only the commands need TypeScript.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/openapi`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), openapi()])
 */
export const openapi = (options?: Options<'openapi'>) =>
  definePlugin({
    name: 'openapi',
    after: ['routing'],
    config: { openapi: openApiDefaults },
    options: { openapi: options },
    hooks: { openapi: createOpenApiHooks },
    provides: {
      routeFacts: () => ['openapi:gaps', '--routes'],
      apiDocuments: (app) => documentsOf(app.config.openapi).map(({ file }) => app.path(file)),
    },
    commands: () => import('./commands/index.ts'),
    apply: (app) => app.hooks.boot.tap('openapi', () => registerRoutes(app)),
  });
