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

// Not a possible text: JSON would need an escape for it.
const absent = '\u0000absent';

/** The translations at one time. A catalogue never changes; a reload creates another one. */
export class Catalog {
  readonly locales: LocaleSet;
  readonly #texts: ReadonlyMap<string, Texts>;
  readonly #fallback: string;
  readonly #i18n: i18n | null;
  /** By existing locale, where to look and in which order; names from outside are never kept. */
  readonly #chains: ReadonlyMap<string, readonly string[]>;

  constructor({ texts, locales, fallback, i18n }: CatalogInit) {
    this.locales = locales;
    this.#texts = texts;
    this.#fallback = fallback;
    this.#i18n = i18n;
    this.#chains = new Map(locales.names.map((name) => [name, this.#chainOf(name, fallback)]));
  }

  /** The text under a key in a locale, in what that derives from, or in the fallback; empty ones do not count. */
  find(key: string, locale: string, fallback: string = this.#fallback): LocalText | null {
    if (this.#i18n === null) return null;
    const chain = fallback === this.#fallback ? this.#chains.get(locale) : undefined;
    const { res, usedLng } = this.#i18n.t(key, {
      // Given to each call, so that the instance has no language of its own that one request could change for another.
      lngs: chain ?? this.#chainOf(locale, fallback),
      defaultValue: absent,
      returnDetails: true,
      // Placeholders are ours: i18next knows no `:name`, and would read `$t()` in values.
      skipInterpolation: true,
    });
    return res === absent ? null : { text: res, locale: usedLng };
  }

  /** As `find` with the application's fallback, straight from the files: validation asks twice a failure, and i18next cuts keys at dots. */
  text(key: string, locale: string): LocalText | null {
    for (const name of this.#chains.get(locale) ?? this.#chainOf(locale, this.#fallback)) {
      const text = this.#texts.get(name)?.[key];
      if (text !== undefined && text !== '') return { text, locale: name };
    }
    return null;
  }

  /** The keys of a locale without its fallbacks. An empty string is a text that is still to be translated. */
  keysOf(locale: string): readonly string[] {
    const texts = this.#texts.get(locale) ?? {};
    return Object.keys(texts).filter((key) => texts[key] !== '');
  }

  #chainOf(locale: string, fallback: string): readonly string[] {
    return [...new Set([...this.locales.lineOf(locale), ...this.locales.lineOf(fallback)])];
  }
}

/** Before anything is loaded. */
export const emptyCatalog = new Catalog({ texts: new Map(), locales: new LocaleSet([]), fallback: '', i18n: null });
