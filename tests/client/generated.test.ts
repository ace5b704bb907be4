import { describe, expect, test } from '@jest/globals';
import { errors } from '@taproot/openapi';
import { Random } from '../support/random.ts';
import { compiled, dataType, events, filesOf, json, object } from './documents.ts';

const string = { type: 'string' };
const number = { type: 'number' };

describe('types of schemas', () => {
  test.each([
    [
      'entries that may be null',
      { type: 'array', items: { anyOf: [object({ x: string }), { type: 'null' }] } },
      '({ x: string; } | null)[]',
    ],
    [
      'entries of two forms',
      { type: 'array', items: { anyOf: [object({ x: string }), object({ y: string })] } },
      '({ x: string; } | { y: string; })[]',
    ],
    [
      'lists of lists',
      { type: 'array', items: { type: 'array', items: { type: ['string', 'null'] } } },
      '(string | null)[][]',
    ],
    ['one form', { type: 'array', items: object({ x: string }) }, '{ x: string; }[]'],
    ['a literal with a bar', { type: 'array', items: { const: 'a | b' } }, "'a | b'[]"],
    [
      'literals with bars, quotes and brackets',
      { enum: ["a' | 'b", '{ | (', 'c\\ | "d"'] },
      `'a\\' | \\'b' | '{ | (' | 'c\\\\ | "d"'`,
    ],
    ['the same literal twice', { anyOf: [{ const: 'a | b' }, { const: 'a | b' }, { type: 'null' }] }, "'a | b' | null"],
    [
      'members of a union beside members of any name',
      { ...object({ 'a?': { enum: ['x | y', 1] } }), additionalProperties: { anyOf: [object({ b: number }), number] } },
      "{ a?: 'x | y' | 1; [member: string]: { b: number; } | number | 'x | y' | 1 | undefined; }",
    ],
    [
      'optional entries of a tuple',
      {
        type: 'array',
        prefixItems: [string, { anyOf: [object({ x: string }), number] }],
        minItems: 1,
        items: { type: ['string', 'null'] },
      },
      '[string, ({ x: string; } | number)?, ...(string | null)[]]',
    ],
    ['unknown entries', { type: 'array', items: { anyOf: [{}, string] } }, 'unknown[]'],
  ] as [string, Record<string, unknown>, string][])('%s', (_what, schema, type) => {
    expect(dataType(schema)).toBe(type);
  });
});

const nasty = [
  'a | b',
  "it's",
  '"',
  '`',
  '${x}',
  '\\',
  '*/',
  '\n',
  '\u2028',
  '\0',
  '{',
  '(',
  '__proto__',
  'then',
  'class',
  'Ok',
  '7up',
  'ü',
  '\ud800',
  '//',
  'a.b',
];

/** A schema of any form, with names and values that a generator may stumble over. */
const anySchema = (random: Random, depth: number): Record<string, unknown> => {
  const word = (): string => random.pick(nasty) + (random.below(2) === 0 ? '' : random.pick(nasty));
  const some = <Value>(make: () => Value): Value[] => Array.from({ length: random.below(4) }, make);
  const below = (): Record<string, unknown> => anySchema(random, depth - 1);
  const described = random.below(4) === 0 ? { description: word() } : {};
  const flat = [
    () => ({ type: 'string', ...(random.below(2) === 0 ? { format: 'date-time' } : {}) }),
    () => ({ const: random.pick([word(), 1, true, null]) }),
    () => ({ enum: [word(), ...some(word), ...some(() => random.pick([1, false, null]))] }),
    () => ({ type: ['integer', 'null'] }),
    () => ({ $ref: `#/components/schemas/${random.pick(['A', 'B', 'class', 'Gone'])}` }),
    () => ({}),
  ];
  const deep = [
    () => ({ type: 'array', items: below() }),
    () => ({
      type: 'array',
      prefixItems: [below(), ...some(below)],
      minItems: random.below(3),
      ...(random.below(2) === 0 ? { items: below() } : {}),
    }),
    () => ({ anyOf: [below(), ...some(below)] }),
    () => ({
      ...object(Object.fromEntries(some(() => [word() + (random.below(2) === 0 ? '?' : ''), below()]))),
      ...(random.below(3) === 0 ? { additionalProperties: random.pick([false, below()]) } : {}),
    }),
  ];
  return { ...random.pick(depth > 0 ? [...flat, ...deep, ...deep] : flat)(), ...described };
};

