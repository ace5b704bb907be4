import type { Response } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { HttpContext } from './http-context.ts';

interface Waiting {
  readonly ctx: HttpContext;
  readonly expire: () => void;
}

/**
 * Ends requests whose handlers take longer than `http.request_timeout`. Only asynchronous ones are watched, and all of
 * them by one timer: a timer for each request would cost more than most handlers.
 */
export class Deadlines {
  readonly #waiting = new Set<Waiting>();
  readonly #seconds: number;
  readonly #late: (error: Error, ctx: HttpContext) => Response | Promise<Response>;

  constructor(clock: Clock, seconds: number, late: (error: Error, ctx: HttpContext) => Response | Promise<Response>) {
    this.#seconds = seconds;
    this.#late = late;
    if (seconds > 0) clock.every((now) => this.#sweep(now));
  }

  /** Settles with `response`, or with 503 once the time is over; a later answer is dropped. */
  watch(ctx: HttpContext, response: Promise<Response>): Promise<Response> {
    if (this.#seconds === 0) return response;
    return new Promise((resolve) => {
      const entry: Waiting = {
        ctx,
        expire: () => {
          const error = errors.E_REQUEST_TIMEOUT({ seconds: this.#seconds });
          ctx.cancel(error);
          resolve(this.#late(error, ctx));
        },
      };
      this.#waiting.add(entry);
      void response.then((settled) => {
        this.#waiting.delete(entry);
        resolve(settled);
      });
    });
  }

  #sweep(now: number): void {
    for (const entry of this.#waiting) {
      // Oldest first: the set keeps the order of arrival.
      if (now - entry.ctx.began <= this.#seconds) return;
      this.#waiting.delete(entry);
      entry.expire();
    }
  }
}
