import type { Middleware } from '@taproot/core';
import { checkMiddlewareList } from '../router/applied-middleware.ts';

/** What `withMiddleware((m) => ...)` gets: the stack around every request, outermost first. */
export class GlobalMiddleware {
  #stack: readonly Middleware[] = [];

  /** Adds inside what is there. */
  append(...middleware: Middleware[]): this {
    checkMiddlewareList(middleware);
    return this.#replace([...this.#stack, ...middleware]);
  }

  /** Adds around what is there. */
  prepend(...middleware: Middleware[]): this {
    checkMiddlewareList(middleware);
    return this.#replace([...middleware, ...this.#stack]);
  }

  /** Replaces the whole stack, the plugins' middleware too. */
  use(middleware: readonly Middleware[]): this {
    checkMiddlewareList(middleware);
    return this.#replace(middleware);
  }

  /** Takes out what has one of these signatures. */
  remove(...signatures: string[]): this {
    return this.#replace(this.#stack.filter((middleware) => !signatures.includes(middleware.signature())));
  }

  /** The middleware around every request, outermost first. */
  getGlobalMiddleware(): readonly Middleware[] {
    return this.#stack;
  }

  #replace(middleware: readonly Middleware[]): this {
    this.#stack = Object.freeze([...middleware]);
    return this;
  }
}
