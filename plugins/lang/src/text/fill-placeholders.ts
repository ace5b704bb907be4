/** Values of placeholders, by their names without the colon. */
export type Replacements = Readonly<Record<string, string | number | bigint>>;

const placeholder = /:([A-Za-z_]\w*)/g;

/**
 * Replaces `:name` by its value, `:Name` by the value with a capital first letter, and `:NAME` by the value in
 * capitals. Values are not searched for placeholders again. `:names` means `:name` and an s, unless `names` has a
 * value. Placeholders without a value stay.
 */
export const fillPlaceholders = (text: string, replace: Replacements): string => {
  if (!text.includes(':')) return text;
  const values = spellings(replace);
  if (values.size === 0) return text;
  let longest = 0;
  for (const name of values.keys()) longest = Math.max(longest, name.length);
  return text.replaceAll(placeholder, (whole, name: string) => {
    // Searches no longer names than given, because the text may be a missing key from a client.
    for (let length = Math.min(name.length, longest); length > 0; length--) {
      const value = values.get(name.slice(0, length));
      if (value !== undefined) return value + name.slice(length);
    }
    return whole;
  });
};

const capitalise = (text: string): string => {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
};

const spellings = (replace: Replacements): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  const names = Object.keys(replace);
  for (const name of names) {
    const value = String(replace[name]);
    values.set(name.toUpperCase(), value.toUpperCase());
    values.set(capitalise(name), capitalise(value));
  }
  // An exact name wins over a name in another spelling.
  for (const name of names) values.set(name, String(replace[name]));
  return values;
};

/** The names of the placeholders in a text, as `get()` takes them: `:Name` and `:NAME` are `name`. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => plain(name))),
];

const plain = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase() : name.slice(0, 1).toLowerCase() + name.slice(1);
