import { expect, test } from '@jest/globals';
import { compareDocuments } from '../../plugins/openapi/src/compare/compare-documents.ts';

type Schema = Readonly<Record<string, unknown>>;

const body = (schema: Schema, required = true) => ({
  requestBody: { required, content: { 'application/json': { schema } } },
});
const reply = (schema: Schema, status = '200') => ({
  responses: { [status]: { description: '', content: { 'application/json': { schema } } } },
});
const documentOf = (operation: Schema, schemas: Schema = {}) => ({
  openapi: '3.1.0',
  paths: { '/a': { post: { operationId: 'a', ...operation } } },
  components: { schemas },
});
const object = (properties: Schema, required: readonly string[] = []) => ({ type: 'object', properties, required });
const compare = (before: Schema, after: Schema, schemas: readonly [Schema, Schema] = [{}, {}]): string[] =>
  compareDocuments(documentOf(before, schemas[0]), documentOf(after, schemas[1])).map(
    ({ breaking, text }) => `${breaking ? 'breaking' : 'additive'} ${text.replace('POST /a: ', '')}`,
  );

const string = { type: 'string' };
const parameter = (required: boolean) => ({ parameters: [{ name: 'q', in: 'query', required, schema: string }] });

test.each([
  [
    'a required field of the body',
    body(object({})),
    body(object({ a: string }, ['a'])),
    'breaking body.a is new and required',
  ],
  ['an optional field of the body', body(object({})), body(object({ a: string })), 'additive body.a is new'],
  [
    'a field that became required',
    body(object({ a: string })),
    body(object({ a: string }, ['a'])),
    'breaking body.a is now required',
  ],
  [
    'a field that became optional',
    body(object({ a: string }, ['a'])),
    body(object({ a: string })),
    'additive body.a is now optional',
  ],
  ['a tighter limit', body({ maxLength: 9 }), body({ maxLength: 8 }), 'breaking body: maxLength was 9, is 8'],
  ['a looser limit', body({ maxLength: 8 }), body({ maxLength: 9 }), 'additive body: maxLength was 8, is 9'],
  ['a limit that comes', body({}), body({ minimum: 1 }), 'breaking body: minimum was not there, is 1'],
  ['a limit that goes', body({ minimum: 1 }), body({}), 'additive body: minimum was 1, is not there'],
  ['fewer values', body({ enum: [1, 2] }), body({ enum: [1] }), 'breaking body: enum was [1,2], is [1]'],
  ['more values', body({ enum: [1] }), body({ enum: [1, 2] }), 'additive body: enum was [1], is [1,2]'],
  ['other values', body({ enum: [1] }), body({ enum: [2] }), 'breaking body: enum was [1], is [2]'],
  ['another pattern', body({ pattern: 'a' }), body({ pattern: 'b' }), 'breaking body: pattern was "a", is "b"'],
  ['a body that is read', {}, body({}), 'breaking a body is now required'],
  ['a body that may be sent', {}, body({}, false), 'additive a body is now read'],
  [
    'a field of the reply that goes',
    reply(object({ a: string }, ['a'])),
    reply(object({})),
    'breaking response 200.a is gone',
  ],
  [
    'a field of the reply that comes',
    reply(object({})),
    reply(object({ a: string }, ['a'])),
    'additive response 200.a is new',
  ],
  [
    'a field of the reply that became optional',
    reply(object({ a: string }, ['a'])),
    reply(object({ a: string })),
    'breaking response 200.a is now optional',
  ],
  [
    'more values of the reply',
    reply({ enum: [1] }),
    reply({ enum: [1, 2] }),
    'breaking response 200: enum was [1], is [1,2]',
  ],
  [
    'a reply that may be null',
    reply({ type: 'string' }),
    reply({ type: ['string', 'null'] }),
    'breaking response 200: type was "string", is ["string","null"]',
  ],
  ['a status that comes', {}, reply({}, '409'), 'additive response 409 is new'],
  ['a status that goes', reply({}, '409'), {}, 'breaking response 409 is gone'],
  ['a parameter that comes', {}, parameter(false), 'additive query parameter q is new'],
  ['a required parameter', {}, parameter(true), 'breaking query parameter q is new and required'],
  ['a parameter that goes', parameter(true), {}, 'breaking query parameter q is gone'],
  ['credentials', {}, { security: [{ jwt: [] }] }, 'breaking other credentials are needed'],
  [
    'no credentials',
    { security: [{ jwt: [] }] },
    { security: [{}, { jwt: [] }] },
    'additive credentials are no longer needed',
  ],
  ['another id', {}, { operationId: 'b' }, 'breaking operationId was a, is b'],
])('%s', (_what, before, after, expected) => {
  expect(compare(before, after)).toEqual([expected]);
});

