import type { AppConfig } from '../config/config-files.ts';
import { durations } from '../config/duration.ts';
import { definePlugin } from '../plugin/plugin.ts';

/** The parts of every application without plugins: the `app` configuration and the `App()` facade. */
export const corePlugin = definePlugin({
  name: 'app',
  config: {
    app: (env) => {
      const name = env('APP_ENV', 'production');
      const defaults: AppConfig = {
        name: env('APP_NAME', 'Taproot'),
        env: name,
        debug: env('APP_DEBUG', name === 'development'),
        url: env('APP_URL', ''),
        key: env('APP_KEY', ''),
        locale: env('APP_LOCALE', 'en'),
        fallback_locale: env('APP_FALLBACK_LOCALE', 'en'),
        boot_timeout: 10,
        shutdown_timeout: 10,
        unhandled: 'exit',
      };
      return durations(defaults, 'boot_timeout', 'shutdown_timeout');
    },
  },
  facades: { App: (app) => app },
});
