import { expect, test } from '@jest/globals';
import { json, timestamp } from '@taproot/database';
import { assertDatabaseCount, assertDatabaseHas, assertDatabaseMissing } from '@taproot/database/testing';
import { anyTables, withDatabase } from './support/application.ts';
import { freshName, onEngines } from './support/engines.ts';

onEngines((engine) => {
  test('assertions compare documents and moments, and refuse undefined', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('asserted');
      await db.schema
        .createTable(table)
        .addColumn('id', 'integer')
        .addColumn('name', 'varchar(20)')
        .addColumn('data', json())
        .addColumn('at', timestamp())
        .execute();
      const at = new Date('2026-01-31T10:00:00.500Z');
      await db.insertInto(table).values({ id: 1, name: null, data: '{"b": [1, 2], "a": {"c": null}}', at }).execute();
      const data = { a: { c: null }, b: [1, 2] };
      await assertDatabaseHas(db, table, { data, at });
      await assertDatabaseHas(db, table, { id: 1, name: null, data });
      await assertDatabaseMissing(db, table, { id: 2, data });
      await assertDatabaseMissing(db, table, { data: { ...data, b: [2, 1] } });
      await assertDatabaseCount(db, table, 1, { data });
      await expect(assertDatabaseHas(db, table, { data: {} })).rejects.toThrow('No row of');
      for (const assertion of [
        assertDatabaseHas(db, table, { name: undefined }),
        assertDatabaseMissing(db, table, { id: 5, name: undefined }),
        assertDatabaseCount(db, table, 1, { id: 1, name: undefined }),
      ])
        await expect(assertion).rejects.toMatchObject({
          code: 'ERR_ASSERTION',
          message: expect.stringContaining('"name" is undefined'),
        });
      await db.schema.dropTable(table).execute();
    });
  });
});
