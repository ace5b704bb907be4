import { placeOf } from './author-frame.ts';

/**
 * The line of the application that called the framework: make one where something is registered, show it when that turns
 * out wrong. The text is made only when it is asked for, because reading a stack costs more than registering a route.
 */
export class Place {
  readonly #trace: { stack?: string } = {};
  #text: string | null = null;

  constructor() {
    Error.captureStackTrace(this.#trace, Place);
  }

  /** `routes/api.ts:12`, relative to the working directory; empty when unknown. */
  toString(): string {
    return (this.#text ??= placeOf(this.#trace));
  }
}
