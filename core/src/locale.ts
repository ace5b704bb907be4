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
 * Finds the text under a key in a locale, or in a locale it falls back to, with its placeholders filled; null when there is
 * none. The plugin that has the texts of an application sets `app.texts`.
 */
export type FindText = (key: string, locale: string, values?: TextValues) => LocalText | null;

/**
 * A locale as BCP 47 writes it: `pt-BR` for `pt_BR`. `Intl`, `Content-Language` and the `lang` attribute of HTML accept no
 * other spelling. A name that is no language tag is returned as it is.
 */
export const languageTag = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? locale;
  } catch {
    return locale;
  }
};
