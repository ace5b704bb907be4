import { resolve } from 'node:path';
import type { Application } from '@taproot/core';
import { didYouMean, type LocalText, languageTag, perApp, type Texts } from '@taproot/core/plugin';
import { type Catalog, emptyCatalog } from './catalog/catalog.ts';
import { LangWatcher } from './catalog/lang-watcher.ts';
import { negotiateLocale } from './catalog/negotiate-locale.ts';
import { errors } from './errors.ts';
import { fillPlaceholders } from './text/fill-placeholders.ts';

/** The locales of one application and their translations. All are loaded at boot, so that look-ups are synchronous. */
export class Languages {
  readonly app: Application;
  /** The directory of the language files. */
  readonly directory: string;
  #catalog: Catalog = emptyCatalog;
  #watcher: LangWatcher | null = null;
  #revision = 0;
  #fallback: string | null = null;

  constructor(app: Application) {
    this.app = app;
    this.directory = resolve(app.basePath, app.config.lang.path);
  }

  /**
   * Reads every file. In development it keeps watching them.
   * @throws E_LANG_FILE for a file that is not a JSON object of strings.
   */
  async load(): Promise<void> {
    if (this.app.config.lang.reload) this.#watcher = new LangWatcher(this.directory, () => this.#reload());
    await this.#read();
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  /** The application's fallback locale, as a language tag. */
  get fallback(): string {
    this.#fallback ??= languageTag(this.app.config.app.fallback_locale);
    return this.#fallback;
  }

  /** How often the files were read. */
  get revision(): number {
    return this.#revision;
  }

  /** Names of the locales that exist: those with files, the application's own and its fallback. */
  get locales(): readonly string[] {
    return this.#catalog.locales.names;
  }

  /** The existing locale for a tag: `de` for `de-AT` if only `de` exists. Null if there is none. */
  match(tag: string): string | null {
    return this.#catalog.locales.match(tag);
  }

  /** Like `match`, but the fallback locale if there is none. */
  nameOf(tag: string): string {
    return this.match(tag) ?? this.fallback;
  }

  /** Like `match`, but throws `E_LOCALE_UNKNOWN` if there is none. */
  require(tag: string): string {
    const name = this.match(tag);
    if (name !== null) return name;
    const locale = tag.slice(0, 40);
    const hint = didYouMean(locale, this.locales);
    throw errors.E_LOCALE_UNKNOWN({ locale: JSON.stringify(locale), hint, known: this.locales.join(', ') });
  }

  /** The best existing locale for an `Accept-Language` header; the application's locale if none fits. */
  negotiate(header: string): string {
    return negotiateLocale(header, this.#catalog.locales) ?? this.app.locale;
  }

  /** The text under a key and the locale in which it was found. Default for `fallback`: the fallback of the application. */
  find(key: string, locale: string, fallback?: string): LocalText | null {
    return this.#catalog.find(key, locale, fallback);
  }

  /** The keys of a locale without its parents and fallbacks. */
  keysOf(locale: string): readonly string[] {
    return this.#catalog.keysOf(locale);
  }

  /** The existing locales from which a locale takes its translations: itself first, then its parents; without the fallback. */
  lineOf(locale: string): readonly string[] {
    return this.#catalog.locales.lineOf(locale);
  }

  async #read(): Promise<void> {
    // Imported here, so that i18next is not loaded only to check whether there is a lang plugin.
    const { loadCatalog } = await import('./catalog/load-catalog.ts');
    this.#catalog = await loadCatalog(this.app, this.directory, (folders) => this.#watcher?.watch(folders));
    this.#revision++;
  }

  /** Files may be incomplete or broken while you edit. Then this reports the error and keeps the old translations. */
  async #reload(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.app.report(error, { where: 'lang' });
    }
  }
}

/** The languages of an application, created on first use; empty until the plugin has loaded them. */
export const languagesOf = perApp((app) => new Languages(app));

/** The unchanged strings of the language files, for plugins with their own placeholders. */
export interface Translator {
  /**
   * The translation of a key in a locale, otherwise in the fallback locale; null if neither has it. Does not call the
   * hook `missing`.
   */
  get(key: string, locale: string): string | null;
  /** The locale in which `get` finds the translation; null if there is none. */
  localeOf(key: string, locale: string): string | null;
  /** Grows with each reload of the files. Build values that depend on translations again when it has changed. */
  readonly revision: number;
}

/** The language files of an application; null if no plugin provides translations. */
export const translatorOf = (app: Application): Translator | null => {
  const texts = app.provided('texts');
  if (texts === null) return null;
  return {
    get: (key, locale) => texts.written(key, locale)?.text ?? null,
    localeOf: (key, locale) => texts.written(key, locale)?.locale ?? null,
    get revision() {
      return texts.revision;
    },
  };
};

/** The translations of an application, as other plugins ask for them. */
export const textsOf = (languages: Languages): Texts => ({
  find: (key, locale, values = {}) => {
    const found = languages.find(key, locale);
    return found === null ? null : { text: fillPlaceholders(found.text, values), locale: found.locale };
  },
  written: (key, locale) => languages.find(key, locale),
  get revision() {
    return languages.revision;
  },
  localeNamed: (tag) => languages.require(tag),
});
