/** A text and the locale it is written in. */
export interface LocalText {
  /** The text, with its placeholders filled. */
  readonly text: string;
  /** A BCP 47 tag. */
  readonly locale: string;
}

/** Values of a text's placeholders, by name. */
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Finds the text of a key in a locale or its fallbacks, and fills the placeholders; null when there is none. The plugin that
 * has the translations of an application sets `app.texts`.
 */
export type FindText = (key: string, locale: string, values?: TextValues) => LocalText | null;

/**
 * A locale in BCP 47 form: `pt-BR` for `pt_BR`. `Intl`, `Content-Language` and the `lang` attribute of HTML accept only this
 * form. A name that is not a language tag is returned unchanged.
 */
export const languageTag = (locale: string): string => {
  try {
    // A list of one.
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-')).join();
  } catch {
    return locale;
  }
};
