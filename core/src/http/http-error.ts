import { STATUS_CODES } from 'node:http';
import { acrossCopies, FrameworkError, type FrameworkErrorInit } from '../errors/framework-error.ts';

/** The parts of an `HttpError` besides status and message. */
export interface HttpErrorInit extends Pick<FrameworkErrorInit, 'cause' | 'headers' | 'details' | 'fix' | 'values'> {
  /** Stable code of the JSON error body; `E_HTTP_<status>` when left out. */
  readonly code?: string;
}

/**
 * Throw it anywhere to answer the request with `status`. The client sees the message if the status is 4xx. `Status` is the status as a
 * literal type: `new HttpError(418)` is an `HttpError<418>`.
 */
export class HttpError<Status extends number = number> extends FrameworkError {
  /** Types `instanceof`: without this declaration, the compiler would make the status `any`. See `acrossCopies()`. */
  declare static [Symbol.hasInstance]: <Class extends abstract new (...given: never) => unknown>(
    this: Class,
    value: unknown,
  ) => value is InstanceType<Class>;
  override readonly name: string = 'HttpError';
  /** HTTP status of the response when the error ends a request. */
  declare readonly status: Status;

  constructor(status: Status, message?: string, init: HttpErrorInit = {}) {
    super(init.code ?? `E_HTTP_${status}`, message ?? STATUS_CODES[status] ?? 'Error', { ...init, status });
  }
}

acrossCopies(HttpError, 'HttpError');

const family = <Status extends number>(status: Status, name: string) =>
  class extends HttpError<Status> {
    override readonly name = name;

    constructor(message?: string, init?: HttpErrorInit) {
      super(status, message, init);
    }
  };

/**
 * 400: the request cannot be understood. The message is shown to the client; by default it is the status text.
 * @example throw new BadRequestError('The cursor is not valid.')
 */
export class BadRequestError extends family(400, 'BadRequestError') {}
/**
 * 401: the client has not logged in, or its token is not valid. The message is shown to the client; by default it is
 * the status text.
 * @example throw new UnauthorizedError('Log in first.')
 */
export class UnauthorizedError extends family(401, 'UnauthorizedError') {}
/**
 * 403: the client is known, but is not allowed to do this. The message is shown to the client; by default it is the status text.
 * @example throw new ForbiddenError('Only the author may edit a post.')
 */
export class ForbiddenError extends family(403, 'ForbiddenError') {}
/**
 * 404: nothing is at this address. The message is shown to the client; by default it is the status text.
 * @example throw new NotFoundError('There is no such post.')
 */
export class NotFoundError extends family(404, 'NotFoundError') {}
/**
 * 405: the address exists for other methods. The message is shown to the client; by default it is the status text.
 * @example throw new MethodNotAllowedError('Posts are not deleted.', { headers: { Allow: 'GET' } })
 */
export class MethodNotAllowedError extends family(405, 'MethodNotAllowedError') {}
/**
 * 409: the request contradicts the current state. The message is shown to the client; by default it is the status text.
 * @example throw new ConflictError('The room is booked already.')
 */
export class ConflictError extends family(409, 'ConflictError') {}
/**
 * 410: what was here is gone for good. The message is shown to the client; by default it is the status text.
 * @example throw new GoneError('This invitation has expired.')
 */
export class GoneError extends family(410, 'GoneError') {}
/**
 * 422: the request is well formed, and its values are not valid. The message is shown to the client; by default it is
 * the status text.
 * @example throw new UnprocessableContentError('The end lies before the beginning.')
 */
export class UnprocessableContentError extends family(422, 'UnprocessableContentError') {}
/**
 * 429: the client sends too many requests. The message is shown to the client; by default it is the status text.
 * @example throw new TooManyRequestsError('Try again later.', { headers: { 'Retry-After': '60' } })
 */
export class TooManyRequestsError extends family(429, 'TooManyRequestsError') {}
/**
 * 503: the server cannot answer now. The message is shown to the client; by default it is the status text.
 * @example throw new ServiceUnavailableError('The search is being rebuilt.')
 */
export class ServiceUnavailableError extends family(503, 'ServiceUnavailableError') {}

/**
 * Returns the value; for null and undefined it answers the request with 404. The message is shown to the client; by default it is the
 * status text.
 * @throws HttpError (404) when the value is null or undefined.
 * @example route.get('/posts/{id}', async (ctx) => orNotFound(await Post.find(ctx.request().routeInt('id'))))
 */
export const orNotFound = <Value>(value: Value, message?: string): NonNullable<Value> => {
  if (value === undefined || value === null) throw new NotFoundError(message);
  return value;
};
