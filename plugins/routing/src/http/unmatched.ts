import type { Handler, Middleware } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Run } from './compose.ts';
import type { Preflights } from './preflights.ts';
import type { Build } from './route-record.ts';

/** Answers requests that no route matches; the global middleware runs around the answers. */
export class Unmatched {
  readonly #build: Build;
  readonly #stack: readonly Middleware[];
  readonly #preflights: Preflights;
  readonly #unknown: Run;
  readonly #refusals = new Map<string, Run>();

  constructor(build: Build, stack: readonly Middleware[], preflights: Preflights, fallback: Handler | null) {
    this.#build = build;
    this.#stack = stack;
    this.#preflights = preflights;
    // Only an author's fallback may want the body.
    this.#unknown = this.#around(fallback ?? (() => Promise.reject(errors.E_ROUTE_NOT_FOUND())), fallback === null);
  }

  /** The chain for a path that has routes of the methods `allow`, or none: a path that exists is no unknown one (RT-07). */
  run(allow: readonly string[]): Run {
    if (allow.length === 0) return this.#unknown;
    const methods = allow.join(', ');
    let run = this.#refusals.get(methods);
    if (run === undefined) this.#refusals.set(methods, (run = this.#around(refusal(methods), true)));
    return run;
  }

  #around(handler: Handler, rawBody: boolean): Run {
    return this.#preflights.around(this.#stack, (stack) => this.#build(stack, handler, rawBody));
  }
}

// RFC 9110 10.2.1, 15.5.6: both answers name the methods that work here.
const refusal =
  (allow: string): Handler =>
  (ctx) => {
    const method = ctx.request().method();
    if (method === 'OPTIONS') return ctx.response().header('Allow', allow).noContent();
    throw errors.E_METHOD_NOT_ALLOWED({ method, allow }, { headers: { Allow: allow } });
  };
