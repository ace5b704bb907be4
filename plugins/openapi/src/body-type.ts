declare const body: unique symbol;

/** The type of a body, made by `bodyType()`. Except for its example, it exists for the compiler alone. */
export interface BodyType<Body> {
  readonly [body]?: Body;
  /** The example that was given. */
  readonly example?: Body;
}

/**
 * Declares the type of a body that the handler's code does not show. `openapi:write` reads it from the call of `meta()` on a route.
 * `example` is shown in the document.
 * @example route.post('/jobs', start).meta({ openapi: { replies: { 202: bodyType<Job>(), 204: null } } })
 */
export const bodyType = <Body>(example?: Body): BodyType<Body> =>
  Object.freeze(example === undefined ? {} : { example });
