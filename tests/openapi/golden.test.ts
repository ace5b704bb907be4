import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFolder } from '../support/describe-folder.ts';
import { boot } from './golden/boot.ts';

const folder = join(import.meta.dirname, 'golden');
const file = join(folder, 'api', 'openapi.json');

test('the document of an application with one of everything is the one that was read line by line (UPDATE_DOCS=1 writes it)', async () => {
  const app = await boot();
  try {
    const built = await describeFolder(app, folder);
    await validateDocument(built.document);
    expect(built.gaps).toEqual([]);
    expect(built.leftOut).toEqual([]);
    const text = documentText(built.document);
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, text);
    expect(text.split('\n')).toEqual((await readFile(file, 'utf8')).split('\n'));
  } finally {
    await app.close();
  }
}, 60_000);
