import { beforeAll, describe, expect, test } from '@jest/globals';
import { http } from '@taproot/testing';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFilesByBoth } from './compilers.ts';
import { answered, commented, doubtful } from './fixture/routes/held.ts';
import { type Document, operationOf, problemCodes } from './operations.ts';
import { boot } from './support.ts';

const read = (register: typeof answered) => describeFilesByBoth(register, ['routes/held.ts']);

describe('what the server does', () => {
  let built: { readonly six: Built; readonly seven: Built };
  let document: Document;
  const statuses = (path: string) => Object.keys(operationOf(document, 'get', path).responses);

  beforeAll(async () => {
    built = await read(answered);
    document = built.seven.document as unknown as Document;
  }, 60_000);

  test('has no gaps, and both compilers read it alike', async () => {
    expect(built.seven.gaps).toEqual([]);
    expect(built.six.gaps).toEqual([]);
    expect(documentText(built.six.document)).toBe(documentText(built.seven.document));
    await validateDocument(built.seven.document);
  });

  test.each([
    ['/gone', 410, ['410', 'default']],
    ['/made', 409, ['200', '409', 'default']],
    ['/twice', 410, ['200', '410', 'default']],
    ['/rejected', 404, ['404', 'default']],
    ['/rejected-made', 403, ['403', 'default']],
    ['/rejected-inline', 500, ['default']],
    ['/hall', 200, ['200', 'default']],
    ['/swallowed', 200, ['200', 'default']],
    ['/swallowed-later', 200, ['200', 'default']],
    ['/passed-on', 200, ['200', '404', 'default']],
    ['/changed', 409, ['200', '409', 'default']],
    ['/held', 200, ['200', 'default']],
    ['/only-missing', 403, ['200', '403', 'default']],
  ])('GET %s answers %i, and the document has %j', async (path, status, documented) => {
    const app = await boot(answered);
    try {
      expect((await http(app).get(path)).status).toBe(status);
    } finally {
      await app.close();
    }
    expect(statuses(path)).toEqual(documented);
  });

  test('an exposed error has the code of its status, whatever its own', () => {
    expect(problemCodes(document, 'get', '/gone', '410')).toEqual(['E_HTTP_410']);
  });

  test('a number of the query has the value that stands for all other text', () => {
    expect(operationOf(document, 'get', '/page').parameters).toMatchObject([
      { name: 'page', schema: { type: 'integer', default: 0, description: 'Other text counts as not sent.' } },
      { name: 'size', schema: { type: 'integer', default: 20, description: 'Other text counts as not sent.' } },
    ]);
  });
});

describe('what development refuses, and what nothing checks', () => {
  let built: { readonly six: Built; readonly seven: Built };
  let document: Document;
  const gapsOf = (code: string) => built.seven.gaps.filter((gap) => gap.code === code);

  beforeAll(async () => {
    built = await read(doubtful);
    document = built.seven.document as unknown as Document;
  }, 60_000);

  test('both compilers find the same gaps', () => {
    expect(built.six.gaps).toEqual(built.seven.gaps);
  });

  test.each(['/taken', '/hidden'])(
    'GET %s answers 500: its error has a status that the server does not take',
    async (path) => {
      const app = await boot(doubtful);
      try {
        expect((await http(app).get(path)).status).toBe(500);
      } finally {
        await app.close();
      }
      expect(Object.keys(operationOf(document, 'get', path).responses)).toEqual(['default']);
      expect(gapsOf('E_OPENAPI_ERROR')).toMatchObject([
        { message: expect.stringContaining('409'), place: { file: expect.stringContaining('held.ts') } },
        { message: expect.stringContaining('402') },
      ]);
    },
  );

  test.each(['/room', '/rooms'])('GET %s sends an instance of a class: a gap', async (path) => {
    const app = await boot(doubtful);
    try {
      expect((await http(app).get(path)).status).toBe(500);
    } finally {
      await app.close();
    }
    expect(gapsOf('E_OPENAPI_SHAPE')).toMatchObject([{ message: expect.stringContaining('Room') }]);
  });

  test('a handler that returns an instance of a class answers 500: a gap', async () => {
    const app = await boot(doubtful);
    try {
      expect((await http(app).get('/returned')).status).toBe(500);
    } finally {
      await app.close();
    }
    expect(gapsOf('E_OPENAPI_REPLY')).toMatchObject([{ message: expect.stringContaining('class Room') }]);
    expect(Object.keys(operationOf(document, 'get', '/returned').responses)).toEqual(['default']);
  });

  test('a body of a type that only the code believes has its names and a gap', () => {
    expect(operationOf(document, 'post', '/cast').requestBody?.content['application/json']?.schema).toEqual({
      type: 'object',
      properties: { title: {}, pages: {} },
    });
    expect(gapsOf('E_OPENAPI_INPUT')).toMatchObject([{ message: expect.stringContaining('nothing checks') }]);
  });
});

test.each([
  ['/above', 'Above the call.'],
  ['/named', 'Above a call with a name.'],
  ['/before', 'Before the arrow.'],
  ['/line', 'Before an async arrow.'],
  ['/reference', 'Above a handler by reference.'],
  ['/chain/one', 'Within a chain.'],
  ['/group/one', 'In a group.'],
  ['/kept', 'Above an assignment.'],
  ['/short/one', 'In an expression.'],
  ['/slashes', 'get.slashes'],
])('the summary of GET %s is %s', async (path, summary) => {
  const { document } = await commentedBy;
  expect(operationOf(document as unknown as Document, 'get', path)).toMatchObject({ summary });
});

const commentedBy = read(commented).then(({ seven }) => seven);
