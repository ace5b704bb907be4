import type { IncomingMessage, ServerResponse } from 'node:http';

/** Goes on with the next step, or with an error. */
export type Next = (error?: unknown) => void;

/** A step in the style of Connect: it answers by itself, or calls `next`. */
export type BareStep = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/** Steps around the routes, on the request and response of node:http. */
export class Bare {
  readonly #steps: BareStep[] = [];

  /** Adds a step inside those that were added before. */
  use(step: BareStep): this {
    this.#steps.push(step);
    return this;
  }

  /** Runs the steps, then `last`; a step that throws ends with its error. */
  run(req: IncomingMessage, res: ServerResponse, last: Next): void {
    const steps = this.#steps.values();
    const next: Next = (error) => {
      const { value: step, done } = steps.next();
      if (error !== undefined || done === true) return last(error);
      try {
        step(req, res, next);
      } catch (thrown) {
        last(thrown);
      }
    };
    next();
  }
}
