import { canonicalName } from '../catalog/locale-name.ts';

/** The categories of CLDR, in the order in which a text names its forms. */
const categories: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

interface Language {
  readonly rules: Intl.PluralRules;
  /** The categories of whole numbers; in some languages, fractions have further ones. */
  readonly forms: readonly Intl.LDMLPluralRule[];
}

// One entry for each used language, so at most as many as there are locales.
const languages = new Map<string, Language>();

// A directory may be named like a language tag without being one: `en-1`.
const rulesOf = (locale: string): Intl.PluralRules => {
  try {
    return new Intl.PluralRules(canonicalName(locale));
  } catch {
    return new Intl.PluralRules('en');
  }
};

const describe = (locale: string): Language => {
  const rules = rulesOf(locale);
  const used = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
  return { rules, forms: categories.filter((category) => used.has(category)) };
};

/**
 * The index of the plural form of a number. English: 0 for 1, otherwise 1. Russian: 0, 1 or 2, for example for 1, 2 and
 * 5.
 */
export const pluralIndex = (number: number, locale: string): number => {
  let language = languages.get(locale);
  if (language === undefined) languages.set(locale, (language = describe(locale)));
  const index = language.forms.indexOf(language.rules.select(number));
  return index === -1 ? language.forms.length - 1 : index;
};
