import { languageTag } from '@taproot/core/plugin';
import { canonicalName, isLocaleName, lineage } from './locale-name.ts';

/** A language with the script and region it is most likely written in: `zh-hant-tw` for `zh-tw`. */
export interface LikelyLocale {
  readonly whole: string;
  readonly script: string;
}

/** CLDR's likely subtags of a canonical name; null for an invalid language tag. */
export const likelyLocale = (name: string): LikelyLocale | null => {
  try {
    const { language, script = '', region = '' } = new Intl.Locale(name).maximize();
    // Unlike `iw`, the tag `no` was never replaced, although nearly everything written in it is Bokmål.
    return { whole: `${language === 'no' ? 'nb' : language}-${script}-${region}`.toLowerCase(), script };
  } catch {
    return null;
  }
};

/** The most tags that are cached with their match. There is a limit, because clients choose the tags. */
const remembered = 1000;

/** The current code of a name's language: `he` for `iw`, `nb` for `no`. */
const languageOf = (name: string): string => {
  const canonical = canonicalName(name);
  return (likelyLocale(canonical)?.whole ?? canonical).split('-', 1)[0] ?? '';
};

/** The existing locales. Finds them by any spelling of their names. */
export class LocaleSet {
  /** BCP 47 tags, even if directories have other spellings: `pt-BR` for `pt_BR`. */
  readonly names: readonly string[];
  readonly #byCanonical = new Map<string, string>();
  readonly #byLikely = new Map<string, string>();
  readonly #matches = new Map<string, string | null>();
  readonly #languages = new Set<string>();
  /**
   * Whether a language has a locale here: true for `iw` if `he` exists. At most 18,252 entries, because a language has two or three
   * letters.
   */
  readonly #spoken = new Map<string, boolean>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.#byCanonical.set(canonicalName(name), languageTag(name));
    this.names = [...this.#byCanonical.values()].sort();
    for (const name of this.names) {
      this.#languages.add(languageOf(name));
      const whole = likelyLocale(name)?.whole;
      // If both `de` and `de-DE` exist, which mean the same, uses the shorter one.
      if (whole !== undefined && !this.#byLikely.has(whole)) this.#byLikely.set(whole, name);
    }
  }

  /**
   * The existing locale nearest to a tag: the tag itself, its parents, or its most likely form in the same script:
   * `zh-CN` for `zh-Hans`, `nb` for `no`. Null if there is none.
   */
  match(tag: string): string | null {
    const exact = this.#byCanonical.get(tag.toLowerCase());
    if (exact !== undefined) return exact;
    if (!isLocaleName(tag) || !this.#speaks(tag)) return null;
    let match = this.#matches.get(tag);
    // Cached, because requests repeat a few tags, and finding the likely script and region takes about 40 us.
    if (match === undefined) {
      if (this.#matches.size >= remembered) this.#matches.clear();
      match = this.#search(tag);
      this.#matches.set(tag, match);
    }
    return match;
  }

  #speaks(tag: string): boolean {
    const language = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    let spoken = this.#spoken.get(language);
    if (spoken === undefined) {
      spoken = this.#languages.has(languageOf(language));
      this.#spoken.set(language, spoken);
    }
    return spoken;
  }

  #search(tag: string): string | null {
    const names = lineage(tag);
    const language = names.at(-1) ?? '';
    const script = likelyLocale(names[0] ?? '')?.script;
    let other: string | null = null;
    // `zh-HK` derives from `zh`, but is written like `zh-Hant`.
    for (const name of [...names.slice(0, -1), canonicalName(`${language}-${script}`), language]) {
      const exact = this.#byCanonical.get(name);
      const likely = likelyLocale(name);
      // The language alone does not determine the script: `zh` does not mean `zh-Hant`.
      if (likely?.script !== script) other ??= exact ?? null;
      else if (exact !== undefined) return exact;
      else if (likely !== null && this.#byLikely.has(likely.whole)) return this.#byLikely.get(likely.whole) ?? null;
    }
    return other;
  }

  /** The existing locales among a tag and its parents, nearest first. */
  lineOf(tag: string): string[] {
    return lineage(tag).flatMap((name) => this.#byCanonical.get(name) ?? []);
  }

  /** The first existing locale below a tag: `pt-BR` for `pt`; null when there is none. */
  below(tag: string): string | null {
    const prefix = `${canonicalName(tag)}-`;
    return this.names.find((name) => name.toLowerCase().startsWith(prefix)) ?? null;
  }
}
