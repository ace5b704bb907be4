import { errors } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { ErrorResponses } from './error-response.ts';
import type { HttpContext } from './http-context.ts';
import { type Settle, type Waiting, WaitingList } from './waiting-list.ts';

/**
 * Ends requests whose handlers take longer than `http.request_timeout`, counted from when their body was there. Only
 * asynchronous ones are watched, and all of them by one timer: a timer for each request would cost more than most handlers.
 */
export class Deadlines {
  /** Those under way, in the order they came. */
  readonly #waiting = new WaitingList();
  readonly #seconds: number;
  readonly #errors: ErrorResponses;

  constructor(clock: Clock, seconds: number, errorResponses: ErrorResponses) {
    this.#seconds = seconds;
    this.#errors = errorResponses;
    if (seconds > 0) clock.every((now) => this.#sweep(now));
  }

  /** Watches a request; once the time is over, `settle` gets a 503. */
  add(ctx: HttpContext, settle: Settle): Waiting {
    return this.#waiting.add(ctx, settle);
  }

  /** Watches it no longer; false when its time was over before. */
  remove(waiting: Waiting): boolean {
    return this.#waiting.remove(waiting);
  }

  #sweep(now: number): void {
    let next = this.#waiting.first;
    while (next !== null && now - next.ctx.began > this.#seconds) {
      const waiting = next;
      next = waiting.after;
      // What the client takes to send its body is not the handler's time; `http.body_rate` is its limit.
      if (now - waiting.ctx.request().readAt > this.#seconds) this.#end(waiting);
    }
  }

  #end(waiting: Waiting): void {
    const { ctx, settle } = waiting;
    this.#waiting.remove(waiting);
    const error = errors.E_REQUEST_TIMEOUT({ seconds: this.#seconds });
    ctx.cancel(error);
    void Promise.resolve(this.#errors.respond(error, ctx)).then((response) => settle(ctx, response));
  }
}
