import type { Response } from '@taproot/core';

/** Thrown by `ctx.request().abort()`: no error, but the way out. Carries what is answered. */
export class Abort {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }
}
