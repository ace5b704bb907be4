import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { durations, orNull, type RedisUse, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { SessionStore } from './stores/session-store.ts';

/** The cookie of the session. It is always `HttpOnly`. */
export interface SessionCookie {
  /** Name; null (default) for `__Host-session`, or `session` if `secure` is off, or `domain` or `path` are set. */
  name: string | null;
  /** The domain whose hosts share the session; null (default) for the host that set the cookie. */
  domain: string | null;
  /** The path below which browsers send it; `/` by default. */
  path: string;
  /** Which requests from other sites have it: `lax` (default) for links, `strict` for none, `none` for all. */
  same_site: 'lax' | 'strict' | 'none';
  /** Whether it is sent over TLS alone; by default in production. */
  secure: boolean;
}

/** How requests from other sites are refused. */
export interface CrossOriginConfig {
  /** Whether requests that change something are refused when they come from another site; true by default. */
  refuse: boolean;
  /** Origins that may send such requests, such as `https://admin.example.com`; none by default. */
  trusted: readonly string[];
  /**
   * Whether requests that do not say where they come from need the token of the session, in the field `_token` or the header
   * `X-CSRF-Token`; false by default. All browsers since 2020 say it.
   */
  tokens: boolean;
}

/** The `session` configuration: where sessions are kept, and for how long. */
export interface SessionConfig {
  /**
   * `cookie` (default) keeps a session encrypted in the browser, `redis` and `database` keep it on the server; a function makes a store of
   * your own.
   */
  store: 'cookie' | 'redis' | 'database' | (() => SessionStore);
  /** How long a session lives without a request; two hours by default. */
  lifetime: Duration;
  /** How long it lives at most, from its begin or the last login; 14 days by default. */
  max_lifetime: Duration;
  /** Time that a store on the server may take to answer, 2 seconds by default; then the request gets 503. */
  timeout: Duration;
  /** Bytes of a session on the server; 60,000 by default. In a cookie, browsers allow 4,096 for name and value. */
  max_size: number;
  /** Fields of forms that are never kept as old input. Fields with `password` in their name never are. */
  hidden: readonly string[];
  /** The cookie. */
  cookie: SessionCookie;
  /** Requests from other sites. */
  cross_origin: CrossOriginConfig;
  /** Settings of the store `redis`. */
  redis: RedisUse;
  /** Settings of the store `database`. */
  database: {
    /** Name of one of `database.connections`; null (default) for the default one. */
    connection: string | null;
    /** Table of the sessions; `sessions` by default. `npx taproot session:table` writes its migration. */
    table: string;
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/session.ts: where sessions are kept, for how long, and which requests of other sites are refused. */
    session: SessionConfig;
  }
}

/** The `session` configuration as the application reads it: times in seconds. */
export type SessionSettings = Settings<SessionConfig>;

export const sessionDefaults = (env: Env): SessionSettings =>
  durations<SessionConfig>(
    {
      store: 'cookie',
      lifetime: 7200,
      max_lifetime: 14 * 86_400,
      timeout: 2,
      max_size: 60_000,
      hidden: ['_token', '_method'],
      cookie: orNull<SessionCookie>(
        {
          name: null,
          domain: null,
          path: '/',
          same_site: 'lax',
          secure: env('APP_ENV', 'production') === 'production',
        },
        'name',
        'domain',
      ),
      cross_origin: { refuse: true, trusted: [], tokens: false },
      redis: { connection: null, prefix: `session:${env('APP_NAME', 'Taproot')}` },
      database: { connection: null, table: 'sessions' },
    },
    'lifetime',
    'max_lifetime',
    'timeout',
  );

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_SESSION_SETTING
 */
export const checkConfig = ({
  store,
  lifetime,
  max_lifetime,
  timeout,
  max_size,
  cookie,
  cross_origin,
}: SessionSettings): void => {
  const require = (holds: boolean, setting: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_SESSION_SETTING({ setting, value: inspect(value), expected });
  };
  const isStore = typeof store === 'function' || ['cookie', 'redis', 'database'].includes(store);
  require(isStore, 'store', store, '"cookie", "redis", "database" or a function');
  require(lifetime >= 1, 'lifetime', lifetime, 'a time of at least one second');
  require(max_lifetime >= lifetime, 'max_lifetime', max_lifetime, 'a time that is not below session.lifetime');
  require(timeout > 0, 'timeout', timeout, 'a time above 0');
  require(Number.isSafeInteger(max_size) && max_size > 0, 'max_size', max_size, 'a whole number of bytes, 1 or more');
  require(['lax', 'strict', 'none'].includes(
    cookie.same_site,
  ), 'cookie.same_site', cookie.same_site, '"lax", "strict" or "none"');
  require(cookie.same_site !== 'none' ||
    cookie.secure, 'cookie.secure', cookie.secure, 'true, because same_site is "none"');
  for (const [at, origin] of cross_origin.trusted.entries()) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
    require(isOrigin, `cross_origin.trusted[${at}]`, origin, 'an origin, such as "https://admin.example.com"');
  }
};

/** The name of the cookie. The prefix `__Host-` keeps other hosts of the domain from setting it. */
export const cookieName = ({ name, domain, path, secure }: SessionCookie): string =>
  name ?? (secure && domain === null && path === '/' ? '__Host-session' : 'session');
