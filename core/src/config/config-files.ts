import type { Duration } from './duration.ts';

/** The `app` configuration: what every application has. */
export interface AppConfig {
  /** Name of the application, for logs and pages; `Taproot` by default, from `APP_NAME`. */
  name: string;
  /** `production`, `development`, `testing`, or a name of your own; from `APP_ENV`, `production` by default. */
  env: string;
  /** Shows errors with their sources to every client. By default on in `development` alone; from `APP_DEBUG`. */
  debug: boolean;
  /**
   * Address under which clients reach the application, for absolute links; from `APP_URL`. Null by default: taken from
   * the request.
   */
  url: string | null;
  /** Secret from which plugins derive theirs; from `APP_KEY`, null by default. `npx taproot key:generate` makes one. */
  key: string | null;
  /**
   * Former values of `key`, newest first; from `APP_PREVIOUS_KEYS`, separated by commas. None by default. While a key is
   * listed, values that it signed or encrypted stay valid.
   */
  previous_keys: readonly string[];
  /** Locale of requests that ask for none, a BCP 47 tag; `en` by default. */
  locale: string;
  /** Locale used when a text is missing in the locale of the request. Default: `en`. */
  fallback_locale: string;
  /** Seconds one plugin may take in one boot or start hook; 10 by default. */
  boot_timeout: Duration;
  /** Seconds the whole of `close()` may take, in-flight requests included; 10 by default. */
  shutdown_timeout: Duration;
  /** An unhandled rejection in a serving process: `exit` (default) drains and exits with 1, `continue` only reports it. */
  unhandled: 'exit' | 'continue';
}

/** Every configuration file an application may have, by name. Plugins add theirs by declaration merging. */
export interface ConfigFiles {
  /** The `app` configuration: name, environment, address, key, locales, deadlines. */
  app: AppConfig;
}
