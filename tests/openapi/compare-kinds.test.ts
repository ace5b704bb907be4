import { expect, test } from '@jest/globals';
import { compareDocuments } from '../../plugins/openapi/src/compare/compare-documents.ts';

type Schema = Readonly<Record<string, unknown>>;
type Verdict = 'breaking' | 'additive' | 'none';

const string = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const nothing = { type: 'null' };
const book = { $ref: '#/components/schemas/Book' };
const page = { $ref: '#/components/schemas/Page' };
const object = (properties: Schema, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const record = (of: Schema): Schema => ({ type: 'object', additionalProperties: of });
const either = (...parts: readonly Schema[]): Schema => ({ anyOf: parts });
const circle = object({ kind: { type: 'string', const: 'circle' }, radius: number });
const square = object({ kind: { type: 'string', const: 'square' }, side: number });

/** The verdict of a change in a request and in a response. */
const verdictOf = (
  before: Schema,
  after: Schema,
  schemas: readonly [Schema, Schema] = [{}, {}],
): [Verdict, Verdict] => {
  const request = (schema: Schema): Schema => ({ requestBody: { content: { 'application/json': { schema } } } });
  const response = (schema: Schema): Schema => ({
    responses: { 200: { content: { 'application/json': { schema } } } },
  });
  const verdict = (a: Schema, b: Schema): Verdict => {
    const [old, now] = [a, b].map((operation, i) => ({
      paths: { '/a': { post: operation } },
      components: { schemas: schemas[i] },
    }));
    const changes = compareDocuments(old ?? {}, now ?? {});
    if (changes.length === 0) return 'none';
    return changes.some(({ breaking }) => breaking) ? 'breaking' : 'additive';
  };
  return [verdict(request(before), request(after)), verdict(response(before), response(after))];
};

type Row = readonly [what: string, before: Schema, after: Schema, request: Verdict, response: Verdict];

const types: readonly Row[] = [
  ['integer becomes number', integer, number, 'additive', 'breaking'],
  ['number becomes integer', number, integer, 'breaking', 'additive'],
  ['integer becomes string', integer, string, 'breaking', 'breaking'],
  ['a type comes', {}, string, 'breaking', 'additive'],
  ['a type goes', string, {}, 'additive', 'breaking'],
  ['null comes', string, { type: ['string', 'null'] }, 'additive', 'breaking'],
  ['null goes', { type: ['string', 'null'] }, string, 'breaking', 'additive'],
  ['null in another form', { type: ['string', 'null'] }, either(string, nothing), 'none', 'none'],
  ['the order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }, 'none', 'none'],
  ['the order of a union', either(string, integer), either(integer, string), 'none', 'none'],
  [
    'a union of scalars grows',
    either(string, integer),
    either(string, integer, { type: 'boolean' }),
    'additive',
    'breaking',
  ],
  ['a union of scalars shrinks', either(string, integer), string, 'breaking', 'additive'],
  ['anyOf becomes oneOf', either(string, integer), { oneOf: [string, integer] }, 'none', 'none'],
  ['a schema that nothing matches', string, { not: {} }, 'breaking', 'additive'],
];

const values: readonly Row[] = [
  ['const becomes the same enum', { const: 'a' }, { enum: ['a'] }, 'none', 'none'],
  [
    'const becomes an enum',
    { type: 'string', const: 'a' },
    { type: 'string', enum: ['a', 'b'] },
    'additive',
    'breaking',
  ],
  [
    'an enum becomes const',
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', const: 'a' },
    'breaking',
    'additive',
  ],
  ['const changes', { const: 'a' }, { const: 'b' }, 'breaking', 'breaking'],
  ['the order of an enum', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, 'none', 'none'],
  ['an enum comes', string, { type: 'string', enum: ['a'] }, 'breaking', 'additive'],
  ['an enum goes', { type: 'string', enum: ['a'] }, string, 'additive', 'breaking'],
  [
    'an enum as a union of consts',
    { type: 'string', enum: ['a', 'b'] },
    either({ const: 'a' }, { const: 'b' }),
    'none',
    'none',
  ],
  ['both booleans as an enum', { type: 'boolean' }, { enum: [true, false] }, 'none', 'none'],
  [
    'an enum that takes null',
    { type: 'string', enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
    'additive',
    'breaking',
  ],
  ['a pattern beside an enum', { enum: ['a'] }, { enum: ['a'], pattern: '^a$' }, 'none', 'none'],
];

const limits: readonly Row[] = [
  ['maxLength sinks', { maxLength: 9 }, { maxLength: 8 }, 'breaking', 'additive'],
  ['minLength rises', { minLength: 1 }, { minLength: 2 }, 'breaking', 'additive'],
  ['minimum sinks', { ...integer, minimum: 2 }, { ...integer, minimum: 1 }, 'additive', 'breaking'],
  ['the same bound of whole numbers', { ...integer, minimum: 1 }, { ...integer, exclusiveMinimum: 0 }, 'none', 'none'],
  [
    'the same upper bound of whole numbers',
    { ...integer, maximum: 9 },
    { ...integer, exclusiveMaximum: 10 },
    'none',
    'none',
  ],
  ['a pattern comes', string, { ...string, pattern: 'a' }, 'breaking', 'additive'],
  ['a pattern goes', { ...string, pattern: 'a' }, string, 'additive', 'breaking'],
  ['a pattern changes', { ...string, pattern: 'a' }, { ...string, pattern: 'b' }, 'breaking', 'breaking'],
  ['a format comes', string, { ...string, format: 'date' }, 'breaking', 'additive'],
  ['a larger multiple', { ...integer, multipleOf: 5 }, { ...integer, multipleOf: 10 }, 'breaking', 'additive'],
  ['a smaller multiple', { ...integer, multipleOf: 10 }, { ...integer, multipleOf: 5 }, 'additive', 'breaking'],
  ['another multiple', { ...integer, multipleOf: 2 }, { ...integer, multipleOf: 3 }, 'breaking', 'breaking'],
  ['uniqueItems comes', list(string), { ...list(string), uniqueItems: true }, 'breaking', 'additive'],
  ['maxItems rises', { ...list(string), maxItems: 1 }, { ...list(string), maxItems: 2 }, 'additive', 'breaking'],
];

const members: readonly Row[] = [
  ['a required member comes', object({}), object({ a: string }), 'breaking', 'additive'],
  ['an optional member comes', object({}), object({ a: string }, []), 'additive', 'additive'],
  ['a member goes', object({ a: string }), object({}), 'breaking', 'breaking'],
  ['a member becomes required', object({ a: string }, []), object({ a: string }), 'breaking', 'additive'],
  ['a member becomes optional', object({ a: string }), object({ a: string }, []), 'additive', 'breaking'],
  ['the order of members', object({ a: string, b: string }), object({ b: string, a: string }), 'none', 'none'],
  [
    'a member of a member',
    object({ a: object({ b: integer }) }),
    object({ a: object({ b: number }) }),
    'additive',
    'breaking',
  ],
  ['a condition comes', object({}), { ...object({}), allOf: [{ required: ['a'] }] }, 'breaking', 'additive'],
  [
    'the order of conditions',
    { allOf: [{ minLength: 1 }, { maxLength: 2 }] },
    { allOf: [{ maxLength: 2 }, { minLength: 1 }] },
    'none',
    'none',
  ],
  ['a dependent member comes', object({}), { ...object({}), dependentRequired: { a: ['b'] } }, 'breaking', 'additive'],
  [
    'members without a type of their own',
    { properties: { a: integer } },
    { properties: { a: number } },
    'additive',
    'breaking',
  ],
];

const lists: readonly Row[] = [
  ['entries change', list(integer), list(number), 'additive', 'breaking'],
  ['items come', { type: 'array' }, list(string), 'breaking', 'additive'],
  ['items go', list(string), { type: 'array' }, 'additive', 'breaking'],
  ['items that say nothing come', { type: 'array' }, list({}), 'none', 'none'],
  ['values of a record change', record(integer), record(number), 'additive', 'breaking'],
  ['values of a record get a type', record({}), record(string), 'breaking', 'additive'],
  [
    'an entry of a tuple changes',
    { type: 'array', prefixItems: [string, integer] },
    { type: 'array', prefixItems: [string, number] },
    'additive',
    'breaking',
  ],
  [
    'a tuple gets an entry',
    { type: 'array', prefixItems: [string], maxItems: 1 },
    { type: 'array', prefixItems: [string, string], maxItems: 2 },
    'additive',
    'breaking',
  ],
  [
    'the rest of a tuple changes',
    { type: 'array', prefixItems: [string], items: integer },
    { type: 'array', prefixItems: [string], items: number },
    'additive',
    'breaking',
  ],
  ['a list becomes a record', list(string), record(string), 'breaking', 'breaking'],
  [
    'entries by pattern change',
    { type: 'object', patternProperties: { '^a': integer } },
    { type: 'object', patternProperties: { '^a': number } },
    'additive',
    'breaking',
  ],
];

const unions: readonly Row[] = [
  ['an alternative comes', circle, either(circle, square), 'additive', 'breaking'],
  ['an alternative goes', either(circle, square), circle, 'breaking', 'additive'],
  ['the order of alternatives', either(circle, square), either(square, circle), 'none', 'none'],
  [
    'a member of one alternative',
    either(circle, square),
    either(circle, object({ kind: { const: 'square' }, side: integer })),
    'breaking',
    'additive',
  ],
  [
    'an alternative is replaced',
    either(circle, square),
    either(circle, object({ kind: { const: 'line' } })),
    'breaking',
    'breaking',
  ],
  [
    'lists of a union in another order',
    either(list(string), list(integer)),
    either(list(integer), list(string)),
    'none',
    'none',
  ],
];

const words: readonly Row[] = [
  ['a description', { ...string, description: 'a' }, { ...string, description: 'b' }, 'none', 'none'],
  [
    'the text of rules',
    { ...string, 'x-taproot-rules': ['a'] },
    { ...string, 'x-taproot-rules': ['b'] },
    'none',
    'none',
  ],
  ['an example', string, { ...string, example: 'a', examples: ['a'] }, 'none', 'none'],
  ['a default', string, { ...string, default: 'a' }, 'none', 'none'],
  ['a deprecated member', object({ a: string }), object({ a: { ...string, deprecated: true } }), 'none', 'none'],
];

test.each([...types, ...values, ...limits, ...members, ...lists, ...unions, ...words])(
  '%s',
  (_what, before, after, request, response) => {
    expect(verdictOf(before, after)).toEqual([request, response]);
  },
);

const before = { Book: object({ id: integer, next: either({ $ref: '#/components/schemas/Book' }, nothing) }) };
const after = { Book: object({ id: number, next: either({ $ref: '#/components/schemas/Book' }, nothing) }) };

test.each([
  ['itself', book],
  ['a union with null', either(book, nothing)],
  ['a union with another object', either(book, circle)],
  ['a list', list(book)],
  ['a tuple', { type: 'array', prefixItems: [string, book] }],
  ['a record', record(book)],
  ['a member', object({ book })],
  ['a member of a list in a union', object({ books: either(list(book), nothing) })],
])('a change of a component that contains itself is found through %s', (_what, schema) => {
  expect(verdictOf(schema, schema, [before, after])).toEqual(['additive', 'breaking']);
  expect(verdictOf(schema, schema, [before, before])).toEqual(['none', 'none']);
});

test('a component with another name, and one that is written in place, are no change', () => {
  const named = { Page: object({ a: string }) };
  const inPlace = object({ a: string });
  expect(verdictOf(page, inPlace, [named, named])).toEqual(['none', 'none']);
  expect(verdictOf(page, book, [named, { Book: inPlace }])).toEqual(['none', 'none']);
  expect(verdictOf(either(page, nothing), either(nothing, book), [named, { Book: inPlace }])).toEqual(['none', 'none']);
});

test('a union that contains itself ends', () => {
  const expression = (leaf: Schema): Schema => ({
    Expression: either(leaf, list({ $ref: '#/components/schemas/Expression' })),
  });
  const both = { $ref: '#/components/schemas/Expression' };
  expect(verdictOf(both, both, [expression(integer), expression(number)])).toEqual(['additive', 'breaking']);
});

test('each change has one line, which says where it is', () => {
  const operation = (schema: Schema): Schema => ({
    paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  });
  const told = (old: Schema, now: Schema): string[] =>
    compareDocuments(operation(old), operation(now)).map(({ text }) => text.replace('GET /a: response 200', ''));
  expect(told(object({ a: list(record(integer)) }), object({ a: list(record(string)) }))).toEqual([
    '.a[].*: type was "integer", is "string"',
  ]);
  expect(told({ type: 'array', prefixItems: [string] }, { type: 'array', prefixItems: [integer] })).toEqual([
    '[0]: type was "string", is "integer"',
  ]);
  expect(told(circle, either(circle, square))).toEqual([': one more kind of object: { kind, side }']);
});

const operation = (said: Schema): Schema => ({ paths: { '/a': { post: said } } });
const body = (required: boolean): Schema => ({ requestBody: { required, content: {} } });
const query = (more: Schema): Schema => ({
  parameters: [{ name: 'q', in: 'query', schema: { type: 'object' }, ...more }],
});
const events = (of: Schema): Schema => ({
  responses: { 200: { content: { 'text/event-stream': { schema: { type: 'string', 'x-taproot-event': of } } } } },
});

test.each([
  ['a body becomes required', body(false), body(true), 'breaking the body is now required'],
  ['a body becomes optional', body(true), body(false), 'additive the body is now optional'],
  [
    'a parameter is written in another way',
    query({}),
    query({ style: 'deepObject' }),
    'breaking query parameter q was written as form, is deepObject',
  ],
  [
    'an event of a stream',
    events(object({ a: integer })),
    events(object({ a: string })),
    'breaking response 200 event.a: type was "integer", is "string"',
  ],
  [
    'one more scope',
    { security: [{ key: [] }] },
    { security: [{ key: ['a'] }] },
    'breaking other credentials are needed',
  ],
  [
    'one scope less',
    { security: [{ key: ['a'] }] },
    { security: [{ key: [] }] },
    'additive fewer credentials are needed',
  ],
  [
    'credentials that may be left out',
    { security: [{ key: [] }] },
    { security: [{}, { key: [] }] },
    'additive credentials are no longer needed',
  ],
  [
    'one more way to log in',
    { security: [{ key: [] }] },
    { security: [{ key: [] }, { jwt: [] }] },
    'additive fewer credentials are needed',
  ],
])('%s', (_what, old, now, expected) => {
  const changes = compareDocuments(operation(old), operation(now));
  expect(
    changes.map(({ breaking, text }) => `${breaking ? 'breaking' : 'additive'} ${text.replace('POST /a: ', '')}`),
  ).toEqual([expected]);
});

test('the order of credentials is no change', () => {
  const both = operation({ security: [{ key: [] }, { jwt: [] }] });
  expect(compareDocuments(both, operation({ security: [{ jwt: [] }, { key: [] }] }))).toEqual([]);
});
