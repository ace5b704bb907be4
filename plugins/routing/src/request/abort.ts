import type { Response } from '@taproot/core';

/** Thrown by `ctx.request().abort()` to leave the handler. Carries the response. */
export class Abort {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }
}
