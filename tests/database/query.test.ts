import { expect, test } from '@jest/globals';
import { type ConnectionConfig, sql } from '@taproot/database';
import { anyTables, withFolder } from './support/application.ts';
import { withConsole } from './support/console.ts';
import { onEngines } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

/** A function that writes, which MySQL calls within a select. */
const plant = `create function plant() returns int modifies sql data
  begin insert into crates (id) values (4); return 1; end`;

const hidden = {
  sqlite: 'with x as (select 1) delete from crates',
  pgsql: 'with x as (delete from crates returning id) select * from x',
  mysql: 'select plant()',
};

onEngines((engine) => {
  type Query = (statement: string, ...options: string[]) => Promise<{ readonly code: number; readonly output: string }>;

  const withCrates = (
    work: (query: Query, count: () => Promise<number>, db: ReturnType<typeof anyTables>) => Promise<void>,
  ): Promise<void> =>
    withFolder((own) =>
      withOwnDatabase(engine, own, (connection: ConnectionConfig) =>
        withConsole(async (_call, _folder, app) => {
          const db = anyTables(app);
          await db.schema.createTable('crates').addColumn('id', 'integer').addColumn('note', 'text').execute();
          await db
            .insertInto('crates')
            .values([
              { id: 1, note: 'a; b' },
              { id: 2, note: null },
              { id: 3, note: 'c' },
            ])
            .execute();
          const count = async () => (await db.selectFrom('crates').selectAll().execute()).length;
          await work((...args) => app.facades.Console().call('db:query', args), count, db);
        }, connection),
      ),
    );

  test('prints the rows of a statement that reads, one a line', async () => {
    await withCrates(async (query) => {
      expect(await query('select id, note from crates order by id')).toEqual({
        code: 0,
        output: '{"id":1,"note":"a; b"}\n{"id":2,"note":null}\n{"id":3,"note":"c"}\n',
      });
      expect((await query(' SELECT id FROM crates ORDER BY id ; ', '--limit', '1')).output).toBe(
        '{"id":1}\n2 more rows are left out.\n',
      );
      expect((await query('with x as (select 1 as n) select n from x')).output).toBe('{"n":1}\n');
      expect((await query('select id from crates where id > 9')).output).toBe('No rows.\n');
      expect(await query('explain select * from crates')).toMatchObject({ code: 0 });
    });
  });

  test('refuses other statements before the database sees them', async () => {
    await withCrates(async (query, count) => {
      for (const statement of [
        'delete from crates',
        'insert into crates (id) values (4)',
        'drop table crates',
        'pragma query_only = off',
        'commit',
        'select 1; delete from crates',
        'select 1; commit; delete from crates',
        "select 'x' /*! into outfile '/tmp/taproot-x' */",
        "select 'x' into -- \noutfile '/tmp/taproot-x'",
        '',
      ])
        expect([statement, await query(statement)]).toEqual([
          statement,
          { code: 1, output: expect.stringMatching(/^E_DATABASE_STATEMENT: /) },
        ]);
      expect(await count()).toBe(3);
    });
  });

  test('the database itself refuses a write that a statement hides, and the connection still writes after it', async () => {
    await withCrates(async (query, count, db) => {
      if (engine.name === 'mysql') await sql.raw(plant).execute(db);
      expect(await query(hidden[engine.name])).toMatchObject({
        code: 1,
        output: expect.not.stringMatching(/^E_DATABASE_STATEMENT/),
      });
      expect(await count()).toBe(3);
      expect(await query('select 1 as one')).toMatchObject({ code: 0 });
    });
  });
});
