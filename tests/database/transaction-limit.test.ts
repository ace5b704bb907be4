import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, type MigrationDb, sql } from '@taproot/database';
import { anyTables, bootDatabase } from './support/application.ts';
import { freshName, mysql, onEngine, onEngines } from './support/engines.ts';
import { Signal } from './support/signal.ts';

/** Seconds: room for what is to end in time, on a busy machine. The tests wait for it side by side. */
const timeout = 0.5;

interface Subject {
  readonly db: MigrationDb;
  readonly reported: readonly unknown[];
  readonly insert: (db: MigrationDb, a: number) => Promise<unknown>;
  readonly kept: () => Promise<unknown>;
}

/** One connection, whose transactions may not take long, and a table. */
const withLimit = async (connection: ConnectionConfig, work: (subject: Subject) => Promise<void>): Promise<void> => {
  const pool = connection.driver === 'sqlite' ? {} : { pool: { max: 1 } };
  const reported: unknown[] = [];
  const listener = definePlugin({
    name: 'listener',
    apply: (app) => app.hooks.report.tap('listener', (error) => void reported.push(error)),
  });
  const main = { ...connection, ...pool, transaction_timeout: timeout };
  const app = await bootDatabase({ main }, { plugins: [listener] });
  const db = anyTables(app);
  const table = freshName('limited');
  await db.schema.createTable(table).addColumn('a', 'integer').execute();
  try {
    await work({
      db,
      reported,
      insert: (from, a) => from.insertInto(table).values({ a }).execute(),
      kept: () => db.selectFrom(table).selectAll().orderBy('a').execute(),
    });
  } finally {
    await db.schema.dropTable(table).execute();
    expect(await app.close()).toEqual([]);
  }
};

const late = { code: 'E_DATABASE_TRANSACTION', status: 503, message: expect.stringContaining(`${timeout} s`) };

onEngines(({ connection }) => {
  test.concurrent('a transaction that does not end is rolled back, reported, and keeps nobody out', async () => {
    await withLimit(connection, async ({ db, reported, insert, kept }) => {
      const began = new Signal();
      const mayGoOn = new Signal();
      const stuck = db.transaction().execute(async (trx) => {
        await insert(trx, 1);
        began.send();
        await mayGoOn.sent;
        await insert(trx, 2);
      });
      await began.sent;
      await insert(db, 3);
      expect(reported).toEqual([expect.objectContaining(late)]);
      mayGoOn.send();
      await expect(stuck).rejects.toMatchObject(late);
      await db.transaction().execute((trx) => insert(trx, 4));
      expect(await kept()).toEqual([{ a: 3 }, { a: 4 }]);
    });
  });

  test.concurrent('a transaction that is late cannot be committed', async () => {
    await withLimit(connection, async ({ db, insert, kept }) => {
      const returned = db.transaction().execute(async (trx) => {
        await insert(trx, 1);
        await insert(db, 2);
      });
      await expect(returned).rejects.toMatchObject(late);
      const trx = await db.startTransaction().execute();
      await insert(trx, 3);
      await insert(db, 4);
      await expect(trx.commit().execute()).rejects.toMatchObject(late);
      await trx.rollback().execute();
      expect(await kept()).toEqual([{ a: 2 }, { a: 4 }]);
    });
  });

  test.concurrent('a transaction that ended in time leaves its connection alone', async () => {
    await withLimit(connection, async ({ db, reported, insert, kept }) => {
      await db.connection().execute(async (one) => {
        await one.transaction().execute((trx) => insert(trx, 1));
        const undone = one.transaction().execute(() => Promise.reject(new Error('undone')));
        await expect(undone).rejects.toThrow('undone');
        await pause(timeout * 1200);
        await sql`select 1`.execute(one);
        await insert(one, 2);
      });
      expect([await kept(), reported]).toEqual([[{ a: 1 }, { a: 2 }], []]);
    });
  });

  test.concurrent('a close does not wait for a transaction that was late', async () => {
    await withLimit(connection, async ({ db, insert }) => {
      db.transaction()
        .execute(() => new Promise(() => undefined))
        .catch(() => undefined);
      await insert(db, 1);
    });
  });
});

onEngine(mysql)('a stream on mysql', () => {
  test.concurrent('ends with the error of the transaction that was late', async () => {
    await withLimit(mysql.connection, async ({ db, reported }) => {
      const many = sql`(select repeat('x', 1000) as x from information_schema.columns a, information_schema.columns b limit 20000)`;
      const reading = db.transaction().execute(async (trx) => {
        for await (const _row of trx.selectFrom(many.as('many')).selectAll().stream())
          while (reported.length === 0) await new Promise(setImmediate);
      });
      await expect(reading).rejects.toMatchObject(late);
    });
  });
});
