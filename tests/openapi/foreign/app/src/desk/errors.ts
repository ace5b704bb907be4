import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  GoneError,
  HttpError,
  NotFoundError,
  TooManyRequestsError,
} from '@taproot/core';

export class TakenError extends HttpError<409> {
  constructor(seat: string) {
    super(409, `Seat ${seat} is taken.`, { code: 'E_SEAT_TAKEN' });
  }
}

export class QuotaError extends TooManyRequestsError {
  constructor(seconds: number) {
    super('Too many calls.', { headers: { 'Retry-After': String(seconds) } });
  }
}

abstract class PreconditionError<S extends 412 | 428> extends HttpError<S> {}

export class StaleError extends PreconditionError<412> {
  constructor() {
    super(412, 'It was changed by somebody else.');
  }
}

export class UnconditionalError extends PreconditionError<428> {
  constructor() {
    super(428, 'Send If-Match.');
  }
}

export const errors = {
  gone: () => new GoneError('The hold has ended.'),
  forbidden: (level: number) => new ForbiddenError(`Level ${level} is closed.`),
  unknown: (what: string) => new NotFoundError(`There is no ${what}.`),
} as const;

export const FAULTS = {
  closed: () => new ForbiddenError('Closed.'),
  absent: () => new NotFoundError('Absent.'),
  expired: () => new GoneError('Expired.'),
} as const;

export const toNotFound = (): never => {
  throw new NotFoundError('It could not be found.');
};

export const malformed = (reason: unknown): never => {
  throw new BadRequestError(`It is malformed: ${String(reason)}`);
};

export function ensure<T>(value: T | null | undefined, make: () => Error): T {
  if (value === null || value === undefined) throw make();
  return value;
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ConflictError(message);
}

export const teapot = () => Object.assign(new Error('No coffee here.'), { status: 418, expose: true });
