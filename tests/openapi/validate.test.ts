import { expect, test } from '@jest/globals';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';

const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };

test('a document that is valid passes', async () => {
  await expect(validateDocument(document)).resolves.toBeUndefined();
});

test.each([
  ['no version', { ...document, info: { title: 'Shop' } }],
  ['a path without its slash', { ...document, paths: { posts: {} } }],
  ['a response without description', { ...document, paths: { '/': { get: { responses: { 200: {} } } } } }],
  [
    'a parameter of the path that may be left out',
    { ...document, paths: { '/{id}': { parameters: [{ name: 'id', in: 'path', schema: {} }] } } },
  ],
])('%s is E_OPENAPI_INVALID', async (_what, invalid) => {
  await expect(validateDocument(invalid)).rejects.toMatchObject({ code: 'E_OPENAPI_INVALID' });
});
