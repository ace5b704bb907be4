import { Command } from '@taproot/console/command';
import { type Languages, languagesOf } from '../languages.ts';

/** A key that only one of two locales has. */
export interface Difference {
  readonly locale: string;
  /** `missing`: only the fallback has the key. `extra`: only this locale has it. */
  readonly kind: 'missing' | 'extra';
  readonly key: string;
}

/** Compares each locale with the fallback locale: the keys that it lacks, and its extra keys. `pt-BR` does not lack a key that `pt` has. */
export const compareLocales = (languages: Languages, fallback: string): Difference[] => {
  const name = languages.nameOf(fallback);
  const known = keysOf(languages, [name]);
  return languages.locales
    .filter((locale) => locale !== name)
    .flatMap((locale) => {
      const has = keysOf(languages, languages.lineOf(locale));
      const missing = [...known].filter((key) => !has.has(key));
      const extra = languages.keysOf(locale).filter((key) => !known.has(key));
      return [
        ...missing.map((key) => ({ locale, kind: 'missing', key }) as const),
        ...extra.map((key) => ({ locale, kind: 'extra', key }) as const),
      ];
    });
};

const keysOf = (languages: Languages, locales: readonly string[]): ReadonlySet<string> =>
  new Set(locales.flatMap((locale) => languages.keysOf(locale)));

/** `lang:missing`: shows how the other locales differ from the fallback locale. */
export class LangMissing extends Command {
  static override paths = [['lang:missing']];

  static override usage = Command.Usage({
    details: 'It exits with 1 when a text is missing, so that a build can stop for it.',
    examples: [['What is still to be translated', 'npx taproot lang:missing']],
  });

  override execute(): Promise<number> {
    const { fallback_locale: fallback } = this.app.config.app;
    const differences = compareLocales(languagesOf(this.app), fallback);
    this.table(differences.map(({ locale, kind, key }) => [locale, kind, key]));
    const missing = differences.filter(({ kind }) => kind === 'missing').length;
    const extra = differences.length - missing;
    if (extra + missing > 0) this.line();
    this.line(`Compared with ${fallback}: ${missing} missing, ${extra} unknown to it.`);
    return Promise.resolve(missing === 0 ? 0 : 1);
  }
}
