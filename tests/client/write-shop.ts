import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientTexts } from '../../plugins/openapi/src/client/client-files.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { describeFolder } from '../support/describe-folder.ts';
import { boot } from './shop/boot.ts';

const folder = join(import.meta.dirname, 'shop');

/** The files of the shop's client, made of its code. */
export const made = async (): Promise<readonly (readonly [file: string, text: string])[]> => {
  const app = await boot();
  try {
    const { document, gaps } = await describeFolder(app, folder);
    if (gaps.length > 0) throw new Error(JSON.stringify(gaps, null, 2));
    const { file, client } = app.config.openapi;
    return [[file, documentText(document)], ...clientTexts(document, file, client)];
  } finally {
    await app.close();
  }
};

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of await made()) {
    await mkdir(join(folder, 'api'), { recursive: true });
    await writeFile(join(folder, file), text);
  }
