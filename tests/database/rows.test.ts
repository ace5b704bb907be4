import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RowStore } from '@taproot/core/plugin';
import { increments, insertGetId, sql, uniqueViolation } from '@taproot/database';
import { anyTables, bootDatabase, withDatabase } from './support/application.ts';
import { freshName, onEngine, onEngines, pgsql } from './support/engines.ts';

const table = freshName('tokens');

onEngines((engine) => {
  let app: Application;
  let rows: RowStore;

  beforeAll(async () => {
    app = await bootDatabase({ main: engine.connection });
    await anyTables(app)
      .schema.createTable(table)
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('hash', 'varchar(50)', (column) => column.unique())
      .addColumn('uses', 'integer')
      .addColumn('active', 'boolean')
      .execute();
    const open = app.provided('rows');
    if (open === null) throw new Error('The plugin contributes no rows.');
    rows = open(null);
    expect(() => open('other')).toThrow(/database connection "other" does not exist/);
    expect(open('main')).toBeDefined();
  });

  beforeEach(async () => {
    await rows.delete(table, {});
    await rows.insert(table, { id: 1, hash: 'a', uses: 0, active: true });
    await rows.insert(table, { id: 2, hash: null, uses: 0, active: false });
  });

  afterAll(async () => {
    await anyTables(app).schema.dropTable(table).execute();
    await app.close();
  });

  test('a row is found by all of its columns, null among them', async () => {
    expect(await rows.first(table, { hash: 'a' })).toMatchObject({ id: 1, hash: 'a', uses: 0 });
    expect(await rows.first(table, { hash: 'a', uses: 1 })).toBeUndefined();
    expect(await rows.first(table, { hash: null })).toMatchObject({ id: 2 });
    expect(await rows.first(table, { active: true })).toMatchObject({ id: 1 });
    expect(await rows.first(table, { hash: "' or 1=1 --" })).toBeUndefined();
  });

  test('a change tells how many rows it met, so that of two that race one loses', async () => {
    expect(await rows.update(table, { id: 1, uses: 0 }, { uses: 1 })).toBe(1);
    expect(await rows.update(table, { id: 1, uses: 0 }, { uses: 1 })).toBe(0);
    expect(await rows.update(table, {}, { active: null })).toBe(2);
    const took = await Promise.all(
      Array.from({ length: 20 }, () => rows.update(table, { id: 2, uses: 0 }, { uses: 1 })),
    );
    expect(took.filter((changed) => changed === 1)).toHaveLength(1);
    expect(await rows.delete(table, { id: 1 })).toBe(1);
    expect(await rows.delete(table, { id: 1 })).toBe(0);
  });

  test('what is there already is a conflict, and recognised as one', async () => {
    const conflict = { code: 'E_ROW_CONFLICT', status: 409, message: expect.stringContaining('hash') };
    await expect(rows.insert(table, { id: 3, hash: 'a' })).rejects.toMatchObject(conflict);
    await expect(rows.update(table, { id: 2 }, { hash: 'a' })).rejects.toMatchObject(conflict);
    const failure: unknown = await rows.insert(table, { id: 1, hash: 'b' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'E_ROW_CONFLICT' });
    expect(await uniqueViolation(failure)).toMatchObject({ table, columns: ['id'] });
    await expect(rows.insert(table, { nothing: 1 })).rejects.not.toMatchObject({ code: 'E_ROW_CONFLICT' });
  });

  test('S-2: a value that no column can hold is in no row', async () => {
    for (const where of [
      { hash: 'a\0' },
      { hash: 'a\0b' },
      { id: 2_147_483_648 },
      { id: 2n ** 80n },
      { id: 1e300 },
      { active: 'yes' },
    ]) {
      expect(await rows.first(table, where)).toBeUndefined();
      expect(await rows.update(table, where, { uses: 9 })).toBe(0);
      expect(await rows.delete(table, where)).toBe(0);
    }
    expect(await rows.update(table, { uses: 0 }, { uses: 1 })).toBe(2);
  });

  test('S-6: a text that begins with the number of a row is not that row', async () => {
    for (const id of ['1 or 1=1', '1abc', '1.0', ' 1', '0x1', 'abc', true]) {
      expect(await rows.first(table, { id })).toBeUndefined();
      expect(await rows.delete(table, { id })).toBe(0);
    }
    expect(await rows.first(table, { id: '1' })).toMatchObject({ id: 1 });
  });

  test('VA-17: names are checked', async () => {
    const wrong = { code: 'E_DATABASE_IDENTIFIER' };
    await expect(rows.first(`${table}; drop table x`, {})).rejects.toMatchObject(wrong);
    await expect(rows.first(table, { 'a" = 1 or "a': 1 })).rejects.toMatchObject(wrong);
    await expect(rows.insert(table, { 'a) values (1': 1 })).rejects.toMatchObject(wrong);
    await expect(rows.update(table, {}, { 'uses = 9, id': 1 })).rejects.toMatchObject(wrong);
  });
});

