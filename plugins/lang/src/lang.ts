import type { Context } from '@taproot/core';
import type { LangHooks } from './lang-hooks.ts';
import type { Languages } from './languages.ts';
import { choosePlural } from './text/choose-plural.ts';
import { fillPlaceholders } from './text/fill-placeholders.ts';
import type { LangArguments, LangKey } from './text/lang-keys.ts';

declare module '@taproot/core' {
  interface ContextValues {
    /** The fallback locale of this request, if it differs from that of the application. */
    'lang.fallback': string;
  }
}

/** Translations for one request, in its locale; without a request in the locale of `setLocale`, or of the application. */
export class Lang {
  readonly #languages: Languages;
  readonly #ctx: Context | null;
  #locale: string | null = null;
  #fallback: string | null = null;

  constructor(languages: Languages, ctx: Context | null) {
    this.#languages = languages;
    this.#ctx = ctx;
  }

  /** The hooks of localisation. Tap them in `apply()` of a plugin. */
  get hooks(): LangHooks {
    return this.#languages.app.hookTables.of('lang');
  }

  /**
   * The text under a key such as `cart.total`, with its `:placeholders` filled. Searches the locale, its parent locales and the fallback.
   * Returns the key itself if there is no text.
   */
  get<const Key extends string>(key: LangKey<Key>, ...rest: LangArguments<Key>): string {
    const [replace = {}, locale = this.currentLocale()] = rest;
    return fillPlaceholders(this.#find(key, locale)?.text ?? key, replace);
  }

  /** Like `get`, but chooses the form of the text for a number: `one|many`, `{0} none|[1,9] some|[10,*] many`. Fills `:count`. */
  choice<const Key extends string>(key: LangKey<Key>, number: number, ...rest: LangArguments<Key, 'count'>): string {
    const [replace = {}, locale = this.currentLocale()] = rest;
    const found = this.#find(key, locale) ?? { text: key, locale: this.#languages.nameOf(locale) };
    return fillPlaceholders(choosePlural(found.text, number, found.locale), { count: number, ...replace });
  }

  /** Whether there is a text for the key, even if only in the fallback. */
  has(key: string, locale: string = this.currentLocale()): boolean {
    return this.#languages.find(key, locale, this.getFallback()) !== null;
  }

  /** The current locale, a BCP 47 tag: of the request, otherwise of this object, otherwise `app.locale`. */
  currentLocale(): string {
    return this.#ctx?.locale() ?? this.#locale ?? this.#languages.app.locale;
  }

  /**
   * Changes the locale of the request; without a request, the locale of this object.
   * @throws E_LOCALE_UNKNOWN for a locale without translations.
   */
  setLocale(locale: string): this {
    if (this.#ctx === null) this.#locale = this.#languages.require(locale);
    else this.#languages.app.setLocale(this.#ctx, locale);
    return this;
  }

  /**
   * The locale for keys that the current locale does not have: of the request or of this object, otherwise
   * `app.fallback_locale`.
   */
  getFallback(): string {
    return this.#ctx?.value('lang.fallback') ?? this.#fallback ?? this.#languages.fallback;
  }

  /**
   * Changes the fallback locale of the request; without a request, that of this object.
   * @throws E_LOCALE_UNKNOWN for a locale without translations.
   */
  setFallback(locale: string): this {
    const name = this.#languages.require(locale);
    if (this.#ctx === null) this.#fallback = name;
    else this.#ctx.withValue('lang.fallback', name);
    return this;
  }

  #find(key: string, locale: string): ReturnType<Languages['find']> {
    const found = this.#languages.find(key, locale, this.getFallback());
    const { missing } = this.hooks;
    if (found === null && missing.isUsed()) missing.call(key, locale);
    return found;
  }
}
