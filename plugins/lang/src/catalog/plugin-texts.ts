import { fileURLToPath } from 'node:url';
import { type Application } from '@taproot/core';
import { type AnyPlugin, languageTag } from '@taproot/core/plugin';
import { noTexts, type Texts } from './catalog.ts';
import { type LangFile, listFiles } from './list-files.ts';
import { LocaleSet } from './locale-set.ts';
import { parseTexts } from './parse-texts.ts';
import { readTexts } from './read-texts.ts';

/** Reads the translations of one locale. */
type ReadTexts = () => Texts | Promise<Texts>;

/** The value of a plugin's key `locales`, by language tag. Does not read files of locales that the application lacks. */
const offerOf = async (app: Application, { name, locales }: AnyPlugin): Promise<ReadonlyMap<string, ReadTexts>> => {
  const given = locales?.() ?? {};
  const shown = `locales of the plugin "${name}"`;
  if (!(given instanceof URL))
    return new Map(
      Object.entries(given).map(([locale, messages]) => [
        languageTag(locale),
        () => parseTexts(JSON.stringify(messages), '', `${shown}: ${locale}`),
      ]),
    );
  const source = { root: fileURLToPath(given), shown, limit: app.config.lang.max_file };
  const files = new Map<string, LangFile[]>();
  for (const file of (await listFiles(source.root)).files) {
    const tag = languageTag(file.locale);
    files.set(tag, [...(files.get(tag) ?? []), file]);
  }
  const read = async (some: readonly LangFile[]): Promise<Texts> =>
    Object.assign(noTexts(), ...(await Promise.all(some.map((file) => readTexts(app, file, source)))));
  return new Map([...files].map(([tag, some]) => [tag, () => read(some)]));
};

/**
 * The translations of plugins for each locale of the application. Plugins add translations to locales, but no locales. Those of
 * `en` go to `en-GB` only if the application has no `en`, because they would hide its own `en`.
 */
export const pluginTexts = async (
  app: Application,
  locales: LocaleSet,
): Promise<Map<string, Record<string, string>>> => {
  const found = new Map<string, Record<string, string>>();
  for (const plugin of app.plugins) {
    if (plugin.locales === undefined) continue;
    const offer = await offerOf(app, plugin);
    const offered = new LocaleSet(offer.keys());
    for (const name of locales.names) {
      const match = offered.match(name);
      const inherited = locales.lineOf(name).some((other) => other !== name && offered.match(other) === match);
      if (match === null || inherited) continue;
      found.set(name, Object.assign(found.get(name) ?? noTexts(), await offer.get(match)?.()));
    }
  }
  return found;
};
