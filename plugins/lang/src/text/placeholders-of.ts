const placeholder = /:([A-Za-z_]\w*)/g;

/** The names of the placeholders in a text, as `get()` takes them: `:Name` and `:NAME` are `name`. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => plain(name))),
];

const plain = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase() : name.slice(0, 1).toLowerCase() + name.slice(1);
