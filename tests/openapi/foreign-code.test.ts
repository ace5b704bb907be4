import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFilesByBoth } from './compilers.ts';
import { foreign } from './fixture/routes/foreign.ts';
import { type Document, operationOf, problemCodes } from './operations.ts';

let built: { readonly six: Built; readonly seven: Built };
let document: Document;

const responses = (method: string, path: string) => operationOf(document, method, path).responses;
const statuses = (method: string, path: string): string[] => Object.keys(responses(method, path));
const errors = (path: string, status: string): unknown => problemCodes(document, 'get', path, status);
const json = (method: string, path: string, status: string): unknown =>
  responses(method, path)[status]?.content?.['application/json']?.schema;
const refusal = { $ref: '#/components/schemas/Refusal' };
const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

beforeAll(async () => {
  built = await describeFilesByBoth(foreign, ['routes/foreign.ts']);
  document = built.seven.document as unknown as Document;
}, 120_000);

test('code in foreign styles has no gaps, and both compilers read it alike', async () => {
  expect(built.seven.gaps).toEqual([]);
  expect(built.six.gaps).toEqual([]);
  expect(documentText(built.six.document)).toBe(documentText(built.seven.document));
  await validateDocument(built.seven.document);
});

describe('layers', () => {
  test('a status and a code go through several calls of super()', () => {
    expect(errors('/missing', '404')).toEqual(['E_MISSING']);
    expect(errors('/locked', '423')).toEqual(['E_LOCKED']);
    expect(statuses('get', '/missing')).not.toContain('423');
  });

  test('a method that a class inherits is that of its base, with the members of the class itself', () => {
    expect(json('get', '/books', '200')).toMatchObject({ items: { $ref: '#/components/schemas/Book' } });
    expect(errors('/books/{id}', '404')).toEqual(['E_MISSING']);
    expect(statuses('get', '/books/{id}')).not.toContain('423');
  });
});

describe('results', () => {
  test('a generic function that another one calls has the types of the call around it', () => {
    expect(json('post', '/made', '201')).toMatchObject(named);
    expect(statuses('post', '/made')).toEqual(['201', 'default']);
  });

  test('a status from a table is that of the keys which are given', () => {
    expect(json('get', '/found', '200')).toMatchObject(named);
    expect(json('get', '/found', '404')).toEqual(refusal);
    expect(statuses('get', '/found')).toEqual(['200', '404', 'default']);
    expect(statuses('get', '/refused')).toEqual(['400', '404', '409', 'default']);
  });

  test('a declared reply without a media type has its body', () => {
    const { 200: found, 204: none, 404: refused } = responses('get', '/remote');
    expect(refused?.content).toEqual({ 'application/json': { schema: refusal } });
    expect(Object.keys(found?.content ?? {})).toEqual(['application/json']);
    expect(none?.content).toBeUndefined();
  });
});

describe('rules', () => {
  const body = (path: string) =>
    operationOf(document, 'post', path).requestBody?.content['application/json']?.schema as {
      readonly required?: readonly string[];
      readonly properties: Readonly<Record<string, unknown>>;
    };

  test('an expression is a pattern, and a function leaves the other rules of its list', () => {
    expect(body('/patterns').required).toEqual(['zip', 'even']);
    expect(body('/patterns').properties).toMatchObject({
      zip: { type: 'string', pattern: expect.stringContaining('5') },
      even: { type: 'integer' },
    });
  });

  test('a field that is made only where it is absent keeps its type; one that is made anyway has none', () => {
    expect(body('/profile').required).toEqual(['name']);
    expect(body('/profile').properties).toMatchObject({ slug: { type: 'string' } });
    expect(body('/profile').properties['kind']).not.toHaveProperty('type');
  });

  test('defaults are those of the form and of the calls', () => {
    expect(operationOf(document, 'get', '/page').parameters).toMatchObject([
      { name: 'limit', schema: { type: 'integer', default: 20 } },
      { name: 'sort', schema: { type: 'string' } },
      { name: 'page', schema: { type: 'integer', default: 1 } },
    ]);
  });
});

test('a handler that always throws has no 200, one that may end has', () => {
  expect(statuses('get', '/fails')).toEqual(['410', '451', 'default']);
  expect(statuses('get', '/ends')).toEqual(['200', '410', 'default']);
});
