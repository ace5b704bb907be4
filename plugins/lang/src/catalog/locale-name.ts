import { languageTag } from '@taproot/core/plugin';

// RFC 5646: a language of two or three letters, then subtags. Other names in the directory (`vendor`) are not locales.
const name = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,7}$/;

/** The longest name of a locale, in characters. */
const longest = 40;

/** Whether a name of a file or directory can be a locale. */
export const isLocaleName = (text: string): boolean => text.length <= longest && name.test(text);

/** The same string for all names of a locale: `pt_BR` and `pt-br`, `iw` and `he`. */
export const canonicalName = (text: string): string => languageTag(text).replaceAll('_', '-').toLowerCase();

/** A canonical name and its parents, by RFC 4647 3.4: `zh-hant-tw`, `zh-hant`, `zh`. */
export const lineage = (text: string): string[] => {
  if (!isLocaleName(text)) return [];
  const subtags = canonicalName(text).split('-');
  return subtags.map((_subtag, i) => subtags.slice(0, subtags.length - i).join('-'));
};
