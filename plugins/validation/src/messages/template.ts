import { BoundedCache } from '../values/bounded-cache.ts';

/** Returns the value of a placeholder by its name in lower case; undefined leaves the placeholder in place. */
export type Fill = (name: string) => string | undefined;

/** A text between placeholders, or the name of a placeholder. */
interface Part {
  readonly text: string;
  readonly isPlaceholder: boolean;
  readonly lower: string;
}

// A message may contain input of a client. So the length of a name has a limit, and only short messages are cached.
const placeholder = /:([A-Za-z_]\w{0,63})/;
const longestKept = 1000;
const mostPartsKept = 64;

const cache = new BoundedCache<string, readonly Part[]>(1024);

/**
 * Fills `:name` placeholders in one pass, so that filled-in values are never searched for placeholders. `:Name` begins with a capital,
 * `:NAME` is all capitals.
 */
export const fillTemplate = (text: string, fill: Fill): string => {
  let filled = '';
  for (const part of partsOf(text)) filled += part.isPlaceholder ? fillOne(part, fill) : part.text;
  return filled;
};

const partsOf = (text: string): readonly Part[] => {
  if (text.length > longestKept) return cut(text);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const parts = cut(text);
  return parts.length > mostPartsKept ? parts : cache.set(text, parts);
};

const cut = (text: string): readonly Part[] =>
  text.split(placeholder).map((part, i) => ({ text: part, isPlaceholder: i % 2 === 1, lower: part.toLowerCase() }));

const fillOne = ({ text, lower }: Part, fill: Fill): string => {
  // Finds the longest beginning that is a placeholder: ":attributes" is ":attribute" and an s.
  for (let length = text.length; length > 0; length--) {
    const value = fill(lower.slice(0, length));
    if (value !== undefined) return inCaseOf(text.slice(0, length), value) + text.slice(length);
  }
  return `:${text}`;
};

const inCaseOf = (name: string, value: string): string => {
  const first = name.charCodeAt(0);
  if (first > 90 || first < 65) return value;
  return name.length > 1 && name === name.toUpperCase() ? value.toUpperCase() : capitalise(value);
};

const capitalise = (text: string): string => {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
};
