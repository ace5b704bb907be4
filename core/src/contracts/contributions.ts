import type { Middleware } from '../http/handler.ts';

/** Messages by key; objects nest them: `{ cart: { empty: 'Nothing here' } }` is `cart.empty`. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** Messages of a plugin by language tag: `{ en: { cart: { empty: 'Nothing here' } } }`. */
export type LocaleMessages = Readonly<Record<string, Messages>>;

/**
 * Names of an application for the compiler: members of an interface of a package. `npx taproot types` writes them to types/taproot.d.ts.
 */
export interface DeclaredNames {
  /** Package of the interface: `@taproot/throttle`. */
  readonly module: string;
  /** Name of the interface: `Limiters`. */
  readonly interface: string;
  /**
   * The type of each member by its name: a string stands for that literal, a list for a union of literals, `true` for the type `true`,
   * `{ type }` for any type as source text. Paths of imports in that text begin at the folder of the application: `import('./app/user.ts')`.
   */
  readonly members: Readonly<Record<string, string | readonly string[] | true | DeclaredType>>;
  /** Prefixes: `errors.` allows every name that begins with it, of the type `string`. None by default. */
  readonly prefixes?: readonly string[];
}

/** A type as source text. */
export interface DeclaredType {
  /** The source text. */
  readonly type: string;
}

/** The result of a health check when the service works: a line, or facts by name. */
export type HealthDetails = string | Readonly<Record<string, string | number | boolean | null>>;

/**
 * Checks a service that the application needs. Throws or rejects if the service does not work. `signal` aborts when the caller no longer
 * waits for the answer.
 */
export type HealthCheck = (
  signal: AbortSignal,
) => HealthDetails | undefined | void | Promise<HealthDetails | undefined | void>;

/**
 * How long the oldest work has waited for a resource of a plugin, in seconds, such as a query for a free connection; 0 when nothing waits.
 * It is called some ten times each second, so it must be cheap.
 */
export type LongestWait = () => number;

/**
 * Where a plugin's middleware runs among the global ones. The order from the client to the handler is `edge`, `guard`, `inner`. `edge` sees
 * every request and every response, also the responses of the other slots: logs, CORS, security headers. `guard` refuses requests: rate
 * limits, maintenance. `inner` prepares what handlers use: locale, session.
 */
export type MiddlewareSlot = 'edge' | 'guard' | 'inner';

/** A global middleware of a plugin, and where it runs. Within a slot, middleware run in the order of the plugins. */
export interface PlacedMiddleware {
  /** The function that runs. */
  readonly middleware: Middleware;
  /** `inner` when left out. */
  readonly slot?: MiddlewareSlot;
  /**
   * Signature of another plugin's global middleware, such as `cors`: yours runs directly around it. If the application has no such
   * middleware, `slot` decides.
   */
  readonly before?: string;
  /**
   * Signature of another plugin's global middleware: yours runs directly inside it. If the application has no such middleware, `slot`
   * decides.
   */
  readonly after?: string;
}
