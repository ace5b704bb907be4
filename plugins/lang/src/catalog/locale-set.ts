import { canonicalName, lineage } from './locale-name.ts';

/** The locales that exist, found by any spelling of their names; of two spellings the first is the name. */
export class LocaleSet {
  readonly names: readonly string[];
  readonly #byCanonical = new Map<string, string>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const canonical = canonicalName(name);
      if (!this.#byCanonical.has(canonical)) this.#byCanonical.set(canonical, name);
    }
    this.names = [...this.#byCanonical.values()].sort();
  }

  /** The existing locale nearest to a tag: itself, else what it derives from; null when there is none. */
  match(tag: string): string | null {
    return this.lineOf(tag)[0] ?? null;
  }

  /** The existing locales among a tag and what it derives from, nearest first. */
  lineOf(tag: string): string[] {
    return lineage(tag).flatMap((name) => this.#byCanonical.get(name) ?? []);
  }

  /** The first existing locale that derives from a tag: `pt-BR` for `pt`; null when there is none. */
  below(tag: string): string | null {
    const prefix = `${canonicalName(tag)}-`;
    return this.names.find((name) => canonicalName(name).startsWith(prefix)) ?? null;
  }
}
