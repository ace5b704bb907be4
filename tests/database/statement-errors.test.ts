import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { database, sql, uniqueViolation } from '@taproot/database';
import { Rule, validation } from '@taproot/validation';
import { anyTables, bootDatabase, quiet, withDatabase } from './support/application.ts';
import { freshName, mysql, onEngine, onEngines } from './support/engines.ts';

const failureOf = async (query: () => Promise<unknown>): Promise<Error> => {
  const error: unknown = await query().then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof Error)) throw new Error('It did not fail.');
  return error;
};

onEngines((engine) => {
  const table = freshName('failures');
  let app: Application;

  beforeAll(async () => {
    app = await bootDatabase({ main: engine.connection });
    await anyTables(app)
      .schema.createTable(table)
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('name', 'varchar(5)', (name) => name.notNull().unique())
      .addColumn('password', 'varchar(50)', (password) => password.notNull())
      .execute();
  });

  afterAll(async () => {
    await anyTables(app).schema.dropTable(table).execute();
    await app.close();
  });

  const find = (column: string, value: unknown) =>
    anyTables(app).selectFrom(table).selectAll().where(column, '=', value).execute();
  const insert = (row: object) => anyTables(app).insertInto(table).values(row).execute();

  test('F-6: a missing table names the statement, the line that asked, and the command that makes it', async () => {
    const readPosts = async () => {
      const rows = await anyTables(app)
        .selectFrom('no_such_table')
        .selectAll()
        .where('id', '=', 'hidden-value')
        .execute();
      return rows.length;
    };
    const error = await failureOf(readPosts);

    expect(error).toMatchObject({
      code: 'E_DATABASE_SCHEMA',
      status: 500,
      fix: expect.stringContaining('npx taproot migrate'),
    });
    expect(error.message).toContain('no_such_table');
    const [, first, ...others] = (error.stack ?? '').split('\n');
    expect(first).toMatch(/readPosts .*statement-errors\.test\.ts:\d+:\d+/);
    expect(others.at(-1)).toMatch(/^ {2}statement: select \* from .no_such_table. where .id. = (?:\?|\$1)$/);
    expect(error).toMatchObject({ sql: expect.stringMatching(/^select \* from .no_such_table./) });
  });

  test('F-6: a missing column likewise', async () => {
    expect(await failureOf(() => find('nothing', 1))).toMatchObject({
      code: 'E_DATABASE_SCHEMA',
      message: expect.stringContaining('nothing'),
    });
  });

  test.each(['in a transaction', 'by sql``', 'of a constraint'])(
    'F-6: the line that asked is named %s',
    async (how) => {
      const ask = async () => {
        if (how === 'in a transaction')
          await anyTables(app)
            .transaction()
            .execute(async (trx) => trx.selectFrom('no_such_table').selectAll().execute());
        else if (how === 'by sql``') await sql`selec ${1}`.execute(anyTables(app));
        else await insert({ id: 1, name: null, password: 'secret hash' });
      };
      const { stack = '' } = await failureOf(ask);
      expect(stack).toMatch(/\n {4}at .*statement-errors\.test\.ts:\d+:\d+\)?\n/);
      expect(stack).toMatch(/\n {2}statement: (?:selec|insert)/);
      expect(stack).not.toContain('kysely');
    },
  );

  test('F-6: no value of a parameter gets into what a log writes of the statement', async () => {
    await insert({ id: 7, name: 'ann', password: 'x' });
    const failures = [
      await failureOf(() => insert({ id: 8, name: 'bob', password: null, note: 'secret-8' })),
      await failureOf(() => insert({ id: 9, name: null, password: 'secret-9' })),
      await failureOf(() => insert({ id: 7, name: 'cy', password: 'secret-7' })),
      await failureOf(() =>
        anyTables(app).selectFrom('no_such_table').selectAll().where('id', '=', 'secret-1').execute(),
      ),
      await failureOf(() =>
        sql`selec from x where a = ${"it's secret"} and b = ${'secret'.repeat(20)}`.execute(anyTables(app)),
      ),
    ];
    for (const error of failures) {
      expect(inspect(error)).not.toContain('secret');
      expect(error.stack).not.toContain('secret');
    }
  });

  test('S-2: a query for a value that no row can have is 404, and leaves the connection as it was', async () => {
    // MySQL and MariaDB compare with all of these, and find nothing.
    const values: [column: string, value: unknown][] = [
      ['name', 'a\0'],
      ['id', 2_147_483_648],
      ['id', 2n ** 63n - 1n],
    ];
    for (const [column, value] of values) {
      const outcome = await find(column, value).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'E_ROW_NONE', status: 404 });
      else expect(outcome).toEqual([]);
    }
    expect(await find('id', 99)).toEqual([]);
  });

  test('S-2: a row that no column can hold is 422 where the engine refuses it', async () => {
    const rows = [
      { id: 20, name: 'a\0', password: 'x' },
      { id: 2_147_483_648, name: 'big', password: 'x' },
      { id: 21, name: 'too long', password: 'x' },
    ];
    for (const row of rows) {
      const outcome = await insert(row).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'E_ROW_VALUE', status: 422 });
    }
  });

  test('S-2: a statement without parameters that fails for a value stays an error of the application', async () => {
    if (engine.name === 'sqlite') return;
    const overflow =
      engine.name === 'pgsql'
        ? sql`select 2147483647::int4 + 1`
        : sql`select 18446744073709551615 + 1 - 1 + cast(9 as unsigned) - 18446744073709551615 * 2`;
    const error = await failureOf(() => overflow.execute(anyTables(app)));
    expect(error).not.toHaveProperty('status', 404);
  });
});

onEngine(mysql)('on mysql', () => {
  test.each(['utf8mb3', 'latin1'])('S-2: text outside of %s is in no row, and no row can hold it', async (charset) => {
    const table = freshName('charset');
    await withDatabase(mysql.connection, async (app) => {
      const db = anyTables(app);
      const column = sql.raw(`varchar(20) character set ${charset}`);
      await sql`create table ${sql.table(table)} (name ${column}, number int)`.execute(db);
      try {
        const found = await db
          .selectFrom(table)
          .selectAll()
          .where('name', '=', '🌱')
          .execute()
          .catch((error: unknown) => error);
        if (!Array.isArray(found)) expect(found).toMatchObject({ code: 'E_ROW_NONE', status: 404 });
        const insert = (row: object) => failureOf(() => db.insertInto(table).values(row).execute());
        expect(await insert({ name: '🌱' })).toMatchObject({ code: 'E_ROW_VALUE', status: 422 });
        expect(await insert({ number: 'no number' })).toMatchObject({ code: 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD' });
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});

test('a statement that failed keeps its error as the driver gave it: code, class and message', async () => {
  await withDatabase({ driver: 'sqlite', path: ':memory:' }, async (app) => {
    await sql`create table t (a integer unique)`.execute(anyTables(app));
    await sql`insert into t values (1)`.execute(anyTables(app));
    const error = await failureOf(() => sql`insert into t values (${1})`.execute(anyTables(app)));
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE', message: 'UNIQUE constraint failed: t.a' });
    expect(error.stack).toMatch(/^SqliteError: UNIQUE constraint failed: t\.a\n {4}at /);
  });
});

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
