import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { database, sql } from '@taproot/database';
import { Rule, validation } from '@taproot/validation';
import { anyTables, quiet } from './support/application.ts';

// Not a literal: the table here has a column that the declared one lacks.
const posts: string = 'posts';

let app: Application;

beforeAll(async () => {
  const other = { driver: 'sqlite', path: ':memory:' } as const;
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', DATABASE_URL: ':memory:' } })
    .withPlugins([validation(), database(), quiet])
    .withConfig({ database: { connections: { other } } })
    .create();
  await sql`create table posts (id integer primary key, slug text, state text)`.execute(anyTables(app));
  await sql`insert into posts values (1, 'a', 'draft'), (2, 'b', 'public')`.execute(anyTables(app));
});

afterAll(async () => {
  expect(await app.close()).toEqual([]);
});

const passes = async (value: unknown, rule: unknown): Promise<boolean> => {
  const rules: Record<string, unknown> = { f: rule };
  return (await app.facades.Validation().make(null, { f: value }, rules)).passes();
};

test('the rules ask the database, wherever the plugins stand in the list', async () => {
  expect(await passes(1, 'exists:posts,id')).toBe(true);
  expect(await passes('3', 'exists:posts,id')).toBe(false);
  expect(await passes('a', 'unique:posts,slug')).toBe(false);
  expect(await passes('c', 'unique:posts,slug')).toBe(true);
  expect(await passes('a', 'unique:posts,slug,id,1')).toBe(true);
  expect(await passes(['a', 'b'], 'exists:posts,slug')).toBe(true);
  expect(await passes(['a', 'x'], 'exists:posts,slug')).toBe(false);
  expect(await passes('a', 'exists:sqlite.posts,slug')).toBe(true);
  expect(await passes('a', Rule.exists(posts, 'slug').where('state', 'draft'))).toBe(true);
  expect(await passes('a', Rule.exists(posts, 'slug').where('state', 'public'))).toBe(false);
});

test('VA-17: a rule with a name that is none is refused when it is parsed', async () => {
  const rules = [
    'exists:posts; DROP TABLE posts,id',
    'exists:a.b.c.d,id',
    'exists:posts,a"b',
    'unique:posts,slug,id;--,1',
    'unique:posts,slug"',
  ];
  for (const rule of rules) await expect(passes('a', rule)).rejects.toMatchObject({ code: 'E_RULE_PARAMETERS' });
  await expect(passes('a', 'exists:nowhere.posts,slug')).rejects.toMatchObject({ code: 'E_DATABASE_UNKNOWN' });
  await expect(passes('a', Rule.exists(posts, 'slug').where('1=1 --', 1))).rejects.toMatchObject({
    code: 'E_RULE_PARAMETERS',
  });
});

test('VA-17: values are bound, and only scalars are asked about', async () => {
  expect(await passes("' OR 1=1 --", 'exists:posts,slug')).toBe(false);
  expect(await passes({ $ne: 1 }, 'exists:posts,slug')).toBe(false);
  expect(await passes([{ $ne: 1 }], 'exists:posts,slug')).toBe(false);
  expect(await passes([['a']], 'exists:posts,slug')).toBe(false);
  expect(await passes(true, 'exists:posts,slug')).toBe(false);
  expect(await passes('a', 'unique:posts,slug,id,1 OR 1=1')).toBe(false);
  expect(await passes('a\0', 'exists:posts,slug')).toBe(false);
});

test('VA-18: a value in a rule object stays one value, whatever it holds', async () => {
  expect(await passes('b', Rule.unique('posts', 'slug').ignore('1,2'))).toBe(false);
  expect(await passes('b', Rule.unique('posts', 'slug').ignore("2' or '1'='1"))).toBe(false);
  expect(await passes('b', Rule.unique('posts', 'slug').ignore('2'))).toBe(true);
  expect(await passes('a', Rule.exists(posts, 'slug').where('state', 'draft,public'))).toBe(false);
});

test('VA-20: what the database cannot answer is an error, neither valid nor invalid', async () => {
  for (const rule of ['exists:nowhere,id', 'unique:nowhere,id', 'exists:posts,nothing', 'exists:other.posts,id'])
    await expect(passes('a', rule)).rejects.toMatchObject({ code: 'E_DATABASE_FAILED', status: 503 });
});
