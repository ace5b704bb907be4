import { isDeepStrictEqual } from 'node:util';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';
import { type MadeView, viewsOf } from '../view-runtime.ts';

/** Keeps the pages that an application makes. They are made and sent as always. */
export class FakeViews {
  readonly #app: Application;
  #made: MadeView[] = [];

  /** Made by `watchViews()`. */
  constructor(app: Application) {
    this.#app = app;
    viewsOf(app).keep = (view) => void this.#made.push(view);
  }

  /** The pages in their order; all of them, or those of one view. */
  made(name?: string): readonly MadeView[] {
    return name === undefined ? this.#made : this.#made.filter((view) => view.name === name);
  }

  /**
   * A page of this view was made, and its props have these values.
   * @throws E_VIEW_ASSERTION
   */
  assertView(name: string, props: Readonly<Record<string, unknown>> = {}): this {
    const found = this.made(name);
    const has = (view: MadeView): boolean =>
      Object.entries(props).every(([key, value]) => isDeepStrictEqual(view.props[key], value));
    if (found.some(has)) return this;
    const wrong = found.length === 0 ? '' : ` with such props; it had ${JSON.stringify(found.at(-1)?.props)}`;
    throw this.#failed(`The view "${name}" was not made${wrong}.`);
  }

  /**
   * No page of this view was made.
   * @throws E_VIEW_ASSERTION
   */
  assertNotView(name: string): this {
    if (this.made(name).length === 0) return this;
    throw this.#failed(`The view "${name}" was made.`);
  }

  /** Forgets the pages. */
  clear(): void {
    this.#made = [];
  }

  /** Pages are no longer kept. */
  restore(): void {
    viewsOf(this.#app).keep = null;
  }

  #failed(message: string): Error {
    return errors.E_VIEW_ASSERTION({ message, made: this.#made.map(({ name }) => name).join(', ') || 'none' });
  }
}

/**
 * Keeps the pages that an application makes in a test, with their props.
 * @example const pages = watchViews(app); await http(app).get('/tickets/7'); pages.assertView('tickets/show', { ticket });
 */
export const watchViews = (app: Application): FakeViews => new FakeViews(app);
