// Nouns that follow no rule below. The plural of `news` is `news`.
const irregular = new Map([
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ...['news', 'series', 'species', 'media', 'data', 'information', 'equipment', 'money', 'staff'].map(
    (noun) => [noun, noun] as const,
  ),
]);

/** The plural of an English noun. Of several words, only the last changes: `blog_category` becomes `blog_categories`. */
export const plural = (noun: string): string => {
  const [, before = '', last = noun] = /^(.*_)?([^_]+)$/.exec(noun) ?? [];
  return `${before}${irregular.get(last) ?? regular(last)}`;
};

const regular = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
};
