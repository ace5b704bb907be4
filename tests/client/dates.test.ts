import { describe, expect, test } from '@jest/globals';
import { createClient, type DatedRouteTable } from '@taproot/client';
import { compiled, dataType, events, filesOf, json, object, tableOf } from './documents.ts';

const at = { type: 'string', format: 'date-time' };
const text = { type: 'string' };
const dates = { dates: 'date', mocks: false, zod: false } as const;
const iso = '2026-01-02T03:04:05.000Z';

type Schema = Readonly<Record<string, unknown>>;

/** The data of a call whose server answers this value, by the generated table. */
const received = async (
  schema: Schema,
  value: unknown,
  schemas: Readonly<Record<string, Schema>> = {},
): Promise<unknown> => {
  const table = (await tableOf(
    filesOf({ a: { 200: json(schema) } }, schemas, dates),
  )) as unknown as DatedRouteTable<Calls>;
  const api = createClient({
    routes: table,
    dates: 'date',
    baseUrl: 'http://a',
    fetch: async () => Response.json(value),
  });
  return api.a().data();
};

interface Calls {
  readonly a: () => { data(): Promise<unknown> };
}

const post = object({ at, 'parent?': { $ref: '#/components/schemas/Post' }, title: text });

describe('dates of responses', () => {
  test('are strings unless the settings say otherwise', () => {
    expect(dataType(object({ at }))).toBe('{ at: string; }');
    expect(filesOf({ a: { 200: json(object({ at })) } }).table).not.toContain('dates');
  });

  test.each([
    [
      'a member',
      object({ at, text }),
      '{ at: Date; text: string; }',
      { at: iso, text: iso },
      { at: new Date(iso), text: iso },
    ],
    ['null', object({ at: { ...at, type: ['string', 'null'] } }), '{ at: Date | null; }', { at: null }, { at: null }],
    ['entries', { type: 'array', items: object({ at }) }, '{ at: Date; }[]', [{ at: iso }], [{ at: new Date(iso) }]],
    ['the body', at, 'Date', iso, new Date(iso)],
    [
      'members of any name',
      { ...object({ text }), additionalProperties: at },
      '{ text: string; [member: string]: Date | string; }',
      { text: iso, x: iso },
      { text: iso, x: new Date(iso) },
    ],
    [
      'entries of a tuple',
      { type: 'array', prefixItems: [text, at], minItems: 2, items: at },
      '[string, Date, ...Date[]]',
      [iso, iso, iso],
      [iso, new Date(iso), new Date(iso)],
    ],
    [
      'a date or a number',
      object({ at: { anyOf: [at, { type: 'number' }] } }),
      '{ at: Date | number; }',
      { at: 1 },
      { at: 1 },
    ],
  ] as [string, Schema, string, unknown, unknown][])('%s', async (_what, schema, type, sent, data) => {
    expect(dataType(schema, {}, dates)).toBe(type);
    expect(await received(schema, sent)).toEqual(data);
  });

  test('types that contain themselves', async () => {
    const sent = { at: iso, title: iso, parent: { at: iso, title: iso, parent: { at: iso, title: iso } } };
    const [a, title] = [new Date(iso), iso];
    const data = { at: a, title, parent: { at: a, title, parent: { at: a, title } } };
    expect(await received({ $ref: '#/components/schemas/Post' }, sent, { Post: post })).toEqual(data);
    expect(filesOf({ a: { 200: json({ $ref: '#/components/schemas/Post' }) } }, { Post: post }, dates).types).toContain(
      'at: Date;',
    );
  });

  test('a date that shares its place with another string stays a string everywhere', async () => {
    const either = { anyOf: [object({ kind: { const: 'a' }, at }), object({ kind: { const: 'b' }, at: text })] };
    expect(dataType(either, {}, dates)).toBe("{ kind: 'a'; at: string; } | { kind: 'b'; at: string; }");
    expect(await received(either, { kind: 'b', at: iso })).toEqual({ kind: 'b', at: iso });
    const schemas = { A: object({ at }), B: object({ at: text }), C: object({ at }) };
    const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
    const { types } = filesOf(
      { ab: { 200: json({ anyOf: [ref('A'), ref('B')] }) }, ac: { 200: json({ anyOf: [ref('A'), ref('C')] }) } },
      schemas,
      dates,
    );
    // C shares a place with A, which stays a string because of B.
    expect(types).not.toContain('Date;');
  });

  test('events have dates, too', async () => {
    const table = (await tableOf(
      filesOf({ a: { 200: events(object({ event: { const: 'x' }, data: object({ at }) })) } }, {}, dates),
    )) as unknown as DatedRouteTable<Calls>;
    const stream = `event: x\ndata: {"at":"${iso}"}\n\n`;
    const fetch = async (): Promise<Response> =>
      new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
    const api = createClient({ routes: table, dates: 'date', baseUrl: 'http://a', fetch });
    const read: unknown[] = [];
    for await (const event of (await api.a().data()) as AsyncIterable<unknown>) read.push(event);
    expect(read).toEqual([{ id: '', event: 'x', data: { at: new Date(iso) } }]);
  });

  test('the compiler holds the option against the table', async () => {
    const given = object({ at });
    const body = {
      requestBody: { required: true, content: { 'application/json': { schema: given } } },
      responses: { 200: json(given) },
    };
    const use = `import { createClient } from '@taproot/client';
import { routes } from './routes.js';
export const right = async (): Promise<number> => {
  const { at } = await createClient({ routes, dates: 'date' }).a({ body: { at: new Date() } }).data();
  return at.getTime();
};
`;
    const wrong = `import { createClient } from '@taproot/client';
import { routes } from './routes.js';
// @ts-expect-error -- the table says Date
export const wrong = createClient({ routes });
`;
    expect(await compiled(filesOf({ a: body }, {}, dates), { 'use.ts': use, 'wrong.ts': wrong })).toBe('');
    const strings = `import { createClient } from '@taproot/client';
import { routes } from './routes.js';
// @ts-expect-error -- the table says string
export const wrong = createClient({ routes, dates: 'date' });
export const right = createClient({ routes });
`;
    expect(await compiled(filesOf({ a: body }), { 'use.ts': strings })).toBe('');
  }, 60_000);
});
