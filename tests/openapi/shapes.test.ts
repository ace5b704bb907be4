import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFilesByBoth } from './compilers.ts';
import { shapes } from './fixture/routes/shapes.ts';
import { type Document, operationOf } from './operations.ts';

let six: Built;
let seven: Built;
let document: Document;

beforeAll(async () => {
  ({ six, seven } = await describeFilesByBoth(shapes, ['routes/shapes.ts']));
  document = seven.document as unknown as Document;
}, 120_000);

const bodyOf = (path: string, status = '200', method = 'get'): unknown =>
  operationOf(document, method, path).responses[status]?.content?.['application/json']?.schema;
const membersOf = (path: string): Readonly<Record<string, unknown>> =>
  (bodyOf(path) as { readonly properties: Readonly<Record<string, unknown>> }).properties;
const component = (name: string): unknown => document.components.schemas[name];
const gapsOf = (path: string): string[] =>
  (seven.routes.find((route) => route.path === path)?.gaps ?? []).map(({ code, message }) => `${code} ${message}`);
const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('both compilers give the same document and the same gaps, and it is valid', async () => {
  expect(documentText(six.document).split('\n')).toEqual(documentText(seven.document).split('\n'));
  expect(six.gaps).toEqual(seven.gaps);
  await validateDocument(seven.document);
});

describe('types that contain themselves are components with the names of their type arguments', () => {
  test.each([
    ['/tree', ref('Tree_string')],
    ['/link', { type: 'object', properties: { link: ref('Link_number') }, required: ['link'] }],
    ['/nested', { type: 'object', properties: { nested: ref('Nested_string') }, required: ['nested'] }],
    ['/numbers', ref('Numbers')],
    ['/json', { type: 'object', properties: { json: ref('Json') }, required: ['json'] }],
    ['/left', ref('Left_Date')],
  ])('%s', (path, schema) => {
    expect(bodyOf(path)).toEqual(schema);
    // The objects of a class cannot be sent.
    expect(gapsOf(path)).toEqual(path === '/link' ? [expect.stringContaining('an instance of the class Link')] : []);
  });

  test('of a generic interface', () => {
    expect(component('Tree_string')).toEqual({
      type: 'object',
      description: 'A value with children of its own kind.',
      properties: { value: { type: 'string' }, children: { type: 'array', items: ref('Tree_string') } },
      required: ['value', 'children'],
    });
  });

  test('of a generic class, with its end', () => {
    expect(component('Link_number')).toMatchObject({
      properties: { value: { type: 'number' }, next: { anyOf: [ref('Link_number'), { type: 'null' }] } },
    });
  });

  test('of lists, tuples, unions and mapped types', () => {
    expect(component('Numbers')).toEqual({
      type: 'array',
      items: { anyOf: [ref('Numbers'), { type: 'number' }] },
    });
    expect(component('Expression')).toMatchObject({
      prefixItems: [{ enum: ['+', '-'] }, { anyOf: [ref('Expression'), { type: 'number' }] }],
      minItems: 2,
      maxItems: 2,
    });
    expect(component('Nested_string')).toEqual({
      anyOf: [{ type: 'array', items: ref('Nested_string') }, { type: 'string' }],
    });
    expect(component('DeepPartial_Tree_number')).toMatchObject({
      properties: {
        value: { type: 'number' },
        children: { type: 'array', items: { anyOf: [ref('DeepPartial_Tree_number'), { type: 'null' }] } },
      },
    });
    expect(component('Left_Date')).toMatchObject({
      properties: { item: { format: 'date-time' }, right: { type: ['object', 'null'] } },
    });
  });

  test('of a union whose members contain it', () => {
    const mapping = {
      opened: '#/components/schemas/Event_opened_number',
      closed: '#/components/schemas/Event_closed_readonly_why_string',
    };
    const events = {
      anyOf: Object.values(mapping)
        .map(($ref) => ({ $ref }))
        .toSorted(byText),
    };
    const choice = { ...events, discriminator: { propertyName: 'kind', mapping } };
    expect(bodyOf('/event')).toEqual(choice);
    expect(component('Event_opened_number')).toMatchObject({
      properties: { before: choice },
      required: ['kind', 'data'],
    });
  });

  test('one that grows is a gap with its place, and the routes beside it are read', () => {
    expect(gapsOf('/grow')).toEqual([expect.stringMatching(/^E_OPENAPI_SHAPE .*next.*: the type Grow<string\[\]/)]);
    expect(seven.gaps.find(({ message }) => message.includes('Grow'))?.place?.file).toMatch(/shapes\.ts$/);
    expect(bodyOf('/grow')).toMatchObject({ properties: { value: { type: 'string' } } });
  });
});

