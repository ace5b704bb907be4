import type { Duration, Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { durations, orNull, type RedisUse, type Settings } from '@taproot/core/plugin';

/** Remembers tokens that ended before their time. Times are Unix seconds. */
export interface RevocationStore {
  /** Remembers `key` until then; false when it was remembered already. Of several at once exactly one gets true. */
  claim(key: string, until: number): boolean | Promise<boolean>;
  /** Whether `key` is remembered. */
  has(key: string): boolean | Promise<boolean>;
  /** Called before the server opens: the place to connect, and to fail where it never can. */
  open?(): Promise<void>;
  /** Called when the application closes: the place to disconnect. */
  close?(): Promise<void>;
}

/** Judges hashes of one foreign kind: those that users bring along from another application. */
export interface PasswordVerifier {
  /**
   * Whether a hash is of this kind, by its form: `hash.startsWith('$2')`. argon2id never comes here, because `Hash` checks it
   * itself.
   */
  knows(hash: string): boolean;
  /** Whether a password matches the hash; only `true` means yes. If it throws, the login gets 500. */
  check(password: string, hash: string): boolean | Promise<boolean>;
}

/** Algorithms a `jwt` guard can be pinned to. HMAC takes `secret`, the others PEM keys. */
export type JwtAlgorithm =
  | 'HS256'
  | 'HS384'
  | 'HS512'
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'ES256'
  | 'ES384'
  | 'EdDSA';

/** A guard of signed tokens: short access tokens, and refresh tokens that are used once each. */
export interface JwtGuardConfig {
  /** Signed tokens (RFC 7519). */
  driver: 'jwt';
  /** One of `auth.providers`; `users` when left out. */
  provider?: string;
  /** How long an access token lives, such as `3600` (seconds) or `'15m'`; an hour by default. */
  lifetime?: Duration;
  /** How long a refresh token lives, 14 days by default; each refresh starts them again. */
  refresh_lifetime?: Duration;
  /**
   * How long a used refresh token still gives tokens, counted from its first use. 0 by default, at most a minute. For
   * clients that refresh in several tabs at once; a thief has that time too.
   */
  refresh_grace?: Duration;
  /** 32 bytes or more; null derives one from `APP_KEY`. */
  secret?: string | null;
  /** The only algorithm that is accepted, even if a token names another one. HS256 by default. */
  algorithm?: JwtAlgorithm;
  /** Keys in PEM format, for algorithms other than HMAC. Without the private key the guard only verifies. */
  private_key?: string | null;
  /** PEM text of the public key; null (default) derives it from the private key. */
  public_key?: string | null;
  /** How much clocks may differ: 0 by default, a minute at most. */
  leeway?: Duration;
  /** Claim `iss`, written and required; null for none. */
  issuer?: string | null;
  /** Claim `aud`, written and required; null for none. */
  audience?: string | null;
}

/** A guard of random tokens, of which the database has the hashes. */
export interface TokenGuardConfig {
  /** Random tokens whose hashes are in the database. */
  driver: 'token';
  /** One of `auth.providers`; `users` by default. */
  provider?: string;
  /** How long a token lives, such as `'90d'`; null (default) for no end. */
  lifetime?: Duration | null;
  /** Table of the tokens; `personal_access_tokens` by default. */
  table?: string;
  /** Named connection; null for the default one. */
  connection?: string | null;
}

/** A guard that keeps the login in the session, for browsers. Needs `@taproot/session`. */
export interface SessionGuardConfig {
  /** The session of the browser. */
  driver: 'session';
  /** One of `auth.providers`; `users` by default. */
  provider?: string;
  /** How long a browser that is to be remembered stays logged in after its last visit, such as `'30d'`; null (default) for never. */
  remember?: Duration | null;
  /** The path of the page to which browsers of guests are sent, with `?next=` and the page they wanted; null (default) for a 401. */
  login_page?: string | null;
  /** Table of remember-me tokens; `remember_tokens` by default. */
  table?: string;
  /** Named connection of that table; null for the default one. */
  connection?: string | null;
}

/**
 * Options of the drivers that plugins register with `extend()`, by driver. A plugin merges its own:
 * `declare module '@taproot/auth' { interface GuardDrivers { 'api-key': { header?: string } } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface GuardDrivers {}

/** A guard whose driver was registered with `extend()`. */
export interface CustomGuardConfig {
  /** Name that the driver was registered under with `extend()`. */
  driver: string;
  /** One of `auth.providers`; `users` by default. */
  provider?: string;
}

/** The configuration of a guard of this driver; its options are those that `GuardDrivers` declares. */
export type GuardConfigOf<Driver extends string> = Driver extends keyof GuardDrivers
  ? GuardDrivers[Driver] & { driver: Driver; provider?: string }
  : CustomGuardConfig;

/** The configuration of any guard; `driver` says which options it has. */
export type GuardConfig =
  | JwtGuardConfig
  | TokenGuardConfig
  | SessionGuardConfig
  // oxlint-disable-next-line typescript/no-redundant-type-constituents -- never only while nothing is merged
  | { [Driver in keyof GuardDrivers]: GuardConfigOf<Driver> }[keyof GuardDrivers]
  | CustomGuardConfig;

/** Users in a table of a database. */
export interface DatabaseProviderConfig {
  /** Users in a table of a database. */
  driver: 'database';
  /** Table of the users; `users` by default. */
  table?: string;
  /** Named connection; null (default) for the default one. */
  connection?: string | null;
  /** Column of the id; `id` by default. */
  id?: string;
  /** Column of the password's hash, `password` by default; it is never part of a user. */
  password?: string;
  /** Columns by which `attempt()` may look a user up; `email` by default. */
  credentials?: readonly string[];
  /** Further columns that are never part of a user. */
  hidden?: readonly string[];
}

/** Users of a driver that was registered with `provider()`. */
export interface CustomProviderConfig {
  /** Name that the driver was registered under with `provider()`. */
  driver: string;
}

/** Where the users of a guard come from. */
export type ProviderConfig = DatabaseProviderConfig | CustomProviderConfig;

/** The `auth` configuration: who is a user, and how one is recognised. */
export interface AuthConfig {
  /** Name of the guard that is used when a call names none; `jwt` by default. */
  default: string;
  /** The word before the token in `Authorization`, and in `WWW-Authenticate`; `Bearer` by default. */
  scheme: string;
  /** Guards by name; `jwt` and `token` by default. */
  guards: Record<string, GuardConfig>;
  /** The providers of users, by name. By default one named `users`: a table of the default connection. */
  providers: Record<string, ProviderConfig>;
  /** Where logouts and used refresh tokens are kept, until the tokens expire. */
  revocation: {
    /** `memory` (default) holds for this process, `database` and `redis` for all; a function makes a store of your own. */
    store: 'memory' | 'database' | 'redis' | (() => RevocationStore);
    /** While the store fails: refuse tokens with 503 (`closed`, the default), or accept revoked ones (`open`). */
    fail: 'closed' | 'open';
    /** Seconds the store may take to answer; 0.5 by default. */
    timeout: Duration;
    /** Settings of the store `memory`. */
    memory: {
      /** Keys kept at most, 1,000,000 by default. Requests that need one more get 503. */
      max_keys: number;
    };
    /** Settings of the store `database`. */
    database: {
      /** Name of one of `database.connections`; null (default) for the default one. */
      connection: string | null;
      /** Table of revoked tokens; `auth_revocations` by default. */
      table: string;
    };
    /** Settings of the store `redis`. */
    redis: RedisUse;
  };
  /** argon2id (RFC 9106). */
  passwords: {
    /** KiB of memory for one hash; 19456 by default. */
    memory: number;
    /** Passes over it; 2 by default. */
    passes: number;
    /** Lanes of one hash; 1 by default. */
    parallelism: number;
    /** Hashes made at the same time, 2 by default; each takes a thread of libuv's pool of four. */
    concurrency: number;
    /** Hashes that wait at most, 100 by default; more are answered 503. */
    max_waiting: number;
    /**
     * Verifiers for hashes from another application, such as bcrypt; none by default. The first one that knows a hash
     * checks it. After a login with the right password, argon2id replaces the hash.
     */
    verifiers: readonly PasswordVerifier[];
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/auth.ts: guards, providers, revocation, passwords. */
    auth: AuthConfig;
  }
}

/** The provider of guards that name none. */
export const defaultProvider = 'users';

/** Defaults of a `jwt` guard. */
export const jwtDefaults = {
  lifetime: 3600,
  refresh_lifetime: 14 * 86_400,
  refresh_grace: 0,
  secret: null,
  algorithm: 'HS256',
  private_key: null,
  public_key: null,
  leeway: 0,
  issuer: null,
  audience: null,
} as const;

/** Defaults of a `token` guard. */
export const tokenDefaults = { lifetime: null, table: 'personal_access_tokens', connection: null } as const;

/** Defaults of a `session` guard. */
export const sessionGuardDefaults = {
  remember: null,
  login_page: null,
  table: 'remember_tokens',
  connection: null,
} as const;

/** Defaults of a `database` provider. */
export const databaseProviderDefaults = {
  table: 'users',
  connection: null,
  id: 'id',
  password: 'password',
  credentials: ['email'],
  hidden: [],
} as const;

/** Defaults of config/auth.ts. */
export const authDefaults = (env: Env): Settings<AuthConfig> => ({
  default: 'jwt',
  scheme: 'Bearer',
  guards: openRecord<AuthConfig['guards']>({
    jwt: orNull(
      durations<JwtGuardConfig>(
        { driver: 'jwt', provider: defaultProvider, ...jwtDefaults, secret: env('JWT_SECRET', null) },
        'lifetime',
        'refresh_lifetime',
        'refresh_grace',
        'leeway',
      ),
      'secret',
      'private_key',
      'public_key',
      'issuer',
      'audience',
    ),
    token: orNull(
      durations<TokenGuardConfig>({ driver: 'token', provider: defaultProvider, ...tokenDefaults }, 'lifetime'),
      'lifetime',
    ),
  }),
  providers: openRecord<AuthConfig['providers']>({ users: { driver: 'database', ...databaseProviderDefaults } }),
  revocation: durations<AuthConfig['revocation']>(
    {
      store: 'memory',
      fail: 'closed',
      timeout: 0.5,
      memory: { max_keys: 1_000_000 },
      database: { connection: null, table: 'auth_revocations' },
      redis: { connection: null, prefix: `auth:${env('APP_NAME', 'Taproot')}` },
    },
    'timeout',
  ),
  // The first of OWASP's recommendations for argon2id.
  passwords: { memory: 19_456, passes: 2, parallelism: 1, concurrency: 2, max_waiting: 100, verifiers: [] },
});
