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