describe('tags of doc comments are keywords of their member', () => {
  test.each([
    ['at', { type: 'string', description: 'When it was taken.', format: 'date', examples: ['2026-01-31'] }],
    ['celsius', { type: 'number', minimum: -50, maximum: 60.5, default: 20 }],
    ['sensor', { type: 'integer', examples: [3, 4] }],
    ['device', { type: ['string', 'null'], deprecated: true }],
    ['level', { type: 'string', enum: ['high', 'low'], default: 'low' }],
    ['values', { type: 'array', items: { type: 'number' }, maxItems: 4, examples: [[1, 2]] }],
  ])('%s', (name, schema) => {
    expect(component('Reading')).toHaveProperty(`properties.${name}`, schema);
  });

  test('a pattern and lengths', () => {
    expect(component('Reading')).toMatchObject({
      properties: { code: { pattern: String.raw`^[A-Z]{2}\d$`, minLength: 3, maxLength: 3 } },
    });
  });

  test('a value that does not fit the type is a gap', () => {
    expect(gapsOf('/misread')).toEqual([
      'E_OPENAPI_SHAPE Misread.least: @minimum none is not a number',
      'E_OPENAPI_SHAPE Misread.count: @default many does not have the type of its member',
    ]);
  });
});

describe('objects that a literal member tells apart have a discriminator', () => {
  const mapping = { circle: '#/components/schemas/Circle', square: '#/components/schemas/Square' };
  const figure = { anyOf: [ref('Circle'), ref('Square')], discriminator: { propertyName: 'kind', mapping } };

  test('with a mapping of components', () => {
    expect(bodyOf('/figure')).toEqual(figure);
    expect(component('Figure')).toEqual(figure);
  });

  test('beside null too', () => {
    expect(membersOf('/figures')['main']).toEqual({ anyOf: [figure, { type: 'null' }] });
    expect(membersOf('/figures')['all']).toEqual({ type: 'array', items: ref('Figure') });
  });

  test('without a mapping for objects without names', () => {
    expect(bodyOf('/inline')).toMatchObject({ discriminator: { propertyName: 'type' } });
    expect(bodyOf('/inline')).not.toHaveProperty('discriminator.mapping');
  });
});

test('members have the order of their declarations, those of a mapped type that an interface extends that of names', () => {
  expect(Object.keys(membersOf('/spread'))).toEqual(['zulu', 'mike', 'alpha', 'beta']);
  expect(Object.keys((component('Shelf') as { properties: object }).properties)).toEqual(['books', 'at', 'zone']);
  expect(Object.keys((component('Item') as { properties: object }).properties)).toEqual(['id', 'owner', 'title']);
  expect(Object.keys((component('Sold') as { properties: object }).properties)).toEqual([
    'buyer',
    'price',
    'id',
    'owner',
    'title',
  ]);
});

test('rules have the order of their declarations', () => {
  const content = operationOf(document, 'post', '/rules').requestBody?.content['application/json'];
  expect(Object.keys((content?.schema as { readonly properties?: object } | undefined)?.properties ?? {})).toEqual([
    'zulu',
    'alpha',
    'mike',
    'beta',
    'first',
    'last',
  ]);
});

test('a result that may be a promise has the schemas of both', () => {
  expect(bodyOf('/either')).toEqual({
    anyOf: [ref('Later'), { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] }],
  });
  expect(bodyOf('/chained')).toEqual({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] });
  expect([...gapsOf('/either'), ...gapsOf('/chained')]).toEqual([]);
});

