import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { PresenceQuery, PresenceVerifier } from '@taproot/core/plugin';
import { type MigrationDb, sql } from '@taproot/database';
import { anyTables, bootDatabase } from './support/application.ts';
import { type Engine, freshName, onEngine, onEngines, pgsql } from './support/engines.ts';

type Value = PresenceQuery['values'][number];

const table = freshName('presence');

const createTable = async (db: MigrationDb, { name }: Engine): Promise<void> => {
  const text = sql.raw(name === 'mysql' ? 'varchar(100) collate utf8mb4_general_ci' : 'varchar(100)');
  await sql`create table ${sql.table(table)} (
    id integer primary key, email ${text}, alias ${text}, tenant integer, big bigint, price decimal(10, 2),
    active boolean, born date, note ${text}
  )`.execute(db);
  await db
    .insertInto(table)
    .values([
      { id: 1, email: 'ann@x.org', alias: '5', tenant: 1, big: 9007199254740993n, price: '1.50', active: true },
      { id: 2, email: 'bob@x.org', alias: null, tenant: 2, big: 2, price: '0.10', active: true },
      { id: 3, email: 'o\'hara"x\\', alias: "' OR 1=1 --", tenant: 2, big: 0, price: '3', active: true },
    ])
    .execute();
};

/** What each value is asked of, and whether it is there: the same on every engine. */
const cases: readonly (readonly [column: string, value: Value, present: boolean])[] = [
  ['id', 1, true],
  ['id', '1', true],
  ['id', 1n, true],
  ['id', 9, false],
  ['id', '01', true],
  ['id', '+1', true],
  ['id', ' 1', false],
  ['id', '1abc', false],
  ['id', 'abc', false],
  ['id', '', false],
  ['id', '1.0', false],
  ['id', 1.5, false],
  ['id', '1e0', false],
  ['id', '0x1', false],
  ['id', true, false],
  ['id', '1 OR 1=1', false],
  ['id', '99999999999', false],
  ['id', 99_999_999_999, false],
  ['id', '9'.repeat(40), false],
  ['id', 2n ** 80n, false],
  ['id', 1e300, false],
  ['id', null, false],
  ['big', '9007199254740993', true],
  ['big', '9007199254740992', false],
  ['big', 9007199254740993n, true],
  ['big', 9007199254740992n, false],
  ['price', '1.5', true],
  ['price', 1.5, true],
  ['price', '1.50', true],
  ['price', '1.5abc', false],
  ['price', 3, true],
  ['price', '3', true],
  ['price', '0.1', true],
  ['active', true, true],
  ['active', 'true', true],
  ['active', 1, true],
  ['active', false, false],
  ['active', 'yes', false],
  ['email', 'ann@x.org', true],
  ['email', 'eve@x.org', false],
  ['email', 'ann@x.org\0', false],
  ['email', 'ann@x.org\0 and more', false],
  ['email', 'ann', false],
  ['email', '%', false],
  ['email', 0, false],
  ['email', '0', false],
  ['email', "' OR 1=1 --", false],
  ['email', 'o\'hara"x\\', true],
  ['alias', "' OR 1=1 --", true],
  ['alias', 5, true],
  ['alias', 5n, true],
  ['alias', '5', true],
  ['alias', '5.0', false],
  ['alias', null, true],
  ['email', null, false],
  ['born', 'no date', false],
  ['born', '2026-02-31', false],
  ['born', null, true],
];

