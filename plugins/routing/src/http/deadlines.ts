import { type Answer, isPromise, type Response } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { Run } from './compose.ts';
import { discard } from './discard.ts';
import type { HttpContext } from './http-context.ts';
import { type Waiting, WaitingList } from './waiting-list.ts';

/** Runs a chain and hands its response to `answer`, once. */
export type Serve = (run: Run, ctx: HttpContext, answer: Answer) => void;

const finish = (ctx: HttpContext, response: Response, answer: Answer): void => {
  ctx.closeOthers(response);
  answer(response, ctx.exchange);
};

/**
 * Ends requests whose handlers take longer than `http.request_timeout`, counted from when their body was there. Only
 * asynchronous ones are watched, and all of them by one timer: a timer for each request would cost more than most handlers.
 */
export class Deadlines {
  /** Those under way, in the order they came. */
  readonly #waiting = new WaitingList();
  readonly #seconds: number;
  readonly #late: (error: Error, ctx: HttpContext) => Response | Promise<Response>;

  constructor(clock: Clock, seconds: number, late: (error: Error, ctx: HttpContext) => Response | Promise<Response>) {
    this.#seconds = seconds;
    this.#late = late;
    if (seconds > 0) clock.every((now) => this.#sweep(now));
  }

  /** Answers with what the chain gives, or with 503 once the time is over; a later response is dropped. */
  readonly serve: Serve = (run, ctx, answer) => {
    const response = run(ctx);
    if (!isPromise(response)) {
      ctx.end();
      return finish(ctx, response, answer);
    }
    const request = this.#waiting.add(ctx, answer);
    void response.then((settled) => {
      ctx.end();
      if (this.#waiting.remove(request)) finish(ctx, settled, answer);
      // Of a tap that answers with something else, there is no body.
      else discard(settled?.body ?? null);
    });
  };

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
    const { ctx, answer } = waiting;
    this.#waiting.remove(waiting);
    const error = errors.E_REQUEST_TIMEOUT({ seconds: this.#seconds });
    ctx.cancel(error);
    void Promise.resolve(this.#late(error, ctx)).then((response) => finish(ctx, response, answer));
  }
}
