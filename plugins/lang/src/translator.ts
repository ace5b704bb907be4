import type { Application } from '@taproot/core';
import { languagesOf } from './languages-of.ts';

/** The strings of the language files unchanged, for plugins with placeholders of their own. */
export interface Translator {
  /**
   * The translation of a key in a locale, otherwise in the fallback locale; null if neither has it. Does not call the
   * hook `missing`.
   */
  get(key: string, locale: string): string | null;
  /** The locale in which `get` finds the translation; null if there is none. */
  localeOf(key: string, locale: string): string | null;
  /** Grows with each reload of the files: values built from older translations are out of date. */
  readonly revision: number;
}

/** The language files of an application; null when it has no lang plugin. */
export const translatorOf = (app: Application): Translator | null => {
  if (!app.plugins.some(({ name }) => name === 'lang')) return null;
  const languages = languagesOf(app);
  return {
    get: (key, locale) => languages.find(key, locale)?.text ?? null,
    localeOf: (key, locale) => languages.find(key, locale)?.locale ?? null,
    get revision() {
      return languages.revision;
    },
  };
};
