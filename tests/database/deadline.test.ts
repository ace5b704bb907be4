import { expect, test } from '@jest/globals';
import type { Application, PresenceVerifier } from '@taproot/core';
import { type MigrationDb, sql } from '@taproot/database';
import { anyTables, bootDatabase, withDatabase } from './support/application.ts';
import { freshName, mysql, onEngine, pgsql, sqlite } from './support/engines.ts';
import { withServed } from './support/served.ts';

const verifierOf = (app: Application): PresenceVerifier => {
  const found = app.plugins.find(({ presence }) => presence !== undefined)?.presence?.(app);
  if (found === undefined) throw new Error('The plugin contributes no presence.');
  return found;
};

const query = (table: string) => ({ connection: null, table, columns: ['id'], values: [1], except: null, where: [] });

/** How many queries about a table wait for its lock. */
const waiting = async (db: MigrationDb, table: string, engine: 'pgsql' | 'mysql'): Promise<number> => {
  const pattern = `select exists (select 1 from%${table}%`;
  const asked =
    engine === 'pgsql'
      ? sql<object>`select 1 from pg_stat_activity where query like ${pattern} and wait_event_type = 'Lock'`
      : sql<object>`select 1 from information_schema.processlist where info like ${pattern} and state like '%lock%'`;
  return (await asked.execute(db)).rows.length;
};

for (const engine of [pgsql, mysql]) {
  onEngine(engine)(`a presence check on ${engine.name}`, () => {
    test('VA-20: given up, it frees its connection and ends on the server', async () => {
      const table = freshName('locked');
      const other = await bootDatabase({ main: engine.connection });
      const db = anyTables(other);
      await db.schema.createTable(table).addColumn('id', 'integer').execute();
      try {
        // Nothing but the signal ends a query in time.
        await withDatabase({ ...engine.connection, pool: { max: 2 }, query_timeout: 600 }, async (app) => {
          const verifier = verifierOf(app);
          expect(await verifier.present(query(table), null)).toEqual([false]);
          const holder = await db.startTransaction().execute();
          const lock =
            engine.name === 'pgsql' ? sql`lock table ${sql.table(table)}` : sql`lock tables ${sql.table(table)} write`;
          await lock.execute(holder);

          const deadline = new AbortController();
          const asked = [0, 1, 2].map(() => verifier.present(query(table), deadline.signal));
          const outcomes = Promise.allSettled(asked);
          while ((await waiting(db, table, engine.name)) < 2) await new Promise(setImmediate);
          deadline.abort();
          expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
          expect((await sql`select 1 as one`.execute(anyTables(app))).rows).toMatchObject([{ one: 1 }]);
          while ((await waiting(db, table, engine.name)) > 0) await new Promise(setImmediate);

          if (engine.name === 'mysql') await sql`unlock tables`.execute(holder);
          await holder.rollback().execute();
          expect(await verifier.present(query(table), null)).toEqual([false]);
        });
      } finally {
        await db.schema.dropTable(table).execute();
        await other.close();
      }
    });
  });
}

test('VA-20: on SQLite one that is given up while it waits for its turn is not run', async () => {
  await withDatabase(sqlite.connection, async (app) => {
    const db = anyTables(app);
    await sql`create table t (id integer)`.execute(db);
    const verifier = verifierOf(app);
    expect(await verifier.present(query('t'), null)).toEqual([false]);
    const holder = await db.startTransaction().execute();
    const deadline = new AbortController();
    const asked = verifier.present(query('t'), deadline.signal);
    deadline.abort();
    await sql`drop table t`.execute(holder);
    await holder.commit().execute();
    await expect(asked).rejects.toMatchObject({ cause: { name: 'AbortError' } });
  });
});

test('VA-20: inside a transaction that holds the only connection, a rule is answered 503 within its deadline', async () => {
  await withServed(
    sqlite.connection,
    (route, app) => {
      route.post('/', async (ctx) =>
        anyTables(app())
          .transaction()
          .execute(async () => {
            await ctx.request().validated({ id: 'exists:t,id' });
            return ctx.response().json(200, {});
          }),
      );
    },
    async ({ app, send }) => {
      await sql`create table t (id integer)`.execute(anyTables(app));
      expect(await send('POST', '/', { id: 1 })).toMatchObject({ status: 503, body: { code: 'E_PRESENCE_TIMEOUT' } });
      expect((await sql`select 1 as one`.execute(anyTables(app))).rows).toMatchObject([{ one: 1 }]);
    },
  );
});
