import type { RouteNames } from '../extensions.ts';

type Bare<Name extends string> = Name extends `${infer Optional}?`
  ? Optional
  : Name extends `${infer Rest}*`
    ? Rest
    : Name;
type NameOf<Body extends string> = Body extends `${infer Name}:${string}` ? Bare<Name> : Bare<Body>;

/** The parameter names in a route pattern: `'/users/{id}/posts/{slug?}'` gives `'id' | 'slug'`; `string` for any text. */
export type ParamNames<Pattern extends string> = string extends Pattern
  ? string
  : Pattern extends `${string}{${infer Body}}${infer Rest}`
    ? NameOf<Body> | ParamNames<Rest>
    : never;

/** Names of routes; any text if the application declares no names. */
export type RouteName = keyof RouteNames extends never ? string : keyof RouteNames;

/**
 * The argument of `url()`: a declared name, or any text if no names are declared. The compiler never takes the first branch; it replaces
 * `extends RouteName`, which would cost the compiler seconds for hundreds of routes.
 */
export type RouteNameInput<Name> = Name extends never ? Name : RouteName;

type Value = string | number;

/** The parameters of a route by its name. If its pattern is declared, these are the parameters in the pattern. */
export type RouteParams<Name> = Name extends keyof RouteNames
  ? RouteNames[Name] extends string
    ? ParamsOf<RouteNames[Name]>
    : Readonly<Record<string, Value>>
  : Readonly<Record<string, Value>>;

type ParamsOf<Pattern extends string> = string extends Pattern
  ? Readonly<Record<string, Value>>
  : [ParamNames<Pattern>] extends [never]
    ? Readonly<Record<string, never>>
    : Required<Pattern> & { readonly [Param in Optional<Pattern>]?: Value };

type Required<Pattern extends string> = { readonly [Param in Exclude<ParamNames<Pattern>, Optional<Pattern>>]: Value };

/** Names that a pattern writes as `{slug?}` or `{path*}`. */
type Optional<Pattern extends string> = {
  [Param in ParamNames<Pattern>]: Pattern extends `${string}{${Param}${'?' | '*'}${string}` ? Param : never;
}[ParamNames<Pattern>];

/** The arguments after a name: the parameters (optional when the route needs none), and the other arguments of the function. */
export type RouteArguments<Name, More extends readonly unknown[]> =
  {} extends RouteParams<Name>
    ? [params?: RouteParams<Name>, ...more: More]
    : [params: RouteParams<Name>, ...more: More];
