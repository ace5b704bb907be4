import { definePlugin } from '@taproot/core/plugin';
import { ApiKeyGuard } from './api-key-guard.ts';

/** The driver `api-key` of guards: `guards: { shop: { driver: 'api-key', keys: { [hash]: '7' } } }`. */
export const apiKey = () =>
  definePlugin({
    name: 'api-key',
    requires: ['auth'],
    apply(app) {
      app.facades.Auth().extend('api-key', ({ name, provider, config }) => {
        return new ApiKeyGuard(name, provider, { realm: app.config.app.name, ...config });
      });
    },
  });
