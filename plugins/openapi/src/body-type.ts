declare const body: unique symbol;

/** The type of a body, made by `bodyType()`. It exists for the compiler alone. */
export interface BodyType<Body> {
  readonly [body]?: Body;
}

/**
 * Declares the type of a body that the handler's code does not show. `openapi:write` reads it from the call of `meta()` on a route.
 * @example route.post('/jobs', start).meta({ openapi: { replies: { 202: bodyType<Job>(), 204: null } } })
 */
export const bodyType = <Body>(): BodyType<Body> => Object.freeze({});