test('files of 300 random documents compile, whatever their names and values', async () => {
  const random = new Random(7);
  const schema = (): Record<string, unknown> => anySchema(random, 3);
  const routes = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `${random.pick(nasty)}.r${i}`,
      {
        description: random.pick(nasty),
        parameters: [{ name: random.pick(nasty), in: 'query', schema: schema(), description: random.pick(nasty) }],
        requestBody: {
          content: {
            'application/json': {
              schema: object({
                [random.pick(nasty)]: {
                  type: 'array',
                  items: { ...string, 'x-taproot-rules': 'string' },
                  'x-taproot-rules': 'list',
                },
              }),
            },
          },
        },
        responses: {
          200: random.below(3) === 0 ? events(schema()) : json(schema()),
          304: {},
          422: json({ $ref: '#/components/schemas/InvalidProblem' }),
        },
      },
    ]),
  );
  const components = {
    A: schema(),
    B: object({ a: { $ref: '#/components/schemas/A' }, at: { type: 'string', format: 'date-time' } }),
    class: schema(),
  };
  for (const dates of ['string', 'date'] as const)
    expect(await compiled(filesOf(routes, components, { dates, mocks: false, zod: false }))).toBe('');
}, 60_000);

describe('names that JavaScript has a meaning for', () => {
  const ok = { 200: json(string) };

  test('a route called then is then_ in the client, and says why', () => {
    const { types } = filesOf({ 'x.then': ok, 'x.then.list': ok });
    expect(types.replaceAll(/\s+/g, ' ')).toContain("readonly then_: OpenCall<Routes['x.then']> & {");
    expect(types).toContain('The client calls the route x.then `api.x.then_`: with a member `then`');
  });

  test('two routes of one member are an error with both names', () => {
    expect(() => filesOf({ 'x.then': ok, 'x.then_': ok })).toThrow(
      expect.objectContaining({
        code: errors.E_OPENAPI_MEMBER.code,
        message: expect.stringContaining('x.then and x.then_'),
      }),
    );
  });
});

describe('types of responses and bodies', () => {
  test.each([
    [
      'events by their names',
      {
        anyOf: [
          object({ event: { const: 'tick' }, data: object({ n: number }) }),
          object({ event: { const: 'done' }, data: object({ reason: string }) }),
        ],
      },
      "EventStream<ServerEvent<{ n: number; }, 'tick'> | ServerEvent<{ reason: string; }, 'done'>>",
      'e',
    ],
    [
      'strings beside JSON',
      { anyOf: [object({ event: { const: 'a,b' }, data: string }), object({ event: { const: 'n' }, data: number })] },
      "EventStream<ServerEvent<string, 'a,b'> | ServerEvent<number, 'n'>>",
      'e:a%2Cb',
    ],
    [
      'one event of several names',
      object({ event: { enum: ['a', 'b'] }, data: number }),
      "EventStream<ServerEvent<number, 'a'> | ServerEvent<number, 'b'>>",
      'e',
    ],
    [
      'two forms of one name',
      {
        anyOf: [
          object({ event: { const: 'a' }, data: number }),
          object({ event: { const: 'a' }, data: { type: 'boolean' } }),
        ],
      },
      "EventStream<ServerEvent<number | boolean, 'a'>>",
      'e',
    ],
    ['an event without a name', object({ data: number }), "EventStream<ServerEvent<number, 'message'>>", 'e'],
    ['an event of any name', object({ event: string, data: number }), 'EventStream<ServerEvent<number>>', 'e'],
    [
      'any name, where another event is a string',
      { anyOf: [object({ event: string, data: number }), object({ event: { const: 'a' }, data: string })] },
      'EventStream<ServerEvent<string>>',
      's',
    ],
    ['strings', string, "EventStream<ServerEvent<string, 'message'>>", 's'],
  ] as [string, Record<string, unknown>, string, string][])('%s', (_what, schema, type, kind) => {
    const { types, table } = filesOf({ a: { 200: events(schema) } });
    expect(types.replaceAll(/\s+/g, ' ')).toContain(`Ok<200, ${type}>`);
    expect(table).toContain(`200${kind}'`);
  });

  test('304 is a result of its own; a raw body is one', () => {
    const body = (type: string): object => ({
      requestBody: { required: true, content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
      responses: { 204: {}, 304: {} },
    });
    const { types, table } = filesOf({
      put: body('image/svg+xml'),
      any: body('*/*'),
      text: body('text/csv; charset=utf-8'),
    });
    expect(types.match(/\| NotModified/g)).toHaveLength(3);
    expect(types.match(/body: RawBody;/g)).toHaveLength(3);
    expect(table).toMatch(/'any': 'POST=application\/octet-stream \/r1 204- 304-'/);
    expect(table).toMatch(/'put': 'POST=image\/svg\+xml \/r0 /);
    expect(table).toMatch(/'text': 'POST=text\/csv;charset=utf-8 \/r2 /);
  });
});