test('descriptions are not a change', () => {
  expect(compare(body({ description: 'a' }), body({ description: 'b' }))).toEqual([]);
});

test('references are followed in each document, those of types that hold themselves too', () => {
  const node = (more: Schema) => ({ Node: object({ next: { $ref: '#/components/schemas/Node' }, ...more }) });
  const both = reply({ $ref: '#/components/schemas/Node' });
  expect(compare(both, both, [node({ a: string }), node({})])).toEqual(['breaking response 200.a is gone']);
});

test('operations that come and go', () => {
  const without = { openapi: '3.1.0', paths: {} };
  expect(compareDocuments(without, documentOf({}))).toEqual([{ breaking: false, text: 'POST /a is new' }]);
  expect(compareDocuments(documentOf({}), without)).toEqual([{ breaking: true, text: 'POST /a is gone' }]);
});

const withHeader = (header: Schema | null): Schema => ({
  responses: { 200: { description: '', ...(header === null ? {} : { headers: { 'X-Left': header } }) } },
});

test.each([
  ['comes', null, {}, 'additive response 200: the header X-Left is new'],
  ['goes', {}, null, 'breaking response 200: the header X-Left is gone'],
  ['may be left out', { required: true }, {}, 'breaking response 200: the header X-Left may now be left out'],
  ['is always sent', {}, { required: true }, 'additive response 200: the header X-Left is now always sent'],
  [
    'has another type',
    { schema: { type: 'integer' } },
    { schema: string },
    'breaking response 200: the header X-Left: type was "integer", is "string"',
  ],
])('a header of a response that %s', (_what, before, after, change) => {
  expect(compare(withHeader(before), withHeader(after))).toEqual([change]);
});

test('parameters and headers that many operations share are compared by what they are', () => {
  const shared = (required: boolean) => ({
    paths: {
      '/a': {
        get: {
          parameters: [{ $ref: '#/components/parameters/X-A' }, { $ref: '#/components/parameters/X-B' }],
          responses: { 200: { headers: { 'X-C': { $ref: '#/components/headers/X-C' } } } },
        },
      },
    },
    components: {
      parameters: {
        'X-A': { name: 'X-A', in: 'header', required: false },
        'X-B': { name: 'X-B', in: 'header', required },
      },
      headers: { 'X-C': { required } },
    },
  });
  expect(compareDocuments(shared(false), shared(true)).map(({ text }) => text)).toEqual([
    'GET /a: header parameter X-B is now required',
    'GET /a: response 200: the header X-C is now always sent',
  ]);
});

test('a security scheme that asks for other credentials is a breaking change, its words are none', () => {
  const scheme = (said: Schema) => ({ paths: {}, components: { securitySchemes: { key: said } } });
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  expect(compareDocuments(scheme(key), scheme({ ...key, description: 'A key.' }))).toEqual([]);
  expect(compareDocuments(scheme(key), scheme({ ...key, in: 'cookie' }))).toEqual([
    { breaking: true, text: expect.stringMatching(/^security scheme key was .*"header".*, is .*"cookie"/) },
  ]);
});
