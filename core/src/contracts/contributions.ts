import type { Middleware } from '../http/handler.ts';

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
