import { resolve } from 'node:path';
import type { Application, Context } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { describeValue, perApp } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { EtaEngine, ending } from './eta-engine.ts';
import { Html } from './html.ts';
import { Page } from './page.ts';
import { assetsIn, mentions, templateNames } from './template-files.ts';
import { views } from './traced-views.ts';

/** A page that a test looks at. */
export interface MadeView {
  /** The name of the view, or of the function of a component. */
  readonly name: string;
  /** The props that were given. */
  readonly props: Readonly<Record<string, unknown>>;
  /** The page. */
  readonly html: string;
}

type Template = string | ((props: never, page: Page) => unknown);

/** The views of one application. */
export class ViewRuntime {
  readonly app: Application;
  readonly folder: string;
  readonly engine: EtaEngine;
  readonly shared = new Map<string, unknown>();
  /** Where a test keeps the pages; null without one. */
  keep: ((view: MadeView) => void) | null = null;
  readonly #reload: boolean;
  readonly #render: ((node: never) => string | Promise<string>) | null;
  readonly #needUser = new Map<string, boolean>();

  constructor(app: Application) {
    const { folder, reload, render } = app.config.views;
    this.app = app;
    this.folder = resolve(app.basePath, folder);
    this.#reload = reload ?? app.debug;
    this.#render = render;
    this.engine = new EtaEngine(this.folder, this.#reload);
  }

  /** The names of all templates. */
  names(): readonly string[] {
    return templateNames(this.folder, ending);
  }

  /**
   * Checks the assets that templates name.
   * @throws E_VIEW_FAILED with the line of the template, for one that is not there.
   */
  checkAssets(): void {
    const tags = this.app.provided('assetTags');
    if (tags === null) return;
    for (const file of this.names().map((name) => this.engine.fileOf(name) ?? ''))
      for (const { line, entries } of assetsIn(file))
        try {
          tags(null, entries);
        } catch (cause) {
          throw errors.E_VIEW_FAILED({ file, line, reason: reasonOf(cause) }, { cause });
        }
  }

  /** Makes a page. */
  async render(template: Template, props: object, ctx: Context | null, locale?: string): Promise<string> {
    const name = typeof template === 'function' ? template.name || 'component' : template;
    const html = await views.run(this.app, { name }, async () => {
      const page = new Page(this.app, ctx, await this.#userFor(template, ctx), locale);
      if (typeof template === 'function') return this.#component(template, name, props, page);
      const shared = Object.fromEntries(
        [...this.shared].map(([key, value]) => [key, typeof value === 'function' ? (value(ctx) as unknown) : value]),
      );
      return this.engine.render(template, { ...shared, ...props, $: page });
    });
    this.keep?.({ name, props: { ...props }, html });
    return html;
  }

  async #component(component: Exclude<Template, string>, name: string, props: object, page: Page): Promise<string> {
    const node: unknown = await component(props as never, page);
    // The strings of JSX are objects, so that others are not taken for them.
    if (typeof node !== 'object' || node === null || Array.isArray(node))
      throw errors.E_VIEW_COMPONENT({ name, actual: describeValue(node) });
    const text: unknown =
      this.#render === null || node instanceof Html
        ? await (node as { toString(): unknown }).toString()
        : await this.#render(node as never);
    if (text === '[object Object]') throw errors.E_VIEW_COMPONENT({ name, actual: describeValue(node) });
    return `<!DOCTYPE html>${String(text)}`;
  }

  /** The user of the request, if the page may show it. */
  async #userFor(template: Template, ctx: Context | null): Promise<object | null> {
    const read = ctx === null ? null : this.app.provided('pageUser');
    if (ctx === null || read === null) return null;
    if (typeof template === 'string' && !this.#needsUser(template)) return null;
    return read(ctx);
  }

  #needsUser(name: string): boolean {
    const known = this.#needUser.get(name);
    if (known !== undefined) return known;
    const needs = mentions((one) => this.engine.fileOf(one), name, /\buser\b/);
    if (!this.#reload) this.#needUser.set(name, needs);
    return needs;
  }
}

/** The views of an application. */
export const viewsOf = perApp((app) => new ViewRuntime(app));
