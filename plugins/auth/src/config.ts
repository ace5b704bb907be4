import { type Env, openRecord } from '@taproot/core';
import type { RevocationStore } from './revocation/revocation-store.ts';

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
  driver: 'jwt';
  /** One of `auth.providers`; `users` when left out. */
  provider?: string;
  /** Minutes an access token lives. */
  ttl?: number;
  /** Minutes a refresh token lives; each refresh begins them anew. */
  refresh_ttl?: number;
  /** 32 bytes or more; null derives one from `APP_KEY`. */
  secret?: string | null;
  /** The only algorithm whose tokens are accepted, whatever a token says of itself. */
  algorithm?: JwtAlgorithm;
  /** PEM texts, for algorithms other than HMAC. Without the private key the guard only verifies. */
  private_key?: string | null;
  public_key?: string | null;
  /** Seconds by which clocks may differ; 60 at most. */
  leeway?: number;
  /** Claim `iss`, written and required; null for none. */
  issuer?: string | null;
  /** Claim `aud`, written and required; null for none. */
  audience?: string | null;
}

/** A guard of random tokens, of which the database has the hashes. */
export interface TokenGuardConfig {
  driver: 'token';
  provider?: string;
  /** Minutes a token lives; null for ever. */
  ttl?: number | null;
  table?: string;
  /** Named connection; null for the default one. */
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
  driver: string;
  provider?: string;
}

/** The configuration of a guard of this driver; its options are those that `GuardDrivers` declares. */
export type GuardConfigOf<Driver extends string> = Driver extends keyof GuardDrivers
  ? GuardDrivers[Driver] & { driver: Driver; provider?: string }
  : CustomGuardConfig;

export type GuardConfig =
  | JwtGuardConfig
  | TokenGuardConfig
  // oxlint-disable-next-line typescript/no-redundant-type-constituents -- never only while nothing is merged
  | { [Driver in keyof GuardDrivers]: GuardConfigOf<Driver> }[keyof GuardDrivers]
  | CustomGuardConfig;

/** Users in a table of a database. */
export interface DatabaseProviderConfig {
  driver: 'database';
  table?: string;
  connection?: string | null;
  /** Column of the id. */
  id?: string;
  /** Column of the password's hash; it is never part of a user. */
  password?: string;
  /** Columns by which `attempt()` may look a user up. */
  credentials?: readonly string[];
  /** Further columns that are never part of a user. */
  hidden?: readonly string[];
}

/** Users of a driver that was registered with `provider()`. */
export interface CustomProviderConfig {
  driver: string;
}

export type ProviderConfig = DatabaseProviderConfig | CustomProviderConfig;

/** What is used of a client of ioredis; its `Redis` and `Cluster` have it. */
export interface RevocationRedisClient {
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<string | null>;
  exists(key: string): Promise<number>;
}

/** The `auth` configuration: who is a user, and how one is recognised. */
export interface AuthConfig {
  /** The guard meant where none is named. */
  default: string;
  /** The word before the token in `Authorization`, and in `WWW-Authenticate`. */
  scheme: string;
  guards: Record<string, GuardConfig>;
  providers: Record<string, ProviderConfig>;
  /** Where logouts and used refresh tokens are kept until they end by themselves. */
  revocation: {
    store: 'memory' | 'database' | 'redis' | (() => RevocationStore);
    /** While the store fails: refuse tokens with 503 (`closed`), or accept revoked ones (`open`). */
    fail: 'closed' | 'open';
    /** Seconds the store may take to answer. */
    timeout: number;
    memory: { max_entries: number };
    database: { connection: string | null; table: string };
    redis: { url: string; prefix: string; client: (() => RevocationRedisClient) | null };
  };
  /** argon2id (RFC 9106). */
  passwords: {
    /** KiB of memory for one hash. */
    memory: number;
    /** Passes over it. */
    passes: number;
    /** Lanes of one hash. */
    parallelism: number;
    /** Hashes made at the same time; each takes a thread of libuv's pool of four. */
    concurrency: number;
    /** Hashes that wait at most; more are answered 503. */
    waiting: number;
  };
}

declare module '@taproot/core' {
  interface ConfigFiles {
    auth: AuthConfig;
  }
}

export const defaultProvider = 'users';

export const jwtDefaults = {
  ttl: 60,
  refresh_ttl: 20_160,
  secret: null,
  algorithm: 'HS256',
  private_key: null,
  public_key: null,
  leeway: 0,
  issuer: null,
  audience: null,
} as const;

export const tokenDefaults = { ttl: null, table: 'personal_access_tokens', connection: null } as const;

export const databaseProviderDefaults = {
  table: 'users',
  connection: null,
  id: 'id',
  password: 'password',
  credentials: ['email'],
  hidden: [],
} as const;

export const authDefaults = (env: Env): AuthConfig => ({
  default: 'jwt',
  scheme: 'Bearer',
  guards: openRecord<AuthConfig['guards']>({
    jwt: { driver: 'jwt', provider: defaultProvider, ...jwtDefaults, secret: env('JWT_SECRET', null) },
    token: { driver: 'token', provider: defaultProvider, ...tokenDefaults },
  }),
  providers: openRecord<AuthConfig['providers']>({ users: { driver: 'database', ...databaseProviderDefaults } }),
  revocation: {
    store: 'memory',
    fail: 'closed',
    timeout: 0.5,
    memory: { max_entries: 1_000_000 },
    database: { connection: null, table: 'auth_revocations' },
    redis: {
      url: env('REDIS_URL', 'redis://127.0.0.1:6379'),
      prefix: `auth:${env('APP_NAME', 'Taproot')}`,
      client: null,
    },
  },
  // The first of OWASP's recommendations for argon2id.
  passwords: { memory: 19_456, passes: 2, parallelism: 1, concurrency: 2, waiting: 100 },
});
