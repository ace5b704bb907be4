import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ZodType } from 'zod';
import { compiled, events, filesOf, json, object } from './documents.ts';

const root = join(import.meta.dirname, '..', '..');
const text = { type: 'string' };
const iso = '2026-01-02T03:04:05.000Z';

const post = object({
  id: { type: 'integer', minimum: 1, maximum: 9 },
  title: { ...text, minLength: 1, maxLength: 5, pattern: '\\S' },
  state: { enum: ['draft', 'public'] },
  tags: { type: 'array', items: text, maxItems: 2 },
  at: { ...text, format: 'date-time' },
  by: { anyOf: [{ $ref: '#/components/schemas/User' }, { type: 'null' }] },
  'parent?': { $ref: '#/components/schemas/Post' },
});
const user = { ...object({ email: { ...text, format: 'email' } }), additionalProperties: { type: ['string', 'null'] } };
const reference = { $ref: '#/components/schemas/Post' };

const routes = {
  'posts.store': {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: object({ title: { ...text, maxLength: 5 }, 'tags?': { type: 'array', items: text } }),
        },
      },
    },
    responses: { 201: json(reference), 422: json({ $ref: '#/components/schemas/InvalidProblem' }) },
  },
  'posts.list': {
    200: json({ type: 'array', prefixItems: [reference, { const: 'a | b' }], minItems: 1, items: { type: 'number' } }),
    304: {},
  },
  picture: { 200: { content: { 'image/png': {} } }, 204: {} },
  ticks: { 200: events(object({ event: { const: 'tick' }, data: { type: 'number' } })) },
};

const made = (dates: 'string' | 'date') =>
  filesOf(routes, { Post: post, User: user }, { dates, mocks: true, zod: true });

/** A value that the schema of Post allows. */
const right = { id: 1, title: 'A', state: 'draft', tags: ['x'], at: iso, by: { email: 'ada@example.com', nick: null } };

/** The exports of a generated file, in a folder with its own packages. */
const imported = async <Exports>(files: Readonly<Record<string, string>>, name: string): Promise<Exports> => {
  await mkdir(join(root, 'tests', '.tmp'), { recursive: true });
  const folder = await mkdtemp(join(root, 'tests', '.tmp', 'beside-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
    return (await import(join(folder, name))) as Exports;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

interface Schemas {
  readonly models: { readonly Post: ZodType; readonly User: ZodType };
  readonly inputs: {
    readonly 'posts.store': { readonly params: ZodType; readonly query: ZodType; readonly body: ZodType };
  };
  readonly data: { readonly 'posts.list': { readonly 200: ZodType }; readonly picture: object; readonly ticks: object };
}

const accepts = (schema: ZodType, ...values: readonly unknown[]): boolean[] =>
  values.map((value) => schema.safeParse(value).success);

describe('zod.js', () => {
  test('accepts what the document allows, and nothing else', async () => {
    const { models, inputs, data } = await imported<Schemas>(made('string').more, 'zod.js');
    expect(accepts(models.Post, right, { ...right, parent: right }, { ...right, by: null })).toEqual([
      true,
      true,
      true,
    ]);
    const wrong = [
      { id: 0 },
      { id: 10 },
      { id: 1.5 },
      { title: '' },
      { title: 'longer' },
      { title: ' ' },
      { state: 'x' },
      { tags: [1] },
    ];
    const more = [
      { tags: ['a', 'b', 'c'] },
      { at: 'today' },
      { by: { email: 'x' } },
      { by: { email: 'a@b', n: 1 } },
      { parent: {} },
    ];
    expect([...wrong, ...more].flatMap((each) => accepts(models.Post, { ...right, ...each }))).toEqual(
      Array.from({ length: 13 }, () => false),
    );
    expect(
      accepts(inputs['posts.store'].body, { title: 'A' }, { title: 'A', tags: [] }, {}, { title: 'longer' }),
    ).toEqual([true, true, false, false]);
    expect(accepts(inputs['posts.store'].params, { id: 7 }, { id: '7' }, {})).toEqual([true, true, false]);
    expect(accepts(inputs['posts.store'].query, {}, { page: 2 }, { page: 'x' })).toEqual([true, true, false]);
    expect(accepts(data['posts.list'][200], [right, 'a | b', 1, 2], [right], [right, 'a'])).toEqual([
      true,
      true,
      false,
    ]);
    expect([Object.keys(data.picture), Object.keys(data.ticks)]).toEqual([['200', '204'], []]);
  });

  test('wants dates where the client makes them', async () => {
    const { models } = await imported<Schemas>(made('date').more, 'zod.js');
    expect(accepts(models.Post, right, { ...right, at: new Date(iso) })).toEqual([false, true]);
  });

  test.each(['string', 'date'] as const)(
    'has the types of the client, with dates as %s',
    async (dates) => {
      const files = made(dates);
      const declared =
        files.more['zod.js']?.replaceAll(/export const (\w+) =/g, 'export const $1: typeof declared.$1 =') ?? '';
      const source = `import type * as declared from './zod.js';\n${declared}`;
      const { 'mocks.js': _, 'mocks.d.ts': __, ...zod } = files.more;
      expect(await compiled({ ...files, more: zod }, { 'checked.ts': source }, { skipLibCheck: true })).toBe('');
      const wrong = source.replace('z.int().gte(1).lte(9)', 'z.string()');
      expect(wrong).not.toBe(source);
      expect(await compiled({ ...files, more: zod }, { 'checked.ts': wrong }, { skipLibCheck: true })).toContain(
        'TS2322',
      );
    },
    60_000,
  );
});
