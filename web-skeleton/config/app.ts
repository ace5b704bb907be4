import { defineConfig } from '@taproot/core';

export const app = defineConfig('app', (env) => ({
  name: env('APP_NAME', 'Taproot'),
  /** `development` shows errors with their sources; anything else keeps them to itself. */
  env: env('APP_ENV', 'production'),
  /** The address under which the world reaches this application, for absolute links. */
  url: env('APP_URL', null),
  /** Of requests that ask for no other. */
  locale: env('APP_LOCALE', 'en'),
}));
