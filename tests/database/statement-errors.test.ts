import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { sql } from '@taproot/database';
import { anyTables, bootDatabase, withDatabase } from './support/application.ts';
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
