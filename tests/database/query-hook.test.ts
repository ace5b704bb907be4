import { expect, test } from '@jest/globals';
import { definePlugin, setup } from '@taproot/core';
import { database, increments, type QueryEvent, sql } from '@taproot/database';
import { anyTables, bootDatabase } from './support/application.ts';
import { freshName, onEngines } from './support/engines.ts';

test('the hook tells every statement, those that fail among them', async () => {
  const events: QueryEvent[] = [];
  const listener = definePlugin({
    name: 'listener',
    after: ['database'],
    apply: (app) => app.facades.Databases().hooks.query.tap('listener', (event) => void events.push(event)),
  });
  const app = await setup(null, { env: { APP_ENV: 'testing', DATABASE_URL: ':memory:' } })
    .withPlugins([database(), listener])
    .create();
  await sql`select ${7} as seven`.execute(app.facades.DB());
  await expect(sql`select nothing`.execute(app.facades.DB())).rejects.toThrow('nothing');
  await app.close();

  expect(events).toEqual([
    { connection: 'sqlite', sql: 'select ? as seven', parameters: [7], milliseconds: expect.any(Number), error: null },
    {
      connection: 'sqlite',
      sql: 'select nothing',
      parameters: [],
      milliseconds: expect.any(Number),
      error: expect.anything(),
    },
  ]);
});

onEngines(({ connection }) => {
  test('increments() counts up by itself', async () => {
    const app = await bootDatabase({ engine: connection }, {});
    const db = anyTables(app);
    const table = freshName('increments');
    await db.schema.createTable(table).$call(increments(db)).addColumn('name', 'varchar(10)').execute();
    try {
      await db
        .insertInto(table)
        .values([{ name: 'a' }, { name: 'b' }])
        .execute();
      expect(await db.selectFrom(table).selectAll().orderBy('id').execute()).toEqual([
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ]);
    } finally {
      await db.schema.dropTable(table).execute();
      await app.close();
    }
  });
});
