import { expect, test } from '@jest/globals';
import { sql } from '@taproot/database';
import { anyTables, withDatabase } from './support/application.ts';
import { freshName, onEngine, onEngines, pgsql } from './support/engines.ts';

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
