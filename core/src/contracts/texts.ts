import type { TextValues } from '../errors/framework-error.ts';

/** A text and the locale it is written in. */
export interface LocalText {
  /** The text, with its placeholders filled. */
  readonly text: string;
  /** A BCP 47 tag. */
  readonly locale: string;
}

/** The translations of an application, by keys such as `cart.total`. */
export interface Texts {
  /** The text of a key in a locale or its fallbacks, with its placeholders filled; null when there is none. */
  find(key: string, locale: string, values?: TextValues): LocalText | null;
  /** Like `find()`, but leaves the placeholders in the text and calls no hook. */
  written(key: string, locale: string): LocalText | null;
  /** Grows with each reload of the files. Build values that depend on translations again when it has changed. */
  readonly revision: number;
  /** The locale that a language tag means, as a BCP 47 tag. Throws if the application does not have that locale. */
  localeNamed(tag: string): string;
}
