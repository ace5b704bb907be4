import { expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { definePlugin, type PresenceVerifier } from '@taproot/core/plugin';
import { type ConnectionConfig, database, increments, type MigrationDb, type QueryEvent, sql } from '@taproot/database';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { anyTables, bootDatabase, withDatabase } from './support/application.ts';
import { freshName, mysql, onEngine, onEngines, pgsql, sqlite } from './support/engines.ts';
import { withServed } from './support/served.ts';

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
    await db.schema.createTable(table).addColumn('id', increments()).addColumn('name', 'varchar(10)').execute();
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

const verifierOf = (app: Application): PresenceVerifier => {
  const found = app.provided('presence');
  if (found === null) throw new Error('The plugin contributes no presence.');
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

test('F-6: the debug page shows the statement that failed, once, the line that ran it, and no value', async () => {
  const handle = createFacades();
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'development' } })
    .withPlugins([routing(), database()])
    .withConfig({ database: { default: 'sqlite', connections: { sqlite: { path: ':memory:' } } } })
    .withCallback((booting) => booting.hooks.report.tap('test', () => undefined))
    .withRouting((route) => {
      route.get('/posts', async (ctx) => {
        const slug = ctx.request().query('slug');
        const rows = await sql`select * from posts where slug = ${slug}`.execute(handle.facades.DB());
        return ctx.response().json(200, rows.rows);
      });
    })
    .create();
  try {
    const { text } = await http(app).accept('text/html').get('/posts?slug=moss').assertStatus(500);
    expect(text).toContain('<code>npx taproot migrate</code>');
    expect(text.match(/<pre [^>]*aria-label="Statement">select \* from posts where slug = \?<\/pre>/g)).toHaveLength(1);
    expect(text).toMatch(/<details open><summary><code>tests\/database\/queries\.test\.ts:\d+<\/code>/);
    expect(text).toContain('class="at" aria-current="true"><span>        const rows = await sql');
    // In the query of the request, and nowhere else.
    expect(text.match(/moss/g)).toHaveLength(1);
  } finally {
    await app.close();
  }
});

onEngines((engine) => {
  test('an empty list has no value, and every value is not in it', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('lists');
      await db.schema.createTable(table).addColumn('id', 'integer').execute();
      await db
        .insertInto(table)
        .values([{ id: 1 }, { id: null }])
        .execute();
      const all = db.selectFrom(table).select('id').orderBy('id');
      expect(await all.where('id', 'in', []).execute()).toEqual([]);
      expect(await all.where('id', 'not in', []).execute()).toHaveLength(2);
      expect(await all.where((is) => is.or([is('id', 'in', []), is('id', '=', 1)])).execute()).toEqual([{ id: 1 }]);
      await db.deleteFrom(table).where('id', 'in', []).execute();
      expect(await all.execute()).toHaveLength(2);
      await db.schema.dropTable(table).execute();
    });
  });
});