onEngines((engine) => {
  test('F-11: a date comes back as the text YYYY-MM-DD, whatever the zone of the process', async () => {
    const table = freshName('dates');
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema.createTable(table).addColumn('id', 'integer').addColumn('day', 'date').execute();
      try {
        const days = ['2026-01-01', '2024-02-29', '1582-10-04', '9999-12-31', null];
        await db
          .insertInto(table)
          .values(days.map((day, id) => ({ id, day })))
          .execute();
        const rows = await db.selectFrom(table).select('day').orderBy('id').execute();
        expect(rows).toEqual(days.map((day) => ({ day })));
        expect(await db.selectFrom(table).select('id').where('day', '=', '2026-01-01').execute()).toEqual([{ id: 0 }]);
        expect(
          await db
            .selectFrom(table)
            .select((ask) => ask.fn.max('day').as('last'))
            .executeTakeFirst(),
        ).toEqual({ last: '9999-12-31' });
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});

onEngine(pgsql)('on pgsql', () => {
  test('F-11: a list of dates is a list of texts, and times are still dates', async () => {
    await withDatabase(pgsql.connection, async (app) => {
      const { rows } = await sql<object>`
        select array['2026-01-01'::date, null] as days, '2026-01-01T10:00:00Z'::timestamptz as at, 5 as number
      `.execute(anyTables(app));
      expect(rows).toEqual([{ days: ['2026-01-01', null], at: new Date('2026-01-01T10:00:00Z'), number: 5 }]);
    });
  });
});

onEngines((engine) => {
  const table = freshName('keys');

  test('S-3: insertGetId() gives the key of a new row, in a transaction too', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema
        .createTable(table)
        .addColumn('nr', increments())
        .addColumn('name', 'varchar(20)', (name) => name.unique())
        .addColumn('note', 'varchar(20)')
        .execute();
      try {
        expect(await insertGetId(db, table, { name: 'a', note: undefined }, 'nr')).toBe(1);
        expect(await insertGetId(db, table, { name: sql`upper(${'b'})`, note: null }, 'nr')).toBe(2);
        await db.transaction().execute(async (trx) => {
          expect(await insertGetId(trx, table, { name: 'c' }, 'nr')).toBe(3);
        });
        expect(await db.selectFrom(table).select(['nr', 'name', 'note']).orderBy('nr').execute()).toEqual([
          { nr: 1, name: 'a', note: null },
          { nr: 2, name: 'B', note: null },
          { nr: 3, name: 'c', note: null },
        ]);
        const taken: unknown = await insertGetId(db, table, { name: 'a' }, 'nr').catch((error: unknown) => error);
        expect(await uniqueViolation(taken)).toMatchObject({ table, columns: ['name'] });
        await expect(insertGetId(db, table, { 'name) values (1) --': 'x' }, 'nr')).rejects.toMatchObject({
          code: 'E_DATABASE_IDENTIFIER',
        });
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });

  test('S-3: returning() either gives the row or is refused before it is written', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema.createTable(table).addColumn('id', increments()).addColumn('name', 'varchar(20)').execute();
      try {
        const insert = db.insertInto(table).values({ name: 'a' }).returning('id').execute();
        if (engine.name !== 'mysql') expect(await insert).toEqual([{ id: 1 }]);
        else {
          await expect(insert).rejects.toMatchObject({ code: 'E_DATABASE_RETURNING' });
          expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
        }
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});
