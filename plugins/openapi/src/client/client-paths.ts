import { dirname, join } from 'node:path';
import type { JsonObject } from '../document/json.ts';
import { clientFiles } from './client-files.ts';

/** The files of the client for a document: contents by file, relative to the application's folder as the document is. */
export const clientTexts = (
  document: JsonObject,
  file: string,
  client: boolean,
): readonly (readonly [file: string, text: string])[] => {
  if (!client) return [];
  const { types, table } = clientFiles(document);
  return [
    [join(dirname(file), 'routes.d.ts'), types],
    [join(dirname(file), 'routes.js'), table],
  ];
};
