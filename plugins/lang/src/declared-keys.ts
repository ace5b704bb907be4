import type { Application } from '@taproot/core';
import type { DeclaredNames } from '@taproot/core/plugin';
import { LocaleSet } from './catalog/locale-set.ts';
import { pluginTexts } from './catalog/plugin-texts.ts';
import { languagesOf } from './languages.ts';
import { placeholdersOf } from './text/fill-placeholders.ts';

const groupOf = (key: string): string => key.slice(0, key.indexOf('.') + 1);

/**
 * The keys of the application's translations with their placeholders, for `LangKeys`. Keys of plugins are declared only by their prefixes.
 */
export const declaredKeys = async (app: Application): Promise<DeclaredNames> => {
  const languages = languagesOf(app);
  const ofPlugins = [...(await pluginTexts(app, new LocaleSet(languages.locales))).values()];
  const prefixes = new Set(ofPlugins.flatMap((texts) => Object.keys(texts).map(groupOf)));
  prefixes.delete('');
  const members = new Map<string, Set<string>>();
  for (const locale of languages.locales)
    for (const key of languages.keysOf(locale)) {
      if (prefixes.has(groupOf(key))) continue;
      const names = members.get(key) ?? new Set();
      for (const name of placeholdersOf(languages.find(key, locale)?.text ?? '')) names.add(name);
      members.set(key, names);
    }
  return {
    module: '@taproot/lang',
    interface: 'LangKeys',
    members: Object.fromEntries([...members].map(([key, names]) => [key, [...names].toSorted()])),
    prefixes: [...prefixes].toSorted(),
  };
};
