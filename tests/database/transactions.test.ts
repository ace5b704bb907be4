import { Readable } from 'node:stream';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { ConflictError, createFacades, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { afterCommit, type ConnectionConfig, database, type MigrationDb, sql, transaction } from '@taproot/database';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { anyTables, bootDatabase, quiet } from './support/application.ts';
import { type Engine, freshName, mysql, onEngine, onEngines, pgsql, sqlite } from './support/engines.ts';
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

interface SubjectOfTransactionMiddleware {
  readonly db: () => MigrationDb;
  readonly table: string;
  readonly seen: string[];
  readonly send: (path: string) => Promise<Response>;
  readonly ids: () => Promise<readonly number[]>;
}

type Middleware = ReturnType<typeof createFacades>['middleware'];

const withRoutes = async (
  engine: Engine,
  register: (
    route: RootRouter,
    middleware: Middleware,
    subject: Pick<SubjectOfTransactionMiddleware, 'db' | 'table' | 'seen'>,
  ) => void,
  work: (subject: SubjectOfTransactionMiddleware) => Promise<void>,
  others: Readonly<Record<string, ConnectionConfig>> = {},
): Promise<void> => {
  const handle = createFacades();
  const table = freshName('orders');
  const seen: string[] = [];
  const db = (): MigrationDb => handle.facades.DB();
  const app = await setup(handle, { env: { APP_ENV: 'testing' } })
    .withPlugins([database(), routing(), lang(), validation(), quiet])
    .withConfig({
      http: { port: 0 },
      database: { default: 'main', connections: { main: { ...engine.connection, connect_timeout: 1 }, ...others } },
    })
    .withRouting((route) => register(route, handle.middleware, { db, table, seen }))
    .create();
  try {
    await db()
      .schema.createTable(table)
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('code', 'varchar(20)')
      .execute();
    await app.open();
    const url = app.facades.Http().address?.url ?? '';
    const ids = async () =>
      (await db().selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => Number(id));
    await work({ db, table, seen, ids, send: (path) => fetch(url + path) });
  } finally {
    await db().schema.dropTable(table).execute();
    expect(await app.close()).toEqual([]);
  }
};

onEngines((engine) => {
  test('middleware.transaction() commits a reply below 400, and rolls back any other', async () => {
    await withRoutes(
      engine,
      (route, middleware, { db, table, seen }) => {
        const save = async (id: number): Promise<void> => {
          await db().insertInto(table).values({ id }).execute();
          await afterCommit(db(), () => void seen.push(`${id} committed`));
        };
        route.middleware(middleware.transaction()).group((group) => {
          group.get('/saved', async (ctx) => {
            await save(1);
            return ctx.response().json(201, { saved: true });
          });
          group.get('/moved', async (ctx) => {
            await save(2);
            return ctx.response().redirect(302, '/saved');
          });
          group.get('/thrown', async () => {
            await save(3);
            throw new ConflictError('Sold out.');
          });
          group.get('/broken', async () => {
            await save(4);
            throw new Error('no');
          });
          group.get('/refused', async (ctx) => {
            await save(5);
            return ctx.response().json(409, { reason: 'sold out' });
          });
          group.get('/invalid', async (ctx) => {
            await save(6);
            return ctx.response().json(200, await ctx.request().validated({ name: 'required' }));
          });
        });
      },
      async ({ send, ids, seen }) => {
        const status = async (path: string) => (await send(path)).status;
        expect(await status('/moved')).toBe(201);
        expect(await ids()).toEqual([1, 2]);
        expect(seen).toEqual(['2 committed', '1 committed']);
        for (const [path, expected] of [
          ['/thrown', 409],
          ['/broken', 500],
          ['/refused', 409],
          ['/invalid', 422],
        ] as const)
          expect([path, await status(path)]).toEqual([path, expected]);
        expect(await (await send('/refused')).json()).toEqual({ reason: 'sold out' });
        expect(await ids()).toEqual([1, 2]);
        expect(seen).toHaveLength(2);
      },
    );
  });

  test('exists and unique are part of it, also with values that no column can hold', async () => {
    await withRoutes(
      engine,
      (route, middleware, { db, table }) => {
        route.middleware(middleware.transaction()).get('/check', async (ctx) => {
          await db().insertInto(table).values({ id: 7, code: 'new' }).execute();
          const rules = { known: `exists:${table},code`, id: `exists:${table},id`, free: `unique:${table},code` };
          return ctx.response().json(200, await ctx.request().validated(rules));
        });
      },
      async ({ send, ids }) => {
        const failing = await send('/check?known=other&id=x&free=new');
        expect([failing.status, Object.keys(Object(await failing.json()).errors)]).toEqual([
          422,
          ['known', 'id', 'free'],
        ]);
        expect(await ids()).toEqual([]);
        expect((await send('/check?known=new&id=7&free=else')).status).toBe(200);
        expect(await ids()).toEqual([7]);
      },
    );
  });
});

onEngine(pgsql)('a commit that fails', () => {
  test('answers its error, and closes the body that is not sent', async () => {
    const bodies: Readable[] = [];
    await withRoutes(
      pgsql,
      (route, middleware, { db, table }) => {
        route.middleware(middleware.transaction()).get('/caught', async (ctx) => {
          await db().insertInto(table).values({ id: 1 }).execute();
          await sql`select 1 / 0`.execute(db()).catch(() => undefined);
          const body = Readable.from(['late']);
          bodies.push(body);
          return ctx.response().stream(200, body);
        });
      },
      async ({ send, ids }) => {
        expect((await send('/caught')).status).toBe(500);
        expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
        expect(await ids()).toEqual([]);
      },
    );
  });
});

test('a named connection is that one; one that is not configured stops the boot', async () => {
  await withRoutes(
    sqlite,
    (route, middleware) => {
      route
        .middleware(middleware.transaction('reports'))
        .get('/named', (ctx) => ctx.response().json(200, ctx.request().info()?.middleware ?? []));
      // @ts-expect-error -- nor does it compile
      expect(() => middleware.transaction('repots')).toThrow('repots');
    },
    async ({ send }) => {
      expect(await (await send('/named')).json()).toEqual(['transaction:reports']);
    },
    { reports: { driver: 'sqlite', path: ':memory:' } },
  );
});

interface SubjectOfTransactions {
  readonly db: MigrationDb;
  readonly again: () => MigrationDb;
  readonly table: string;
  readonly reported: readonly unknown[];
  readonly ids: () => Promise<readonly number[]>;
}

const withRows = async (
  connection: ConnectionConfig,
  work: (subject: SubjectOfTransactions) => Promise<void>,
): Promise<void> => {
  const reported: unknown[] = [];
  const listener = definePlugin({
    name: 'listener',
    apply: (app) => app.hooks.report.tap('listener', (error) => void reported.push(error)),
  });
  const app = await bootDatabase({ main: connection }, { plugins: [listener] });
  const db = anyTables(app);
  const table = freshName('trx');
  await db.schema
    .createTable(table)
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('n', 'integer', (n) => n.notNull().defaultTo(0))
    .execute();
  await db
    .insertInto(table)
    .values([{ id: 1 }, { id: 2 }])
    .execute();
  const ids = async () => (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => Number(id));
  try {
    await work({ db, again: () => anyTables(app), table, reported, ids });
  } finally {
    await db.schema.dropTable(table).execute();
    await app.close();
  }
};

const failing = (code: string): Error => Object.assign(new Error('again'), { code });

onEngines((engine) => {
  test('commits and resolves to the result, rolls back and rejects with the error', async () => {
    await withRows(engine.connection, async ({ db, table, ids }) => {
      const insert = (id: number) =>
        transaction(db, async (trx) => {
          await trx.insertInto(table).values({ id }).execute();
          if (id === 4) throw new TypeError('no');
          return id;
        });
      expect(await insert(3)).toBe(3);
      await expect(insert(4)).rejects.toThrow(new TypeError('no'));
      expect(await ids()).toEqual([1, 2, 3]);
    });
  });

  test('begins again after a deadlock or a serialization failure, as often as it may, and after nothing else', async () => {
    await withRows(engine.connection, async ({ db, table, ids }) => {
      const attempts = async (code: string, failures: number, retries?: number): Promise<unknown> => {
        let count = 0;
        const work = async (trx: MigrationDb): Promise<void> => {
          count++;
          await trx.insertInto(table).values({ id: 9 }).execute();
          if (count <= failures) throw new Error('wrapped', { cause: failing(code) });
        };
        const options = retries === undefined ? {} : { retries };
        const outcome = await transaction(db, work, options).then(
          () => 'done',
          () => 'failed',
        );
        const kept = (await ids()).includes(9);
        await db.deleteFrom(table).where('id', '=', 9).execute();
        return [outcome, count, kept];
      };
      for (const code of ['40001', '40P01', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD'])
        expect([code, await attempts(code, 2)]).toEqual([code, ['done', 3, true]]);
      expect(await attempts('40001', 4)).toEqual(['failed', 4, false]);
      expect(await attempts('40001', 1, 0)).toEqual(['failed', 1, false]);
      expect(await attempts('40001', 5, 5)).toEqual(['done', 6, true]);
      for (const code of ['23505', 'ER_DUP_ENTRY', 'ER_LOCK_WAIT_TIMEOUT', 'E_DATABASE_TIMEOUT'])
        expect([code, await attempts(code, 1)]).toEqual([code, ['failed', 1, false]]);
      for (const retries of [-1, 1.5, Number.NaN])
        await expect(transaction(db, () => Promise.resolve(), { retries })).rejects.toMatchObject({
          code: 'E_DATABASE_RETRIES',
        });
    });
  });

  test('callbacks run after the commit, in order, once, and never after a rollback', async () => {
    await withRows(engine.connection, async ({ db, table, ids, reported }) => {
      const seen: unknown[] = [];
      let count = 0;
      await transaction(db, async (trx) => {
        count++;
        await trx.insertInto(table).values({ id: 3 }).execute();
        await afterCommit(trx, async () => seen.push(['first', count, await ids()]));
        await afterCommit(trx, () => {
          throw new Error('mail');
        });
        await afterCommit(trx, () => void seen.push('last'));
        if (count === 1) throw failing('40001');
        expect(seen).toEqual([]);
      });
      expect(seen).toEqual([['first', 2, [1, 2, 3]], 'last']);
      expect(reported).toEqual([new Error('mail')]);
      const rolledBack = transaction(db, async (trx) => {
        await afterCommit(trx, () => void seen.push('never'));
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      await afterCommit(db, () => void seen.push('at once'));
      expect(seen.slice(2)).toEqual(['at once']);
      const plain = db.transaction().execute((trx) => afterCommit(trx, () => undefined));
      await expect(plain).rejects.toMatchObject({ code: 'E_DATABASE_AFTER_COMMIT' });
    });
  });

  test('a transaction within one is part of it: nothing of it stays, nor is called, without the outer', async () => {
    await withRows(engine.connection, async ({ db, table, ids }) => {
      const seen: string[] = [];
      const outer = transaction(db, async (trx) => {
        await transaction(trx, async (inner) => {
          await inner.insertInto(table).values({ id: 3 }).execute();
          await afterCommit(inner, () => void seen.push('inner'));
        });
        expect(seen).toEqual([]);
        throw new Error('outer');
      });
      await expect(outer).rejects.toThrow('outer');
      expect([await ids(), seen]).toEqual([[1, 2], []]);
    });
  });

  test('a transaction within one that fails keeps the outer from its commit, whoever catches the error', async () => {
    await withRows(engine.connection, async ({ db, table, ids }) => {
      const inner = async (trx: MigrationDb): Promise<void> => {
        await trx.insertInto(table).values({ id: 4 }).execute();
        throw new TypeError('no');
      };
      const work = async (trx: MigrationDb): Promise<void> => {
        await trx.insertInto(table).values({ id: 3 }).execute();
        await transaction(trx, inner).catch(() => undefined);
        await trx.insertInto(table).values({ id: 5 }).execute();
      };
      const nested = { code: 'E_DATABASE_NESTED', cause: new TypeError('no') };
      await expect(transaction(db, work)).rejects.toMatchObject(nested);
      await expect(db.transaction().execute(work)).rejects.toMatchObject(nested);
      const trx = await db.startTransaction().execute();
      await work(trx);
      await expect(trx.commit().execute()).rejects.toMatchObject(nested);
      expect(await ids()).toEqual([1, 2]);
      // The connection is as good as before.
      await transaction(db, (outer) => transaction(outer, (one) => one.insertInto(table).values({ id: 6 }).execute()));
      expect(await ids()).toEqual([1, 2, 6]);
      let attempts = 0;
      const passing = transaction(db, async (outer) => {
        attempts++;
        const failed = transaction(outer, () => Promise.reject(attempts === 1 ? failing('40001') : new Error('no')));
        await failed.catch(() => undefined);
      });
      await expect(passing).rejects.toMatchObject({ code: 'E_DATABASE_NESTED' });
      expect(attempts).toBe(2);
    });
  });

  test('an ambient transaction is what facades.DB() gives within it, and nowhere else', async () => {
    await withRows(engine.connection, async ({ db, again, table, ids }) => {
      const save = async (id: number): Promise<void> => {
        await turn();
        await again().insertInto(table).values({ id }).execute();
      };
      const outside = new Signal();
      const waits = outside.sent.then(() => again());
      const late = new Signal();
      const strays: Promise<MigrationDb>[] = [];
      const failed = transaction(
        db,
        async (trx) => {
          expect(again()).toBe(trx);
          await save(3);
          outside.send();
          expect(await waits).toBe(db);
          await transaction(again(), () => save(4), { ambient: true });
          strays.push(late.sent.then(() => again()));
          throw new Error('no');
        },
        { ambient: true },
      );
      await expect(failed).rejects.toThrow('no');
      late.send();
      // What outlives the transaction does not use its connection, which others may have by now.
      expect(await strays[0]).toBe(db);
      expect(again()).toBe(db);
      expect(await ids()).toEqual([1, 2]);
      await transaction(db, () => save(5), { ambient: true });
      await transaction(db, async (trx) => {
        expect(again()).toBe(db);
        await trx.insertInto(table).values({ id: 6 }).execute();
      });
      expect(await ids()).toEqual([1, 2, 5, 6]);
    });
  });
});

for (const engine of [pgsql, mysql])
  onEngine(engine)(`real rivals on ${engine.name}`, () => {
    test('two transactions that lock each other out both pass', async () => {
      await withRows(engine.connection, async ({ db, table }) => {
        const held = [new Signal(), new Signal()] as const;
        let attempts = 0;
        const rival = (mine: 0 | 1): Promise<void> =>
          transaction(db, async (trx) => {
            attempts++;
            const add = (id: number) => trx.updateTable(table).set({ n: sql`n + 1` }).where('id', '=', id).execute();
            await add(mine + 1);
            held[mine].send();
            await held[1 - mine]?.sent;
            await add(2 - mine);
          });
        await Promise.all([rival(0), rival(1)]);
        expect(attempts).toBeGreaterThan(2);
        expect(await db.selectFrom(table).select('n').execute()).toEqual([{ n: 2 }, { n: 2 }]);
      });
    });
  });

onEngine(pgsql)('serializable transactions', () => {
  test('count one after the other, whatever they have read', async () => {
    await withRows(pgsql.connection, async ({ db, table }) => {
      const add = () =>
        transaction(
          db,
          async (trx) => {
            const { n } = await trx.selectFrom(table).select('n').where('id', '=', 1).executeTakeFirstOrThrow();
            await trx
              .updateTable(table)
              .set({ n: n + 1 })
              .where('id', '=', 1)
              .execute();
          },
          { isolation: 'serializable', retries: 50 },
        );
      await Promise.all(Array.from({ length: 8 }, add));
      expect(await db.selectFrom(table).select('n').where('id', '=', 1).executeTakeFirst()).toEqual({ n: 8 });
    });
  });
});
