import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { database, sql, uniqueViolation } from '@taproot/database';
import { Rule, validation } from '@taproot/validation';
import { anyTables, quiet, withDatabase } from './support/application.ts';
import { freshName, onEngines } from './support/engines.ts';

onEngines((engine) => {
  test('a violation is told with table, columns and constraint', async () => {
    const table = freshName('users');
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema
        .createTable(table)
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('email', 'varchar(50)', (column) => column.notNull().unique())
        .addColumn('tenant', 'integer')
        .addColumn('slug', 'varchar(50)')
        .addUniqueConstraint(`${table}_slug_unique`, ['tenant', 'slug'])
        .execute();
      try {
        const row = { id: 1, email: "it's (a)=(b) for key 'x.y'", tenant: 1, slug: 's' };
        await db.insertInto(table).values(row).execute();
        const violationOf = async (work: Promise<unknown>) =>
          uniqueViolation(await work.then(() => null).catch((error: unknown) => error));
        const insert = (more: object) =>
          db
            .insertInto(table)
            .values({ ...row, ...more })
            .execute();

        expect(await violationOf(insert({ id: 2, tenant: 2 }))).toMatchObject({ table, columns: ['email'] });
        expect(await violationOf(insert({ email: 'b', tenant: 2 }))).toMatchObject({ table, columns: ['id'] });
        expect(await violationOf(insert({ id: 2, email: 'b' }))).toEqual({
          table,
          columns: ['tenant', 'slug'],
          constraint: engine.name === 'sqlite' ? null : `${table}_slug_unique`,
        });
        await insert({ id: 2, email: 'b', tenant: 2 });
        expect(
          await violationOf(db.updateTable(table).set({ email: 'b' }).where('id', '=', 1).execute()),
        ).toMatchObject({
          table,
          columns: ['email'],
        });
        const wrapped = insert({ id: 3, tenant: 3 }).catch((cause: unknown) => {
          throw new Error('outer', { cause: new Error('inner', { cause }) });
        });
        expect(await violationOf(wrapped)).toMatchObject({ table, columns: ['email'] });
        const inTransaction = db.transaction().execute((trx) => trx.insertInto(table).values(row).execute());
        expect(await violationOf(inTransaction)).toMatchObject({ table, columns: ['id'] });

        expect(await violationOf(insert({ id: 4, email: null, tenant: 4 }))).toBeNull();
        expect(await violationOf(sql`nonsense`.execute(db))).toBeNull();
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });

  test('an index over an expression is told by what the engine says of it', async () => {
    if (engine.name === 'mysql') return;
    const table = freshName('users');
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema.createTable(table).addColumn('email', 'varchar(50)').execute();
      try {
        await sql`create unique index ${sql.id(`${table}_lower`)} on ${sql.table(table)} (lower(email))`.execute(db);
        await db.insertInto(table).values({ email: 'a' }).execute();
        const failure: unknown = await db
          .insertInto(table)
          .values({ email: 'A' })
          .execute()
          .catch((error: unknown) => error);
        expect(await uniqueViolation(failure)).toEqual(
          engine.name === 'pgsql'
            ? { table, columns: ['email'], constraint: `${table}_lower` }
            : { table: '', columns: [], constraint: `${table}_lower` },
        );
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});

test('messages of MySQL 8, and of servers in other languages, are read', async () => {
  const mysql = { code: 'ER_DUP_ENTRY', sqlMessage: "Duplicate entry 'a' for key 'posts.slug'", sql: 'insert into x' };
  expect(await uniqueViolation(mysql)).toEqual({ table: 'posts', columns: [], constraint: 'slug' });
  const german = {
    code: 'ER_DUP_ENTRY',
    sqlMessage: "Doppelter Eintrag 'a' für Schlüssel 'slug'",
    sql: 'insert into `d`.`p` x',
  };
  expect(await uniqueViolation(german)).toEqual({ table: 'p', columns: [], constraint: 'slug' });
  const pgsql = { code: '23505', table: 'p', constraint: 'c', detail: 'Schlüssel »("Slug")=(a)« existiert bereits.' };
  expect(await uniqueViolation(pgsql)).toEqual({ table: 'p', columns: ['Slug'], constraint: 'c' });
  expect(await uniqueViolation({ code: '23505' })).toEqual({ table: '', columns: [], constraint: null });
  for (const other of [null, undefined, 'text', 5, new Error('x'), { code: '23503' }, { code: 23505 }])
    expect([other, await uniqueViolation(other)]).toMatchObject([
      other,
      other !== null && typeof other === 'object' && 'code' in other && other.code === 23505 ? {} : null,
    ]);
  const circle = new Error('circle');
  circle.cause = circle;
  expect(await uniqueViolation(circle)).toBeNull();
});

// Not a literal: the table here has a column that the declared one lacks.
const posts: string = 'posts';

describe('rules that ask the database', () => {
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
});
