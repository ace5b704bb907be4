import { ApiError } from './api-error.ts';
import type { CallOptions, DatedRouteTable, RouteTable, Timeout } from './calls.ts';
import type { Input } from './encode.ts';
import { type HeaderValues, perform, type Shared } from './perform.ts';
import type { Fetch, Use } from './requests.ts';
import { routeNames } from './route-names.ts';
import { readSpec, type Spec } from './spec.ts';

/** Settings of a client: the generated table, and how it calls the application. */
export type ClientOptions<Api> = ClientSettings &
  (
    | {
        /** The generated table: `import { routes } from '../api/routes.js'`. */
        readonly routes: RouteTable<Api>;
        /** Dates stay strings, as the types of the table say. */
        readonly dates?: 'string';
      }
    | {
        /** The generated table with dates. */
        readonly routes: DatedRouteTable<Api>;
        /** Strings become dates where the types of the table say `Date`. */
        readonly dates: 'date';
      }
  );

/** How a client calls the application. */
export interface ClientSettings {
  /** Where the application is, without a slash at its end: `https://api.example.com`. In browsers the page's own host by default. */
  readonly baseUrl?: string;
  /** Headers of every request, or a function that returns them. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>);
  /** Sends requests instead of the global `fetch`: `(request) => route.fetch(request)` calls an application without a socket. */
  readonly fetch?: Fetch;
  /** Which requests send cookies, as in `fetch`; default: `same-origin`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /**
   * How long one try may take: seconds, or milliseconds as `'500ms'`; 30 seconds by default, null for no end. Uploads of
   * files have no time limit unless their call sets one.
   */
  readonly timeout?: Timeout | null;
  /** How often a call may be repeated; default: twice. Only GET, HEAD, PUT, DELETE and calls with an `Idempotency-Key` are repeated. */
  readonly retry?: number;
  /** Functions that run around every request; the first one is the outermost. */
  readonly use?: Use | readonly Use[];
}

/**
 * Creates a client of an application. Its members are the names of the routes.
 * @example const api = createClient({ routes, baseUrl: 'https://api.example.com' }); const post = await api.posts.show({ params: { id: 7 }
 * });
 */
export const createClient = <Api>({
  routes,
  dates,
  baseUrl = '',
  use = [],
  timeout = 30,
  retry = 2,
  ...options
}: ClientOptions<Api>): Api => {
  const shared: Shared = {
    ...options,
    baseUrl: baseUrl.replace(/\/$/, ''),
    timeout,
    retry,
    use: [use].flat(),
  };
  const root = {};
  // The table lists a name before longer names that begin with it.
  for (const [name, line] of Object.entries(routes.calls)) {
    // With a member `then`, `await` would take the client for a promise.
    const parts = name.split('.').map((part) => (part === 'then' ? 'then_' : part));
    const last = parts.pop() ?? '';
    let node: object = root;
    for (const part of parts)
      node = Object.hasOwn(node, part) ? (Reflect.get(node, part) as object) : define(node, part, {});
    define(node, last, callOf(shared, readSpec(name, line, dates === 'date' ? routes.dates : undefined)));
  }
  return root as Api;
};

// `defineProperty`, because routes may be called `name` or `length`, which are read-only on functions.
const define = <Value extends object>(node: object, name: string, value: Value): Value => {
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true });
  return value;
};

const callOf = (shared: Shared, spec: Spec): object => {
  const call = (input: Input = {}, options: CallOptions = {}): object => {
    const reply = perform(shared, spec, input, options);
    return Object.assign(reply, {
      async data(): Promise<unknown> {
        const result = await reply;
        if (result.ok) return result.data;
        throw new ApiError(spec.name, result);
      },
    });
  };
  routeNames.set(call, spec.name);
  return call;
};
