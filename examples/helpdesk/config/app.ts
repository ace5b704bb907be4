import { defineConfig } from '@taproot/core';

export const app = defineConfig('app', (env) => ({
  name: env('APP_NAME', 'Help desk'),
  /** `development` shows errors with their sources; anything else keeps them to itself. */
  env: env('APP_ENV', 'production'),
  /** The public address of this application, for absolute links. */
  url: env('APP_URL', null),
  /** The locale of requests that ask for no other. */
  locale: env('APP_LOCALE', 'en'),
}));
