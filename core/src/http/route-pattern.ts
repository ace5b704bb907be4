/** A parameter within a route pattern. */
export interface RouteParameter {
  /** Name of the parameter, without braces. */
  readonly name: string;
  /** What the whole value must match; null for anything but a slash. */
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
  /** Its segments, from left to right; none for `/`. */
  readonly segments: readonly RouteSegment[];
}
