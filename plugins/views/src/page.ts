import type { Application, Context } from '@taproot/core';
import { type AssetTag, assetHtml, type TextValues } from '@taproot/core/internal';
import '@taproot/routing';
import { errors } from './errors.ts';
import { type Html, html } from './html.ts';

/** Values that templates need beside their props. */
export const helperNames = [
  'url',
  'action',
  't',
  'csrf',
  'old',
  'error',
  'errorsOf',
  'flash',
  'asset',
  'vite',
  'nonce',
  'html',
  'json',
  'user',
  'path',
  'locale',
] as const;

/** The name of a helper. */
export type HelperName = (typeof helperNames)[number];

type Params = Readonly<Record<string, string | number>>;

/** The helpers of templates, and the second argument of components. */
export class Page {
  /** The user who sends the request; null for a guest and outside of a request. */
  readonly user: object | null;
  /** The locale of the page, as a BCP 47 tag. */
  readonly locale: string;
  readonly #app: Application;
  readonly #ctx: Context | null;

  /** Made for each page. */
  constructor(app: Application, ctx: Context | null, user: object | null, locale?: string) {
    this.#app = app;
    this.#ctx = ctx;
    this.user = user;
    this.locale = locale ?? ctx?.locale() ?? app.locale;
  }

  /** The path of the page; empty outside of a request. */
  get path(): string {
    return this.#ctx?.request().path() ?? '';
  }

  /** The address of a route by its name: `url('tickets.show', { id })`. Mails need the whole one: `url(name, params, { absolute: true })`. */
  readonly url = (
    name: string,
    params: Params = {},
    { absolute = false }: { readonly absolute?: boolean } = {},
  ): string => {
    const path = this.#app.facades.Route().url<string>(name, params);
    if (!absolute) return path;
    const { url } = this.#app.config.app;
    if (url === null)
      throw errors.E_VIEW_NEEDS({
        helper: 'url',
        need: 'the address of the application',
        advice: 'Set APP_URL in .env',
      });
    return new URL(path, url).href;
  };

  /** The address for the `action` of a form. For a route of PUT, PATCH or DELETE it has `_method`; the form has `method="post"`. */
  readonly action = (name: string, params: Params = {}): string => {
    const path = this.url(name, params);
    const methods = this.#app.facades.Route().info(name)?.methods ?? [];
    if (methods.length === 0 || methods.includes('POST') || methods.includes('GET')) return path;
    return `${path}${path.includes('?') ? '&' : '?'}_method=${methods[0]}`;
  };

  /** A translation in the locale of the page: `t('cart.total', { total })`; the key without one. */
  readonly t = (key: string, values?: TextValues): string =>
    this.#app.provided('texts')?.find(key, this.locale, values)?.text ?? key;

  /** The hidden field with the token of the session, if the session asks for tokens. Nothing otherwise. */
  readonly csrf = (): Html => {
    const token = this.#form?.token() ?? null;
    return html(token === null ? '' : `<input type="hidden" name="_token" value="${token}">`);
  };

  /** The text that was sent in a field of the refused form; `fallback` (default: empty) for any other field. */
  readonly old = (field: string, fallback: unknown = ''): string => {
    // oxlint-disable-next-line typescript/no-base-to-string -- as escapeHtml() prints it
    const given = fallback === null || fallback === undefined ? '' : String(fallback);
    return this.#form?.old(field, given) ?? given;
  };

  /** The first message about a field of the refused form; empty without one. */
  readonly error = (field: string): string => this.errorsOf(field)[0] ?? '';

  /** All messages about a field of the refused form. */
  readonly errorsOf = (field: string): readonly string[] => this.#form?.errors()[field] ?? [];

  /** The value of a key of the session, such as a flash message; null without one. */
  readonly flash = (key: string): unknown => this.#form?.value(key) ?? null;

  /** The nonce of the page, for scripts and styles in it. */
  readonly nonce = (): string => {
    const nonce = this.#ctx === null ? undefined : this.#app.provided('nonce')?.(this.#ctx);
    if (nonce === undefined)
      throw errors.E_VIEW_NEEDS({
        helper: 'nonce',
        need: 'the plugin security() and a request',
        advice: 'Add security() of @taproot/security to withPlugins(), or remove the call',
      });
    return nonce;
  };

  /** The address of a file in `public`: `asset('logo.svg')`. */
  readonly asset = (path: string): string => `/${path.replace(/^\/+/, '')}`;

  /**
   * The elements that load entries of Vite, for the head of the page: `vite('app.css', 'app.ts')`.
   * @throws E_VIEW_NEEDS without the plugin vite(); E_VITE_ENTRY, E_VITE_MANIFEST and E_VITE_START of it.
   */
  readonly vite = (...entries: readonly string[]): Html => html(assetHtml(this.viteTags(...entries)));

  /**
   * The same for JSX, as a list: `page.viteTags('app.ts').map(({ tag: Tag, props }) => <Tag {...props} />)`.
   * @throws E_VIEW_NEEDS without the plugin vite(); E_VITE_ENTRY, E_VITE_MANIFEST and E_VITE_START of it.
   */
  readonly viteTags = (...entries: readonly string[]): readonly AssetTag[] => {
    const tags = this.#app.provided('assetTags');
    if (tags !== null) return tags(this.#ctx, entries);
    throw errors.E_VIEW_NEEDS({
      helper: 'vite',
      need: 'the plugin vite()',
      advice: 'Add vite() of @taproot/vite to withPlugins(), or remove the call',
    });
  };

  /** Marks text as safe HTML. Never call it with input of a client. */
  readonly html = html;

  /** A value as JSON text, for an attribute such as `data-ticket`. */
  readonly json = (value: unknown): string => JSON.stringify(value) ?? 'null';

  get #form() {
    return this.#ctx === null ? null : (this.#app.provided('pageSession')?.(this.#ctx) ?? null);
  }
}
