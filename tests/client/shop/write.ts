import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientTexts } from '../../../plugins/openapi/src/client/client-paths.ts';
import { describeApplication } from '../../../plugins/openapi/src/describe-application.ts';
import { documentText } from '../../../plugins/openapi/src/document/document-file.ts';
import { boot } from './boot.ts';

/** The files of the shop's client, made of its code. */
export const made = async (): Promise<readonly (readonly [file: string, text: string])[]> => {
  const app = await boot();
  try {
    const { document, gaps } = await describeApplication(app, import.meta.dirname);
    if (gaps.length > 0) throw new Error(JSON.stringify(gaps, null, 2));
    const { file, client } = app.config.openapi;
    return [[file, documentText(document)], ...clientTexts(document, file, client)];
  } finally {
    await app.close();
  }
};

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of await made()) {
    await mkdir(join(import.meta.dirname, 'api'), { recursive: true });
    await writeFile(join(import.meta.dirname, file), text);
  }
