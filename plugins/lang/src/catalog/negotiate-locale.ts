import { canonicalName } from './locale-name.ts';
import type { LocaleSet } from './locale-set.ts';

/** The longest part of `Accept-Language` that is read, in characters. Browsers send less than a quarter of this. */
const longest = 1024;

/** The most languages to look for. Browsers send only a few. */
const most = 32;

interface Range {
  readonly tag: string;
  /** Weight from 0 to 1; 0 refuses the language. */
  readonly weight: number;
}

// RFC 9110 12.5.4: language ranges with weights.
const range =
  /^\s{0,9}([A-Za-z0-9-]{1,40}|\*)\s{0,9}(?:;\s{0,9}q\s{0,9}=\s{0,9}(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?\s{0,9}$/;

const rangesOf = (header: string): Range[] => {
  // A header that is cut loses its last range, which may be half of one.
  const taken = header.length <= longest ? header : header.slice(0, Math.max(0, header.lastIndexOf(',', longest)));
  const ranges = taken.split(',').flatMap((text) => {
    const [, tag, weight = '1'] = range.exec(text) ?? [];
    return tag === undefined ? [] : [{ tag, weight: Number(weight) }];
  });
  return ranges.sort((a, b) => b.weight - a.weight).slice(0, most);
};

/**
 * The best existing locale for an `Accept-Language` header: a range itself, its parent or most likely form (`de` for
 * `de-AT`, `zh-TW` for `zh-Hant`), or a more specific locale (`pt-PT` for `pt`). Null if it names none of them, or only
 * `*`.
 */
export const negotiateLocale = (header: string, locales: LocaleSet): string | null => {
  if (header === '') return null;
  const ranges = rangesOf(header);
  const refused = new Set(ranges.filter(({ weight }) => weight === 0).map(({ tag }) => canonicalName(tag)));
  for (const { tag, weight } of ranges) {
    if (weight === 0 || tag === '*') return null;
    const name = locales.match(tag) ?? locales.below(tag);
    if (name !== null && !refused.has(canonicalName(name))) return name;
  }
  return null;
};
