import type { Middleware } from '@taproot/core';
import type { GivenMiddleware } from '@taproot/core/internal';
import { checkMiddlewareList } from '../router/applied-middleware.ts';

/** The argument of `withMiddleware((m) => ...)`: the stack around every request, outermost first. */
export class GlobalMiddleware {
  readonly #contributed: () => readonly Middleware[];
  #changed: readonly Middleware[] | null = null;

  /** `contributed` returns the middleware of plugins. It is called once, when the stack is first read or changed. */
  constructor(contributed: () => readonly Middleware[] = () => []) {
    this.#contributed = contributed;
  }

  /** Adds middleware inside of the existing ones. */
  append(...middleware: GivenMiddleware[]): this {
    checkMiddlewareList(middleware);
    return this.#replace([...this.steps, ...middleware]);
  }

  /** Adds middleware around the existing ones. */
  prepend(...middleware: GivenMiddleware[]): this {
    checkMiddlewareList(middleware);
    return this.#replace([...middleware, ...this.steps]);
  }

  /** Replaces the whole stack, also the plugins' middleware. */
  use(middleware: readonly GivenMiddleware[]): this {
    checkMiddlewareList(middleware);
    return this.#replace(middleware);
  }

  /** Removes middleware with one of these signatures. */
  remove(...signatures: string[]): this {
    return this.#replace(this.steps.filter((one) => !signatures.includes(one.signature())));
  }

  /** The middleware around every request, outermost first. */
  get steps(): readonly Middleware[] {
    this.#changed ??= this.#contributed();
    return this.#changed;
  }

  #replace(middleware: readonly Middleware[]): this {
    this.#changed = Object.freeze([...middleware]);
    return this;
  }
}
