import { HttpError } from '@taproot/core';

export type ErrorMap = Readonly<Record<string, readonly string[]>>;

/** An error that clients may see: `{ errors: { article: ['not found'] } }`. */
export abstract class ApiException extends HttpError {
  constructor(
    status: number,
    readonly errors: ErrorMap,
  ) {
    super(status, Object.entries(errors).flat(2).join(' '));
  }
}

export class InvalidCredentialsException extends ApiException {
  constructor() {
    super(401, { credentials: ['invalid'] });
  }
}

export class ArticleNotFoundException extends ApiException {
  constructor() {
    super(404, { article: ['not found'] });
  }
}

export class CommentNotFoundException extends ApiException {
  constructor() {
    super(404, { comment: ['not found'] });
  }
}

export class ProfileNotFoundException extends ApiException {
  constructor() {
    super(404, { profile: ['not found'] });
  }
}

export class NotAuthorException extends ApiException {
  constructor(resource: 'article' | 'comment') {
    super(403, { [resource]: ['forbidden'] });
  }
}

const taken = (fields: readonly string[]): ErrorMap =>
  Object.fromEntries(fields.map((field) => [field, ['has already been taken']]));

/** The name or the address of a new user belongs to somebody else. */
export class RegistrationConflictException extends ApiException {
  constructor(fields: readonly string[]) {
    super(409, taken(fields));
  }
}

/** A user wants the name or the address of somebody else. */
export class TakenException extends ApiException {
  constructor(fields: readonly string[]) {
    super(422, taken(fields));
  }
}
