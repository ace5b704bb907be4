import type { Context } from '@taproot/core';
import type { Component, PropsArgument, SharedProps, ViewName } from './declared.ts';
import type { ViewRuntime } from './view-runtime.ts';

/** Where a page outside of a response belongs to. */
export interface ViewSite {
  /** The request, for its user, session and locale; none by default. */
  readonly ctx?: Context;
  /** The locale of the page; that of the request by default. */
  readonly locale?: string;
}

/** The facade `View`: pages as strings, and values for all templates. */
export class View {
  readonly #runtime: ViewRuntime;

  /** Made once for each application. */
  constructor(runtime: ViewRuntime) {
    this.#runtime = runtime;
  }

  /**
   * A page as a string, outside of a response: `await facades.View().make('mail/welcome', { user })`.
   * @throws E_VIEW_NAME, E_VIEW_UNKNOWN, E_VIEW_SYNTAX, E_VIEW_FAILED, E_VIEW_DEPTH, E_VIEW_COMPONENT
   */
  make<Props extends object>(component: Component<Props>, props: Props): Promise<string>;
  // The last one, because the compiler tells what it has against this one.
  make<Name extends ViewName>(name: Name, ...props: PropsArgument<Name>): Promise<string>;
  make(template: string | Component<never>, props: object = {}): Promise<string> {
    return this.#runtime.render(template, props, null);
  }

  /** Makes pages of a request or in a locale: `await facades.View().in({ locale: 'de' }).make('mail/welcome', { user })`. */
  in({ ctx, locale }: ViewSite): Pick<View, 'make'> {
    const runtime = this.#runtime;
    return {
      make: (template: string | Component<never>, props: object = {}) =>
        runtime.render(template, props, ctx ?? null, locale),
    };
  }

  /** Whether there is a template of this name. */
  exists(name: string): boolean {
    return this.#runtime.engine.fileOf(name) !== null;
  }

  /**
   * The first of these templates that exists, as a string: `first(['tickets/vip', 'tickets/show'], { ticket })`.
   * @throws E_VIEW_UNKNOWN when none exists.
   */
  first<Name extends ViewName>(names: readonly Name[], ...props: PropsArgument<Name>): Promise<string> {
    const name = names.find((one) => this.exists(one)) ?? names[0] ?? '';
    return this.#runtime.render(name, props[0] ?? {}, null);
  }

  /**
   * Gives a value to every template, as `it.key`. A function is called for each page, with the context of the request, or null. Props of
   * the same name win.
   * @example facades.View().share('menu', () => menu)
   */
  share<Key extends keyof SharedProps>(
    key: Key,
    value: SharedProps[Key] | ((ctx: Context | null) => SharedProps[Key]),
  ): this {
    this.#runtime.shared.set(key, value);
    return this;
  }
}
