import type { Handler, Middleware } from './handler.ts';
import type { RouteInfo } from './route-info.ts';

/** A parameter within a route pattern. */
export interface RouteParameter {
  /** Name of the parameter, without braces. */
  readonly name: string;
  /** The pattern that the whole value must match; null matches anything without a slash. */
  readonly constraint: RegExp | null;
}

/**
 * A segment of a route pattern: literal text, one parameter, a mixture such as `{name}.{extension}`, or a wildcard that
 * takes the rest of the path. Only trailing parameters may be optional.
 */
export type RouteSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly parameter: RouteParameter; readonly optional: boolean }
  | { readonly kind: 'mixed'; readonly parts: readonly (string | RouteParameter)[] }
  | { readonly kind: 'wildcard'; readonly parameter: RouteParameter };

/** A parsed route pattern. */
export interface RoutePattern {
  /** The pattern as it was written: `/users/{id}`. */
  readonly source: string;
  /** Its segments, from left to right; empty for `/`. */
  readonly segments: readonly RouteSegment[];
}

/** The code that runs for a request: middleware around a handler. */
export interface Chain {
  /** Outermost first; each signature occurs once. */
  readonly middleware: readonly Middleware[];
  /** The handler. */
  readonly handler: Handler;
  /** Whether Taproot must leave the body unread for the handler. */
  readonly rawBody: boolean;
}

/** A route as it is served, frozen at boot. */
export interface Route extends Chain {
  /** The description of the route, for listings. */
  readonly info: RouteInfo;
  /** Methods that it answers, in upper case. */
  readonly methods: readonly string[];
  /** Its path, parsed. */
  readonly pattern: RoutePattern;
  /** Whether it serves files. Other methods on its paths get 404, not 405. */
  readonly files: boolean;
}
