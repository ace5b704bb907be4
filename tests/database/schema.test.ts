import { expect, test } from '@jest/globals';
import {
  bigIncrements,
  bytes,
  decimal,
  dropColumns,
  increments,
  json,
  now,
  text,
  timestamp,
  timestamps,
  uuid,
} from '@taproot/database';
import { anyTables, withDatabase, withFolder } from './support/application.ts';
import { onEngines } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

onEngines((engine) => {
  test('every column type makes a column, with defaults by the database', async () => {
    await withFolder((folder) =>
      withOwnDatabase(engine, folder, (connection) =>
        withDatabase(connection, async (app) => {
          const db = anyTables(app);
          await db.schema
            .createTable('crates')
            .addColumn('id', increments())
            .addColumn('label', 'varchar(40)', (label) => label.notNull().unique())
            .execute();
          await db.schema
            .createTable('boxes')
            .addColumn('id', bigIncrements())
            .addColumn('crate_id', 'integer', (crate) => crate.references('crates.id').onDelete('set null'))
            .addColumn('key', uuid())
            .addColumn('body', text())
            .addColumn('price', decimal(10, 2), (price) => price.notNull().defaultTo('1.5'))
            .addColumn('data', json())
            .addColumn('bits', bytes())
            .addColumn('packed_at', timestamp(), (at) => at.notNull().defaultTo(now()))
            .$call(timestamps)
            .execute();
          await db.schema.createIndex('boxes_key').on('boxes').column('key').unique().execute();
          await db.insertInto('crates').values({ label: 'c' }).execute();
          // Longer than a text of MySQL.
          const body = 'x'.repeat(70_000);
          await db.insertInto('boxes').values({ crate_id: 1, body }).execute();
          const row = await db.selectFrom('boxes').selectAll().executeTakeFirstOrThrow();
          expect(row).toMatchObject({ crate_id: 1, key: null, data: null, bits: null });
          expect(row['body'] === body).toBe(true);
          const made = new Date(row['created_at']);
          expect(Math.abs(made.getTime() - Date.now())).toBeLessThan(60_000);
          await db.updateTable('boxes').set({ updated_at: now() }).execute();
          await expect(db.insertInto('boxes').values({ crate_id: 2 }).execute()).rejects.toThrow(/foreign key/i);
          await db.deleteFrom('crates').execute();
          expect(await db.selectFrom('boxes').select('crate_id').execute()).toEqual([{ crate_id: null }]);
          await dropColumns(db, 'boxes', 'crate_id', 'key');
          expect(Object.keys(await db.selectFrom('boxes').selectAll().executeTakeFirstOrThrow())).not.toContain('key');
        }),
      ),
    );
  });
});

test('a decimal that some engine does not have is refused with its name', () => {
  for (const [precision, scale] of [
    [0, 0],
    [66, 2],
    [10, 11],
    [40, 31],
    [10, -1],
    [10.5, 2],
    [Number.NaN, 2],
  ] as const)
    expect(() => decimal(precision, scale)).toThrow(`decimal(${precision}, ${scale})`);
});
