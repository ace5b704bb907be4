import { STATUS_CODES } from 'node:http';
import { acrossCopies } from '../errors/across-copies.ts';
import { FrameworkError, type FrameworkErrorInit } from '../errors/framework-error.ts';

/** What an `HttpError` may carry beside status and message. */
export interface HttpErrorInit extends Pick<FrameworkErrorInit, 'cause' | 'headers' | 'details' | 'fix' | 'values'> {
  /** Stable code of the JSON error body; `E_HTTP_<status>` when left out. */
  readonly code?: string;
}

/** Thrown anywhere, it answers the request with `status`; the message of a 4xx is shown to the client. */
export class HttpError extends FrameworkError {
  override readonly name: string = 'HttpError';

  constructor(status: number, message?: string, init: HttpErrorInit = {}) {
    super(init.code ?? `E_HTTP_${status}`, message ?? STATUS_CODES[status] ?? 'Error', { ...init, status });
  }
}

acrossCopies(HttpError, 'HttpError');

const family = (status: number, name: string) =>
  class extends HttpError {
    override readonly name = name;

    constructor(message?: string, init?: HttpErrorInit) {
      super(status, message, init);
    }
  };

export class BadRequestError extends family(400, 'BadRequestError') {}
export class UnauthorizedError extends family(401, 'UnauthorizedError') {}
export class ForbiddenError extends family(403, 'ForbiddenError') {}
export class NotFoundError extends family(404, 'NotFoundError') {}
export class MethodNotAllowedError extends family(405, 'MethodNotAllowedError') {}
export class ConflictError extends family(409, 'ConflictError') {}
export class GoneError extends family(410, 'GoneError') {}
export class UnprocessableContentError extends family(422, 'UnprocessableContentError') {}
export class TooManyRequestsError extends family(429, 'TooManyRequestsError') {}
export class ServiceUnavailableError extends family(503, 'ServiceUnavailableError') {}
