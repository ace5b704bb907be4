import type { Application } from '@taproot/core';

/** The strings of the language files unchanged, for plugins with placeholders of their own. */
export interface Translator {
  /** The text under a key in a locale, else in the fallback locale; null when neither has it. Tells no hook. */
  get(key: string, locale: string): string | null;
  /** The locale in which `get` finds the text; null when it finds none. */
  localeOf(key: string, locale: string): string | null;
  /** Grows with each reload of the files: values built from older translations are out of date. */
  readonly revision: number;
}

/** The language files of an application; null when no plugin of it provides `texts`. */
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