describe('what JSON changes, or no type says, is a gap', () => {
  test.each([
    ['/any', ['data: a value of the type any']],
    ['/any-list', ['list[]: a value of the type any', 'map[]: a value of the type any']],
    ['/error', ['cause: JSON has no TypeError']],
    ['/bytes', ['bytes: JSON has no Uint8Array', 'buffer: JSON has no ArrayBuffer']],
    ['/missing', ['The handler may return undefined in place of data']],
    ['/may-end', ['The handler may return undefined in place of data']],
  ])('%s', (path, messages) => {
    expect(gapsOf(path)).toEqual(messages.map((message) => expect.stringContaining(message)));
  });

  test('an alias that allows undefined is a member that may be missing', () => {
    expect(bodyOf('/remark')).toEqual({
      type: 'object',
      properties: { remark: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
    });
  });

  test('a value of the type unknown is not', () => {
    expect(gapsOf('/unknown')).toEqual([]);
    expect(membersOf('/unknown')).toEqual({ data: {} });
  });
});

describe('details of errors are members of their problem', () => {
  test('of an error that a handler makes, and without them where it makes one without', () => {
    const since = { since: { type: 'number' } };
    expect(bodyOf('/gone', '410')).toEqual({
      anyOf: [
        { ...ref('Problem'), properties: { code: { const: 'E_HTTP_410' }, ...since }, required: ['since'] },
        { ...ref('Problem'), properties: { code: { enum: ['E_HTTP_410'] } } },
      ],
    });
  });

  test('of a class of errors', () => {
    expect(bodyOf('/sold-out', '409')).toEqual({
      ...ref('Problem'),
      properties: {
        code: { const: 'E_SOLD_OUT' },
        left: { type: 'number' },
        when: { type: ['string', 'null'], format: 'date-time' },
      },
      required: ['left', 'when'],
    });
  });
});

describe('helpers answer with the types of their calls', () => {
  const post = ref('Post');
  test.each([
    ['/ok', '200', { data: post }],
    ['/created', '201', { data: post }],
    ['/accepted', '202', { data: { type: 'object', properties: { queued: post }, required: ['queued'] } }],
    ['/page', '200', { items: { type: 'array', items: post }, next: { type: ['string', 'null'] } }],
    ['/listed', '200', { found: post }],
    ['/declared', '200', { found: post }],
    ['/merged', '200', { id: { type: 'number' }, more: { type: 'boolean' } }],
    ['/handler', '200', { answered: post }],
    ['/declared-chain', '201', { data: post }],
    ['/inline-chain', '201', { data: post }],
    ['/posts', '200', { data: { type: 'array', items: post } }],
    ['/posts/{id}', '200', { one: post }],
  ])('%s', (path, status, properties) => {
    expect(bodyOf(path, status)).toMatchObject({ type: 'object', properties });
    expect(Object.keys(operationOf(document, 'get', path).responses)).toEqual([status, 'default']);
    expect(gapsOf(path)).toEqual([]);
  });

  test('a method of a generic base', () => {
    expect(bodyOf('/posts', '201', 'post')).toMatchObject({ properties: { data: post } });
  });

  test('called twice with two types', () => {
    expect(bodyOf('/both', '201')).toMatchObject({
      anyOf: [{ properties: { data: post } }, { properties: { data: { properties: { none: { type: 'boolean' } } } } }],
    });
  });

  test('of a value that was checked for null', () => {
    expect(bodyOf('/found')).toMatchObject({ properties: { found: post } });
    expect(bodyOf('/found', '404')).toMatchObject({ properties: { found: { type: 'boolean' } } });
    expect(gapsOf('/found')).toEqual([]);
  });

  test('through a mapped type, which the compiler resolves at the call', () => {
    expect(bodyOf('/some')).toMatchObject({
      properties: { some: { type: 'object', properties: { id: { type: 'number' } } } },
    });
  });

  test('a type that no call says is a gap at the call', () => {
    expect(gapsOf('/viewed')).toEqual([expect.stringMatching(/^E_OPENAPI_SHAPE view: the type \{/)]);
    expect(gapsOf('/hidden')).toEqual([expect.stringContaining('the type T of a generic function or class')]);
    expect(seven.gaps.find(({ message }) => message.includes('the type T'))?.place?.file).toMatch(/generic\.ts$/);
  });
});

describe('the doc comment of a handler without a name', () => {
  test.each([
    ['/hello', 'Says hello.', true],
    ['/inner', 'Says it inside.', undefined],
    ['/named', 'Says its name.', undefined],
    ['/loop/once', 'Says it in a loop.', undefined],
    ['/plain', 'get.plain', undefined],
  ])('%s', (path, summary, deprecated) => {
    const operation = operationOf(document, 'get', path) as {
      readonly summary?: string;
      readonly deprecated?: boolean;
    };
    expect(operation.summary).toBe(summary);
    expect(operation.deprecated).toBe(deprecated);
  });
});
