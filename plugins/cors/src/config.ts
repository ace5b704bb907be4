import { type Context, type Duration } from '@taproot/core';
import { durations, type Settings } from '@taproot/core/plugin';

/**
 * Decides on one origin, for example with a database. It runs last. It is the only rule that can allow `null`, the
 * origin of sandboxed frames and local files. Malformed origins never reach it.
 */
export type OriginTest = (origin: string, ctx: Context) => boolean | Promise<boolean>;

/** `*`, an origin, all below a host (`https://*.example.com`), an expression for the whole origin, or a function. */
export type OriginRule = string | RegExp | OriginTest;

/** The settings of a group or a route. Settings that you leave out are those of `config/cors.ts`. */
export interface CorsOptions {
  /** Methods other sites may use; `*` (default) means GET, HEAD, POST, PUT, PATCH and DELETE. */
  readonly allowed_methods?: readonly string[];
  /** Origins whose scripts may read answers: `['*']` by default, every one. */
  readonly allowed_origins?: readonly OriginRule[];
  /** Request headers that other sites may send: `*` allows all that they ask for, `[]` only the safe-listed ones. */
  readonly allowed_headers?: readonly string[];
  /** Response headers that scripts of other sites may read; only the safe-listed ones by default. */
  readonly exposed_headers?: readonly string[];
  /**
   * How long a browser may cache the response to a preflight, in whole seconds. 0 leaves it to the browser, -1 forbids
   * caching.
   */
  readonly max_age?: Duration;
  /** Whether requests may carry cookies and HTTP authentication; false by default, and not together with `*`. */
  readonly supports_credentials?: boolean;
  /** Whether public sites may call a server of a private network (Private Network Access). */
  readonly allow_private_network?: boolean;
}

/** The `cors` configuration. */
export interface CorsConfig extends Required<Omit<CorsOptions, 'max_age'>> {
  /** Paths on which CORS is on: `*` all, `api/*` all below `/api`, `login` one. */
  readonly paths: readonly string[];
  /** Seconds a browser may keep the answer to a preflight; 0 leaves it to the browser, -1 forbids it. */
  readonly max_age: Duration;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/cors.ts: which sites may call this application from a browser. */
    cors: CorsConfig;
  }
}

/** The `cors` configuration as the application reads it: times in seconds. */
export type CorsSettings = Settings<CorsConfig>;

export const corsDefaults = durations<CorsConfig>(
  {
    paths: ['*'],
    allowed_methods: ['*'],
    allowed_origins: ['*'],
    allowed_headers: ['*'],
    exposed_headers: [],
    max_age: 0,
    supports_credentials: false,
    allow_private_network: false,
  },
  'max_age',
);
