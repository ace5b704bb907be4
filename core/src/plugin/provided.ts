import type { IncomingMessage } from 'node:http';
import type { Middleware } from '../http/handler.ts';
import type { Input } from '../http/request.ts';

/** A request or a form, in any of its representations. */
export type Source = IncomingMessage | globalThis.Request | FormData | URLSearchParams;

/**
 * Contributed by the plugin that reads requests. Gives query and body as one map, nested by brackets and with its files, and
 * rejects what a request of that kind is refused for: a body that is too large or malformed.
 */
export type SourceReader = (source: Source) => Promise<Input>;

/** Messages by key; objects nest them: `{ cart: { empty: 'Nothing here' } }` is `cart.empty`. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** Messages of a plugin by language tag: `{ en: { cart: { empty: 'Nothing here' } } }`. */
export type LocaleMessages = Readonly<Record<string, Messages>>;

/**
 * Names of an application for the compiler: members of an interface that a package has for them. `npx taproot types` writes them
 * to types/taproot.d.ts.
 */
export interface DeclaredNames {
  /** Package of the interface: `@taproot/throttle`. */
  readonly module: string;
  /** Name of the interface: `Limiters`. */
  readonly interface: string;
  /** The types by name: a string or a list of strings for one of these literals, `true` for the name itself. */
  readonly members: Readonly<Record<string, string | readonly string[] | true>>;
  /** Prefixes: `errors.` allows every name that begins with it, of the type `string`. None by default. */
  readonly prefixes?: readonly string[];
}

/** The report of a health check for a service that works: a line, or facts by name. */
export type HealthDetails = string | Readonly<Record<string, string | number | boolean | null>>;

/**
 * Checks whether a service works that the application needs; throws or rejects if it does not. `signal` aborts when the
 * caller no longer waits for the answer.
 */
export type HealthCheck = (
  signal: AbortSignal,
) => HealthDetails | undefined | void | Promise<HealthDetails | undefined | void>;

/**
 * Where a plugin's middleware runs among the global ones, from the client to the handler. `edge` sees every request and every
 * response, those of the others too: logs, CORS, security headers. `guard` refuses requests: rate limits, maintenance. `inner`
 * prepares what handlers use: locale, session.
 */
export type MiddlewareSlot = 'edge' | 'guard' | 'inner';

/** A global middleware of a plugin, and where it runs. Those of one slot run in the order of the plugins. */
export interface PlacedMiddleware {
  /** The function that runs. */
  readonly middleware: Middleware;
  /** `inner` when left out. */
  readonly slot?: MiddlewareSlot;
  /** Signature of a plugin's global middleware, such as `cors`: this one runs right around it. Without that one, `slot` counts. */
  readonly before?: string;
  /** Signature of a plugin's global middleware: this one runs right inside it. Without that one, `slot` counts. */
  readonly after?: string;
}

/** The value of a column. The code that stores a date writes it as ISO 8601 text or as unix seconds. */
export type Scalar = string | number | bigint | boolean | null;

/** A row as the database gives it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The few statements on one table that plugins without a query layer of their own need: users by e-mail, tokens by hash.
 * Table and column names come from configuration and code, never from requests; values are bound.
 */
export interface RowStore {
  /** The first row whose columns all equal `where`; undefined when there is none. */
  first(table: string, where: Readonly<Record<string, Scalar>>): Promise<Row | undefined>;
  /** Rejects with the code `E_ROW_CONFLICT` when a unique constraint refuses the row; `update` does, too. */
  insert(table: string, row: Readonly<Record<string, Scalar>>): Promise<void>;
  /** How many rows were changed: 0 tells the loser of a race, so `where` can hold the value that is expected. */
  update(
    table: string,
    where: Readonly<Record<string, Scalar>>,
    changes: Readonly<Record<string, Scalar>>,
  ): Promise<number>;
  /** How many rows were removed. */
  delete(table: string, where: Readonly<Record<string, Scalar>>): Promise<number>;
}

/** Reaches the rows of a database, contributed by the plugin that knows it. `connection` null = the default one. */
export type OpenRowStore = (connection: string | null) => RowStore;

/** A query of the rules `exists` and `unique`. Identifiers were checked when the rule was compiled; values must be bound. */
export interface PresenceQuery {
  /** Named connection; null = the default one. */
  readonly connection: string | null;
  /** Table that is asked, with its schema where one was given. */
  readonly table: string;
  /** A value is present when any of these columns equals it. */
  readonly columns: readonly string[];
  /** Scalars, in the order of the wanted answers. */
  readonly values: readonly (string | number | bigint | boolean | null)[];
  /** Rows left out: those whose `column` is one of `values`. */
  readonly except: { readonly column: string; readonly values: readonly (string | number)[] } | null;
  /** Further conditions, all of which a row must meet; from `Rule.exists(...).where(...)`. */
  readonly where: readonly { readonly column: string; readonly value: string | number | boolean | null }[];
}

/** A violation of a unique constraint. */
export interface UniqueViolation {
  /** Without its schema; empty when the database does not say. */
  readonly table: string;
  /** In the order of the constraint; empty if the database does not say. */
  readonly columns: readonly string[];
  /** Name of the constraint or index; null when the database does not say. */
  readonly constraint: string | null;
}

/** Contributed by a database plugin. It rejects when the database fails, which is not a validation failure. */
export interface PresenceVerifier {
  /** Whether a row exists for each value; one query if the database can do that. */
  present(query: PresenceQuery, signal: AbortSignal | null): Promise<readonly boolean[]>;
  /** Recognises the error with which the database refused a row that is there already; null for any other error. */
  violation?(error: unknown): Promise<UniqueViolation | null>;
}

/** The commands of Redis that plugins without a client of their own use. `Redis` and `Cluster` of ioredis have them. */
export interface RedisClient {
  /** State of the connection: `ready` when it can be used. */
  readonly status: string;
  /** Sends PING. */
  ping(): Promise<unknown>;
  /** `SET key value EX seconds NX`: null when the key exists. */
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<string | null>;
  /** `EXISTS key`: 1 or 0. */
  exists(key: string): Promise<number>;
}

/** A connection to Redis. Who provides it closes it, after the plugins that use it. */
export interface RedisConnection {
  /** The reason why there is no connection now; null while connected, or if that is not known. */
  readonly fault: Error | null;
  /** The client once a first attempt to connect has ended, well or not. Rejects only where it can never work. */
  open(): Promise<RedisClient>;
}

/** Reaches Redis, contributed by the plugin that knows it: a named connection, null = the default one. */
export type OpenRedis = (connection: string | null) => RedisConnection;
