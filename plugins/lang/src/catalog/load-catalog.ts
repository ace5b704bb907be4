import { type Application, FrameworkError, languageTag } from '@taproot/core';
import { errors } from '../errors.ts';
import { Catalog, noTexts, type Texts } from './catalog.ts';
import { createI18n } from './create-i18n.ts';
import { type LangFile, listFiles } from './list-files.ts';
import { LocaleSet } from './locale-set.ts';
import { parseTexts } from './parse-texts.ts';
import { type FileSource, pathOf, readFile } from './read-file.ts';

/**
 * Reads every language file of an application. One that is no JSON object of texts is `E_LANG_FILE`; one that cannot be
 * read is reported, and its texts are missing. `onFolders` is told where files are looked for before they are read.
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
  const source = { root, shown: app.config.lang.path, limit: app.config.lang.file_limit };
  const texts = new Map<string, Record<string, string>>();
  for (const file of files) {
    const name = locales.match(file.locale) ?? file.locale;
    // A later file's texts win: those of lang/de.json over those of lang/de/*.json.
    texts.set(name, Object.assign(texts.get(name) ?? noTexts(), await read(app, file, source)));
  }
  return new Catalog({ texts, locales, fallback: languageTag(fallback), i18n: createI18n(texts) });
};

const read = async (app: Application, file: LangFile, source: FileSource): Promise<Texts | null> => {
  const shown = `${source.shown}/${pathOf(file)}`;
  let json: string;
  try {
    json = await readFile(file, source);
  } catch (cause) {
    if (cause instanceof FrameworkError) throw cause;
    app.report(errors.E_LANG_UNREADABLE({ file: shown, reason: reasonOf(cause) }, { cause }), { where: 'lang' });
    return null;
  }
  return parseTexts(json, file.group, shown);
};

const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
