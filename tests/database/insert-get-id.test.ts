import { expect, test } from '@jest/globals';
import { increments, insertGetId, sql, uniqueViolation } from '@taproot/database';
import { anyTables, withDatabase } from './support/application.ts';
import { freshName, onEngines } from './support/engines.ts';

onEngines((engine) => {
  const table = freshName('keys');

  test('S-3: insertGetId() gives the key of a new row, in a transaction too', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema
        .createTable(table)
        .$call(increments(db, 'nr'))
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
      await db.schema.createTable(table).$call(increments(db)).addColumn('name', 'varchar(20)').execute();
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
