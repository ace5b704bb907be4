import { tryFieldPath, wildcard } from '../language/field-path.ts';
import type { Texts } from './message-sources.ts';

interface Pattern {
  readonly keys: readonly (string | null)[];
  readonly text: string;
}

const patterns = new WeakMap<Texts, readonly Pattern[]>();

/** The text under a key, or null. Ignores inherited members. */
export const ownText = (texts: Texts, key: string): string | null => {
  const text: unknown = texts[key];
  return typeof text === 'string' ? text : null;
};

/** The text under a path with wildcards (`items.*.name`) that matches these keys, or null. */
export const wildcardText = (texts: Texts, keys: readonly (string | number)[]): string | null => {
  const found = patternsOf(texts).find(
    (one) => one.keys.length === keys.length && one.keys.every((key, i) => key === null || key === String(keys[i])),
  );
  return found?.text ?? null;
};

const patternsOf = (texts: Texts): readonly Pattern[] => {
  const known = patterns.get(texts);
  if (known !== undefined) return known;
  const found = Object.keys(texts).flatMap((key) => {
    const path = key.includes('*') ? tryFieldPath(key) : null;
    if (path === null) return [];
    const keys = path.segments.map((segment) => (segment === wildcard ? null : segment));
    return [{ keys, text: texts[key] ?? '' }];
  });
  patterns.set(texts, found);
  return found;
};