onEngines((engine) => {
  let app: Application;
  let verifier: PresenceVerifier;

  beforeAll(async () => {
    app = await bootDatabase({ main: engine.connection });
    await createTable(anyTables(app), engine);
    const found = app.provided('presence');
    if (found === null) throw new Error('The plugin contributes no presence.');
    verifier = found;
  });

  afterAll(async () => {
    await anyTables(app).schema.dropTable(table).execute();
    expect(await app.close()).toEqual([]);
  });

  const ask = (values: readonly Value[], columns: readonly string[], more: Partial<PresenceQuery> = {}) =>
    verifier.present({ connection: null, table, columns, values, except: null, where: [], ...more }, null);

  test.each(cases)('%s = %p', async (column, value, present) => {
    expect(await ask([value], [column])).toEqual([present]);
  });

  test('a list is answered in its order, misfits and all', async () => {
    expect(await ask([2, 'abc', '1', 7, '9'.repeat(30), null], ['id'])).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(await ask(['no date', null, '2000-01-01', '0000-00-00'], ['born'])).toEqual([false, true, false, false]);
    expect(await ask([], ['id'])).toEqual([]);
  });

  test('a list may be longer than a statement may have parameters', async () => {
    const values = Array.from({ length: 5000 }, (_, i) => i);
    const present = await ask(values, ['id'], { where: [{ column: 'active', value: true }] });
    expect(present.flatMap((is, i) => (is ? [i] : []))).toEqual([1, 2, 3]);
  });

  test('one of several columns is enough', async () => {
    expect(await ask(['ann@x.org', '5', 5, 'none'], ['email', 'alias'])).toEqual([true, true, true, false]);
    expect(await ask(['1', 'ann@x.org', 'x'], ['id', 'email'])).toEqual([true, true, false]);
  });

  test('rows can be left out', async () => {
    const except = (column: string, values: readonly (string | number)[]) => ({ except: { column, values } });
    expect(await ask([1, 2], ['id'], except('id', ['1']))).toEqual([false, true]);
    expect(await ask([1, 2], ['id'], except('id', [1, 2]))).toEqual([false, false]);
    expect(await ask([1], ['id'], except('id', []))).toEqual([true]);
    expect(await ask(['bob@x.org'], ['email'], except('note', ['x']))).toEqual([true]);
  });

  test('VA-17: what is no id leaves no row out, and is never a statement', async () => {
    expect(await ask([1], ['id'], { except: { column: 'id', values: ['1 OR 1=1'] } })).toEqual([true]);
    expect(await ask([1], ['id'], { except: { column: 'id', values: ['1abc', 'abc'] } })).toEqual([true]);
  });

  test('further conditions must hold', async () => {
    const where = (column: string, value: string | number | boolean | null) => ({ where: [{ column, value }] });
    expect(await ask([1, 2], ['id'], where('tenant', 2))).toEqual([false, true]);
    expect(await ask([1, 2], ['id'], where('alias', null))).toEqual([false, true]);
    expect(await ask([1, 2], ['id'], where('active', true))).toEqual([true, true]);
    expect(await ask([1, 2], ['id'], where('tenant', '2abc'))).toEqual([false, false]);
  });

  test('VA-17: a name that is none is refused before the database hears of it', async () => {
    const names = [
      'users; DROP TABLE x',
      'a"b',
      'a`b',
      'a b',
      '',
      '1a',
      'a.',
      '.a',
      'a.b.c.d',
      'ä',
      'a\n',
      'a'.repeat(200),
    ];
    for (const name of names) {
      await expect(ask([1], ['id'], { table: name })).rejects.toMatchObject({ code: 'E_DATABASE_IDENTIFIER' });
      await expect(ask([1], [name])).rejects.toMatchObject({ code: 'E_DATABASE_IDENTIFIER' });
      await expect(ask([1], ['id'], { where: [{ column: name, value: 1 }] })).rejects.toMatchObject({
        code: 'E_DATABASE_IDENTIFIER',
      });
      await expect(ask([1], ['id'], { except: { column: name, values: [1] } })).rejects.toMatchObject({
        code: 'E_DATABASE_IDENTIFIER',
      });
    }
    expect(await ask([1], ['id'])).toEqual([true]);
  });

  test('VA-17: a connection that is none is refused', async () => {
    for (const connection of ['x.y.z', 'other', '__proto__', 'constructor'])
      await expect(ask([1], ['id'], { connection })).rejects.toMatchObject({ code: 'E_DATABASE_UNKNOWN' });
    expect(await ask([1], ['id'], { connection: 'main' })).toEqual([true]);
  });

  test('VA-20: a database that cannot answer rejects with 503', async () => {
    for (const wrong of [{ table: 'not_there' }, { columns: ['not_there'] }])
      await expect(ask([1], ['id'], wrong)).rejects.toMatchObject({ code: 'E_DATABASE_FAILED', status: 503 });
  });

  test('a table that a migration brings later is found', async () => {
    const late = freshName('late');
    await expect(ask([1], ['id'], { table: late })).rejects.toMatchObject({ code: 'E_DATABASE_FAILED' });
    await anyTables(app).schema.createTable(late).addColumn('id', 'integer').execute();
    try {
      expect(await ask(['1abc'], ['id'], { table: late })).toEqual([false]);
    } finally {
      await anyTables(app).schema.dropTable(late).execute();
    }
  });
});

onEngine(pgsql)('PostgreSQL', () => {
  test('finds tables in schemas, and tells names by their case', async () => {
    const schema = freshName('Schema');
    const app = await bootDatabase({ main: pgsql.connection });
    const db = anyTables(app);
    try {
      await db.schema.createSchema(schema).execute();
      await db.schema.withSchema(schema).createTable('Rows').addColumn('Id', 'uuid').addColumn('id', 'text').execute();
      const id = 'A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11';
      await db.withSchema(schema).insertInto('Rows').values({ Id: id, id: 'x' }).execute();
      const verifier = app.provided('presence');
      const ask = (column: string, values: readonly Value[]) =>
        verifier?.present(
          { connection: null, table: `${schema}.Rows`, columns: [column], values, except: null, where: [] },
          null,
        );
      expect(await ask('Id', [id, id.toLowerCase(), 'x', `{${id}}`, 1])).toEqual([true, true, false, false, false]);
      expect(await ask('id', ['x', id])).toEqual([true, false]);
    } finally {
      await db.schema.dropSchema(schema).cascade().execute();
      await app.close();
    }
  });
});

describe('letter case', () => {
  onEngines((engine) => {
    test('is what the column of the database says', async () => {
      const app = await bootDatabase({ main: engine.connection });
      const name = freshName('letters');
      const db = anyTables(app);
      try {
        await db.schema.createTable(name).addColumn('email', 'varchar(50)').execute();
        await db.insertInto(name).values({ email: 'Ann@x.org' }).execute();
        const verifier = app.provided('presence');
        const query = { connection: null, table: name, columns: ['email'], except: null, where: [] };
        const present = await verifier?.present({ ...query, values: ['Ann@x.org', 'ann@x.org'] }, null);
        expect(present).toEqual([true, engine.name === 'mysql']);
      } finally {
        await db.schema.dropTable(name).execute();
        await app.close();
      }
    });
  });
});
