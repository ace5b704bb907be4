type RulesMap = Readonly<Record<string, unknown>>;

/** The last key of a path, and the path before it. */
const split = (path: string): [outer: string, key: string] => {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)];
};

/**
 * Adds the rule `list` to fields that only have rules for their entries: to `tags` if there is only `tags.*`. So typed data has a list
 * there, as its type promises, and an object fails. Paths with escaped keys have no type, so they stay unchanged.
 */
export const withImpliedLists = (rules: RulesMap): RulesMap => {
  const keysBelow = new Map<string, Set<string>>();
  const note = (path: string): void => {
    const [outer, key] = split(path);
    if (outer === '') return;
    const keys = keysBelow.get(outer);
    if (keys !== undefined) return void keys.add(key);
    keysBelow.set(outer, new Set([key]));
    note(outer);
  };
  const fields = Object.keys(rules);
  if (fields.some((field) => field.includes('\\'))) return rules;
  for (const field of fields) note(field);
  const isImplied = ([path, keys]: [string, Set<string>]): boolean =>
    !Object.hasOwn(rules, path) && keys.size === 1 && keys.has('*');
  const implied = [...keysBelow].filter(isImplied).map(([path]) => path);
  implied.sort((a, b) => a.length - b.length);
  if (implied.length === 0) return rules;
  // Puts them directly before their entries, because valid data has its fields in the order of the rules.
  const all = fields.flatMap((field) => [...implied.filter((path) => field.startsWith(`${path}.`)), field]);
  return Object.fromEntries(all.map((field) => [field, Object.hasOwn(rules, field) ? rules[field] : 'list']));
};
