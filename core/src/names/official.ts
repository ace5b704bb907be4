import { type Additions, officialNames } from './official-names.ts';

/** The kinds of names of a plugin that applications use. */
type Kind = keyof Omit<Additions, 'make'> | 'plugins';

const namesOf = (plugin: string, kind: Kind): readonly string[] =>
  kind === 'plugins' ? [plugin] : (officialNames[plugin]?.[kind] ?? []);

/** `validation() of @taproot/validation`, if a plugin of the framework adds this name; null for any other name. */
export const whoAdds = (kind: Kind, name: string): string | null => {
  const found = Object.keys(officialNames).find((plugin) => namesOf(plugin, kind).includes(name));
  return found === undefined ? null : `${officialNames[found]?.make}() of @taproot/${found}`;
};

/** Every name of a kind that plugins of the framework add. */
export const addedNames = (kind: Kind): string[] =>
  Object.keys(officialNames).flatMap((plugin) => namesOf(plugin, kind));
