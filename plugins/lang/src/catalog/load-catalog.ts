import type { Application } from '@taproot/core';
import { languageTag } from '@taproot/core/plugin';
import { createInstance, type i18n } from 'i18next';
import { Catalog, noTexts, type Texts } from './catalog.ts';
import { listFiles } from './list-files.ts';
import { LocaleSet } from './locale-set.ts';
import { pluginTexts } from './plugin-texts.ts';
import { readTexts } from './read-texts.ts';

/** An i18next instance with only these translations: whole keys, no languages of its own, nothing to load. */
export const createI18n = (texts: ReadonlyMap<string, Texts>): i18n => {
  const instance = createInstance();
  void instance.init({
    resources: Object.fromEntries([...texts].map(([locale, all]) => [locale, { texts: all }])),
    ns: ['texts'],
    defaultNS: 'texts',
    // Keys are whole: one may be a sentence, with dots and colons.
    keySeparator: false,
    nsSeparator: false,
    lng: 'dev',
    fallbackLng: false,
    load: 'currentOnly',
    // Otherwise i18next would split keys for which it finds nothing.
    ignoreJSONStructure: false,
    // An empty string counts as not translated yet.
    returnEmptyString: false,
    // All texts are given, so init() can be synchronous.
    initAsync: false,
  });
  return instance;
};

/**
 * Reads every language file of an application, over the translations that plugins contribute under the key `locales`. A file
 * that cannot be read is reported, and its translations are missing. `onFolders` gets the folders of the application before
 * files are read.
 * @throws E_LANG_FILE for a file that is not a JSON object of strings.
 */
export const loadCatalog = async (
  app: Application,
  root: string,
  onFolders: (folders: readonly string[]) => void,
): Promise<Catalog> => {
  const { locale, fallback_locale: fallback } = app.config.app;
  const { files, folders } = await listFiles(root);
  onFolders(folders);
  const locales = new LocaleSet([...files.map((file) => file.locale), locale, fallback]);
  const source = { root, shown: app.config.lang.path, limit: app.config.lang.max_file };
  // Translations of the application win over those of plugins.
  const texts = await pluginTexts(app, locales);
  for (const file of files) {
    const name = locales.match(file.locale) ?? file.locale;
    // Later files win: lang/de.json over lang/de/*.json.
    texts.set(name, Object.assign(texts.get(name) ?? noTexts(), await readTexts(app, file, source)));
  }
  return new Catalog({ texts, locales, fallback: languageTag(fallback), i18n: createI18n(texts) });
};
