import { type Application, FrameworkError } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Texts } from './catalog.ts';
import type { LangFile } from './list-files.ts';
import { parseTexts } from './parse-texts.ts';
import { type FileSource, pathOf, readFile } from './read-file.ts';

/**
 * The translations in one file. A file that cannot be read gives null and a report.
 * @throws E_LANG_FILE when it is not a JSON object of strings.
 */
export const readTexts = async (app: Application, file: LangFile, source: FileSource): Promise<Texts | null> => {
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
