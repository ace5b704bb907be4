import type { Response } from '@taproot/core';
import type { HttpContext } from './http-context.ts';

/** Takes the response of a request. */
export type Settle = (ctx: HttpContext, response: Response) => void;

/** A request whose handler has not answered yet, between those that came before and after it. */
export interface Waiting {
  readonly ctx: HttpContext;
  /** Takes its response when the time is over. */
  readonly settle: Settle;
  before: Waiting | null;
  after: Waiting | null;
  gone: boolean;
}

/** Requests in the order they came. A chain: they go in any order, and a Map would be filled and swept by every one. */
export class WaitingList {
  first: Waiting | null = null;
  #last: Waiting | null = null;

  add(ctx: HttpContext, settle: Settle): Waiting {
    const waiting: Waiting = { ctx, settle, before: this.#last, after: null, gone: false };
    if (this.#last === null) this.first = waiting;
    else this.#last.after = waiting;
    this.#last = waiting;
    return waiting;
  }

  /** Whether it was there. */
  remove(waiting: Waiting): boolean {
    if (waiting.gone) return false;
    const { before, after } = waiting;
    if (before === null) this.first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    // Nothing that outlives it may hold its neighbours.
    waiting.before = null;
    waiting.after = null;
    waiting.gone = true;
    return true;
  }
}
