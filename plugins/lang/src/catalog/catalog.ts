import type { LocalText } from '@taproot/core/plugin';
import type { i18n } from 'i18next';
import { LocaleSet } from './locale-set.ts';

/** Translations by full key: `validation.min.string`. Without prototype, because keys may come from clients. */
export type Texts = Readonly<Record<string, string>>;

/** An empty set of translations. */
export const noTexts = (): Record<string, string> => Object.create(null) as Record<string, string>;

/** The parts of a catalogue. */
export interface CatalogInit {
  readonly texts: ReadonlyMap<string, Texts>;
  readonly locales: LocaleSet;
  readonly fallback: string;
  readonly i18n: i18n | null;
}

/** The locales to search, nearest first, and the cached answers of i18next. */
interface Line {
  readonly locales: readonly string[];
  /** Answers by key. Only keys of the files are stored, so it has no more entries than the files have keys. */
  readonly answers: Map<string, LocalText | null>;
}

// The most lines that are kept. There are more lines than locales, because requests may also choose a fallback.
const mostLines = 1000;

// A default that is never a real text.
const absent = '\u0000absent';

/** The translations at one time. A catalogue never changes; a reload creates another one. */
export class Catalog {
  readonly locales: LocaleSet;
  readonly #texts: ReadonlyMap<string, Texts>;
  readonly #fallback: string;
  readonly #i18n: i18n | null;
  /** The keys of all files. Other keys may come from a client. They have no text, and are never stored. */
  readonly #keys: ReadonlySet<string>;
  /** Lines by existing locale, with the fallback of the application. */
  readonly #lines: ReadonlyMap<string, Line>;
  /** Further lines by the names of their locales. The names are those of existing locales, never of requests. */
  readonly #otherLines = new Map<string, Line>();

  constructor({ texts, locales, fallback, i18n }: CatalogInit) {
    this.locales = locales;
    this.#texts = texts;
    this.#fallback = fallback;
    this.#i18n = i18n;
    this.#keys = new Set([...texts.values()].flatMap((some) => Object.keys(some)));
    this.#lines = new Map(
      locales.names.map((name) => [name, { locales: this.#chainOf(name, fallback), answers: new Map() }]),
    );
  }

  /** The text under a key in a locale, in its parent locales, or in the fallback. An empty text does not count. */
  find(key: string, locale: string, fallback: string = this.#fallback): LocalText | null {
    if (!this.#keys.has(key)) return null;
    const line = (fallback === this.#fallback ? this.#lines.get(locale) : undefined) ?? this.#lineOf(locale, fallback);
    let answer = line.answers.get(key);
    if (answer === undefined) line.answers.set(key, (answer = this.#ask(key, line.locales)));
    return answer;
  }

  /** The keys of a locale without its fallbacks. An empty string is a text that is still to be translated. */
  keysOf(locale: string): readonly string[] {
    const texts = this.#texts.get(locale) ?? {};
    return Object.keys(texts).filter((key) => texts[key] !== '');
  }

  /** Asks i18next. A call of `t()` takes 2 us, so `find()` caches the answer. */
  #ask(key: string, lngs: readonly string[]): LocalText | null {
    if (this.#i18n === null) return null;
    const { res, usedLng } = this.#i18n.t(key, {
      // Each call passes its languages, so that no request can change the language of another.
      lngs,
      defaultValue: absent,
      returnDetails: true,
      // Taproot fills placeholders itself: i18next does not know `:name`, and would evaluate `$t()` in values.
      skipInterpolation: true,
    });
    return res === absent ? null : { text: res, locale: usedLng };
  }

  #lineOf(locale: string, fallback: string): Line {
    const locales = this.#chainOf(locale, fallback);
    const name = locales.join();
    let line = this.#otherLines.get(name);
    if (line === undefined) {
      if (this.#otherLines.size >= mostLines) this.#otherLines.clear();
      this.#otherLines.set(name, (line = { locales, answers: new Map() }));
    }
    return line;
  }

  #chainOf(locale: string, fallback: string): readonly string[] {
    return [...new Set([...this.locales.lineOf(locale), ...this.locales.lineOf(fallback)])];
  }
}

/** The catalogue before the files are loaded. */
export const emptyCatalog = new Catalog({ texts: new Map(), locales: new LocaleSet([]), fallback: '', i18n: null });
