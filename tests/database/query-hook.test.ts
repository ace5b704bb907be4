import { expect, test } from '@jest/globals';
import { type Application, definePlugin, setup } from '@taproot/core';
import { type ConnectionConfig, database, increments, type QueryEvent, sql } from '@taproot/database';
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

const bootThrowing = async (connection: ConnectionConfig, on: RegExp): Promise<[Application, unknown[]]> => {
  const reported: unknown[] = [];
  const throwing = definePlugin({
    name: 'throwing',
    after: ['database'],
    apply: (app) => {
      app.hooks.report.tap('throwing', (error, origin) => void reported.push([error, origin.where]));
      app.facades.Databases().hooks.query.tap('throwing', (event) => {
        if (on.test(event.sql)) throw new Error(`tap on ${event.sql}`);
      });
    },
  });
  return [await bootDatabase({ main: connection }, { plugins: [throwing] }), reported];
};

onEngines(({ connection }) => {
  test.each(['begin', 'commit', 'insert', 'rollback'])(
    'a tap that throws on %s is reported, and changes nothing',
    async (on) => {
      const [app, reported] = await bootThrowing(connection, new RegExp(`^${on}`));
      const db = anyTables(app);
      const table = freshName('tapped');
      await db.schema.createTable(table).addColumn('a', 'integer').execute();
      const insert = (from: typeof db, a: number) => from.insertInto(table).values({ a }).execute();
      try {
        await db.transaction().execute((trx) => insert(trx, 1));
        await insert(db, 2);
        const undone = db.transaction().execute(async (trx) => {
          await insert(trx, 3);
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
        await db.transaction().execute((trx) => insert(trx, 4));
        expect(await db.selectFrom(table).selectAll().orderBy('a').execute()).toEqual([{ a: 1 }, { a: 2 }, { a: 4 }]);
        const told = { message: expect.stringMatching(new RegExp(`^tap on ${on}`)) };
        expect(reported.length).toBeGreaterThan(0);
        for (const one of reported) expect(one).toEqual([expect.objectContaining(told), 'database']);
      } finally {
        await db.schema.dropTable(table).execute();
        await app.close();
      }
    },
  );

  test('a tap that throws on a statement that fails leaves the error of the database', async () => {
    const [app] = await bootThrowing(connection, /nothing/);
    await expect(sql`select nothing`.execute(anyTables(app))).rejects.toThrow(/nothing/);
    await expect(sql`select nothing`.execute(anyTables(app))).rejects.not.toThrow(/^tap/);
    await app.close();
  });

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
