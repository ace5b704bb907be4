import { definePlugin } from '@taproot/core/plugin';
import { openApiDefaults } from './config.ts';
import { createApiHooks } from './hooks.ts';
import { registerRoutes } from './serve/register-routes.ts';

/**
 * OpenAPI from the code alone: the commands `api:write`, `api:check` and `api:gaps`, the committed document at
 * `/openapi.json`, and a page that shows it at `/docs`. Settings are in config/openapi.ts. Only the commands need TypeScript.
 * Take it from `@taproot/openapi`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), openApi()])
 */
export const openApi = () =>
  definePlugin({
    name: 'openapi',
    after: ['routing'],
    config: { openapi: openApiDefaults },
    hooks: { api: createApiHooks },
    provides: { routeFacts: () => ['api:gaps', '--routes'] },
    commands: () => import('./commands/index.ts'),
    apply: (app) => app.hooks.boot.tap('openapi', () => registerRoutes(app)),
  });
