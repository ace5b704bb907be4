import { HttpError } from '@taproot/core';

/** What `abort()` of a fake request throws: the way out, with the body that was given. */
export class FakeAbort extends HttpError {
  /** Null when none was given: it is answered as an error of its status is. */
  readonly body: unknown;

  constructor(status: number, body: unknown = null) {
    super(status, undefined, body === null ? {} : { details: { body } });
    this.body = body;
  }
}
