import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { readGenerated } from '@taproot/core/internal';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFolder } from '../support/describe-folder.ts';

const root = join(import.meta.dirname, '..', '..');

// Not by its name: both merge the same interfaces, so they are no part of one program.
type Boot = (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Application>;

// `test:long -- api-compilers` holds Conduit's as well, and reads both with TypeScript 6; `openapi:check` of .ci/run compares both.
test('the document of the skeleton is the committed one, has no gaps and is valid', async () => {
  const folder = join(root, 'app-skeleton');
  const { boot } = (await import(join(folder, 'bootstrap', 'app.ts'))) as { readonly boot: Boot };
  const app = await boot({ env: { APP_ENV: 'testing' } });
  try {
    const built = await describeFolder(app, folder);
    expect(built.gaps).toEqual([]);
    expect(built.leftOut).toEqual(['GET|HEAD /health/live', 'GET|HEAD /health/ready']);
    expect(documentText(built.document)).toBe(await readGenerated(join(folder, 'api', 'openapi.json')));
    await validateDocument(built.document);
  } finally {
    await app.close();
  }
}, 60_000);
