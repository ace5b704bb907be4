import { describe, expect, jest, test } from '@jest/globals';
import { hasCode } from '@taproot/core';
import { sql } from '@taproot/database';
import type { PoolOptions } from 'mysql2';
import { completeSettings } from '../../plugins/database/src/config/settings.ts';
import { openPool as openMysql } from '../../plugins/database/src/drivers/mysql.ts';
import { openPool as openPgsql } from '../../plugins/database/src/drivers/pgsql.ts';
import { anyTables, bootDatabase, withDatabase } from './support/application.ts';
import {
  type Engine,
  freshName,
  isPresent,
  mysql,
  mysqlUrl,
  onEngine,
  onEngines,
  pgsql,
  pgsqlUrl,
  sqlite,
} from './support/engines.ts';
import { OutageProxy } from './support/outage-proxy.ts';
import { Signal } from './support/signal.ts';

onEngines((engine) => {
  test('queries and transactions are kysely’s', async () => {
    const table = freshName('accounts');
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      await db.schema.createTable(table).addColumn('id', 'integer').addColumn('amount', 'integer').execute();
      try {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto(table)
          .values([
            { id: 1, amount: 10 },
            { id: 2, amount: 0 },
          ])
          .executeTakeFirstOrThrow();
        expect(numInsertedOrUpdatedRows).toBe(2n);
        const moved = db.transaction().execute(async (trx) => {
          await trx.updateTable(table).set({ amount: 0 }).where('id', '=', 1).execute();
          await trx.updateTable(table).set({ amount: 10 }).where('id', '=', 2).execute();
          throw new Error('no');
        });
        await expect(moved).rejects.toThrow('no');
        const amounts = () => db.selectFrom(table).select('amount').orderBy('id').execute();
        expect(await amounts()).toMatchObject([{ amount: 10 }, { amount: 0 }]);
        const trx = await db.startTransaction().execute();
        await trx.updateTable(table).set({ amount: 5 }).execute();
        const point = await trx.savepoint('p').execute();
        await point.deleteFrom(table).execute();
        await point.rollbackToSavepoint('p').execute();
        await trx.commit().execute();
        expect(await amounts()).toMatchObject([{ amount: 5 }, { amount: 5 }]);
        const readOnly = db
          .transaction()
          .setAccessMode('read only')
          .execute((read) => read.selectFrom(table).selectAll().execute());
        expect(await readOnly).toHaveLength(2);
        const { numUpdatedRows } = await db.updateTable(table).set({ amount: 5 }).executeTakeFirstOrThrow();
        expect(numUpdatedRows).toBe(2n);
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });

  test('a close waits for what is under way, refuses what comes later, and leaves nothing open', async () => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
    const app = await bootDatabase({ main: engine.connection });
    const db = anyTables(app);
    const began = new Signal();
    const mayEnd = new Signal();
    const running = db.transaction().execute(async (trx) => {
      began.send();
      await mayEnd.sent;
      return (await sql<{ one: number }>`select 1 as one`.execute(trx)).rows[0]?.one;
    });
    await began.sent;
    const closing = app.close();
    mayEnd.send();
    expect(await running).toBe(1);
    expect(await closing).toEqual([]);
    await expect(sql`select 1`.execute(db)).rejects.toThrow();
    while (process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length > before)
      await new Promise(setImmediate);
  });

  test('an application that never asked cannot ask after its close', async () => {
    const app = await bootDatabase({ main: engine.connection });
    const db = anyTables(app);
    expect(await app.close()).toEqual([]);
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'E_DATABASE_CLOSED' });
  });
});

/** What ends after the close is told so, and harms nobody. */
const endLate = async (engine: Engine): Promise<void> => {
  const app = await bootDatabase({ main: engine.connection });
  const began = new Signal();
  const closed = new Signal();
  const stuck = [new Error('own'), null].map((error) =>
    anyTables(app)
      .transaction()
      .execute(async (trx) => {
        began.send();
        await closed.sent;
        if (error !== null) throw error;
        await sql`select 1`.execute(trx);
      }),
  );
  const outcomes = Promise.allSettled(stuck);
  await began.sent;
  expect(await app.close()).toEqual([]);
  closed.send();
  const code = engine.name === 'sqlite' ? 'E_DATABASE_CLOSED' : 'E_DATABASE_CUT';
  expect(await outcomes).toMatchObject([{ reason: { message: 'own' } }, { reason: { code } }]);
};

/** What does not end is cut off at the close. */
const neverEnd = async (engine: Engine): Promise<void> => {
  const app = await bootDatabase({ main: engine.connection });
  const began = new Signal();
  const stuck = anyTables(app)
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      began.send();
      await new Promise(() => undefined);
    });
  stuck.catch(() => undefined);
  await began.sent;
  expect(await app.close()).toEqual([]);
};

// A close waits two seconds for what is under way: side by side, the waits cost once.
describe('a close does not wait for ever', () => {
  for (const engine of [sqlite, pgsql, mysql].filter(isPresent))
    test.concurrent(`on ${engine.name} what ends after it is told so, and what does not end is cut off`, async () => {
      await Promise.all([endLate(engine), neverEnd(engine)]);
    });
});

for (const [engine, url] of [
  [pgsql, pgsqlUrl],
  [mysql, mysqlUrl],
] as const) {
  onEngine(engine)(`the pool of ${engine.name}`, () => {
    test('has no more connections than pool.max, and waiting too long is an error that says why', async () => {
      const proxy = await OutageProxy.before(new URL(url));
      const connection = {
        ...engine.connection,
        host: '127.0.0.1',
        port: proxy.port,
        connect_timeout: 2,
        pool: { max: 2 },
      };
      await withDatabase(connection, async (app) => {
        const db = anyTables(app);
        await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(db)));
        expect(proxy.connections).toBe(2);
        const held = await Promise.all([db.startTransaction().execute(), db.startTransaction().execute()]);
        await expect(sql`select 1`.execute(db)).rejects.toMatchObject({
          code: 'E_DATABASE_BUSY',
          status: 503,
          headers: { 'Retry-After': expect.stringMatching(/^[1-5]$/) },
        });
        await Promise.all(held.map((trx) => trx.rollback().execute()));
        await sql`select 1`.execute(db);
      });
      proxy.close();
    });

    test('a server that refuses is told by what it said, and no password is in it', async () => {
      await withDatabase({ ...engine.connection, database: 'not_there', password: 'topsecret' }, async (app) => {
        const failure: unknown = await sql`select 1`.execute(anyTables(app)).catch((error: unknown) => error);
        const said = engine.name === 'pgsql' ? 'not_there' : 'Access denied';
        expect(failure).toMatchObject({
          code: 'E_DATABASE_REFUSED',
          status: 503,
          message: expect.stringContaining(said),
        });
        expect(failure).not.toMatchObject({ message: expect.stringContaining('topsecret') });
      });
    });

    test('a transaction whose query was late goes no further', async () => {
      await withDatabase({ ...engine.connection, query_timeout: 0.3 }, async (app) => {
        const db = anyTables(app);
        const trx = await db.startTransaction().execute();
        const slow = engine.name === 'pgsql' ? sql`select pg_sleep(5)` : sql`select sleep(5)`;
        await expect(slow.execute(trx)).rejects.toMatchObject({ code: 'E_DATABASE_TIMEOUT' });
        await expect(sql`select 1`.execute(trx)).rejects.toMatchObject({ code: 'E_DATABASE_CUT' });
        await trx
          .rollback()
          .execute()
          .catch(() => undefined);
        await sql`select 1`.execute(db);
      });
    });

    test('counts the queries that wait, and forgets those that waited too long', async () => {
      await withDatabase({ ...engine.connection, connect_timeout: 1, pool: { max: 1 } }, async (app) => {
        const db = anyTables(app);
        const use = () => app.facades.Databases().pools.get('main');
        const none = { used: 0, max: 1, waiting: 0, longestWait: 0 };
        const held = await db.startTransaction().execute();
        expect(use()).toMatchObject({ ...none, used: 1 });
        const late = Promise.allSettled([1, 2, 3].map(() => sql`select 1`.execute(db)));
        await new Promise(setImmediate);
        expect(use()).toMatchObject({ used: 1, waiting: 3 });
        expect(use()?.longestWait).toBeGreaterThan(0);
        const reasons = (await late).map((one) => one.status === 'rejected' && hasCode(one.reason, 'E_DATABASE_BUSY'));
        expect(reasons).toEqual([true, true, true]);
        expect(use()).toMatchObject({ ...none, used: 1 });
        const next = Promise.all([1, 2, 3].map(() => sql`select 1`.execute(db)));
        await held.rollback().execute();
        await next;
        expect(use()).toMatchObject(none);
      });
    });

    test('a close rejects queries that still wait for a connection', async () => {
      const app = await bootDatabase({ main: { ...engine.connection, connect_timeout: 30, pool: { max: 1 } } });
      const db = anyTables(app);
      await db.startTransaction().execute();
      const waiting = expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'E_DATABASE_CLOSED' });
      await app.close();
      await waiting;
    });

    test('the package that is missing is named with the line that installs it', async () => {
      const settings = completeSettings('main', engine.connection, { basePath: '/', worker: null });
      if (settings.driver === 'sqlite') throw new Error('No server.');
      const name = engine.name === 'pgsql' ? 'pg' : 'mysql2';
      const absent = new Error(`Cannot find package '${name}' imported from here.js`);
      const missing = () => Promise.reject(Object.assign(absent, { code: 'ERR_MODULE_NOT_FOUND' }));
      const opened = engine.name === 'pgsql' ? openPgsql(settings, missing) : openMysql(settings, missing);
      await expect(opened).rejects.toMatchObject({
        code: 'E_DATABASE_PACKAGE',
        fix: engine.name === 'pgsql' ? 'Run `npm install pg`.' : 'Run `npm install mysql2`.',
      });
      const broken = () => Promise.reject(new Error('broken'));
      await expect(engine.name === 'pgsql' ? openPgsql(settings, broken) : openMysql(settings, broken)).rejects.toThrow(
        'broken',
      );
    });
  });
}

test('a connection that cannot be closed does not keep the close from waiting for the others', async () => {
  const memory = { driver: 'sqlite', path: ':memory:' } as const;
  const app = await bootDatabase({ main: memory, broken: memory });
  const began = new Signal();
  const mayEnd = new Signal();
  const broken = new Error('broken');
  jest.spyOn(anyTables(app, 'broken'), 'destroy').mockRejectedValue(broken);
  let ended = false;
  const running = anyTables(app)
    .transaction()
    .execute(async (trx) => {
      began.send();
      await mayEnd.sent;
      await sql`select 1`.execute(trx);
      ended = true;
    });
  await began.sent;
  const closing = app.close().then((failures) => [failures, ended]);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  mayEnd.send();
  expect(await closing).toMatchObject([[{ cause: broken }], true]);
  await running;
});

onEngine(mysql)('values on mysql', () => {
  test('bytes are given to the driver as a Buffer over the same memory', async () => {
    const settings = completeSettings('main', mysql.connection, { basePath: '/', worker: null });
    if (settings.driver === 'sqlite') throw new Error('No server.');
    const bound: unknown[] = [];
    const pool = await openMysql(settings, async () => {
      const { createPool, createConnection } = await import('mysql2');
      const spying: typeof createPool = (options: string | PoolOptions) => {
        const made = typeof options === 'string' ? createPool(options) : createPool(options);
        made.on('connection', (connection) => {
          const spied = jest.spyOn(connection, 'query');
          made.on('release', () => bound.push(...spied.mock.calls.map((call: readonly unknown[]) => call[1])));
        });
        return made;
      };
      return { createPool: spying, createConnection };
    });
    try {
      const bytes = new Uint8Array([9, 0, 255, 9]).subarray(1, 3);
      const link = await pool.acquire();
      expect((await link.query('select hex(?) as bytes', [bytes])).rows).toEqual([{ bytes: '00FF' }]);
      link.release();
      const buffer = bound.flat().find((value) => Buffer.isBuffer(value));
      expect(buffer).toEqual(Buffer.from([0, 255]));
      expect(buffer?.buffer).toBe(bytes.buffer);
    } finally {
      await pool.end();
    }
  });

  test('an object or a list among the parameters is refused, not made a statement', async () => {
    const table = freshName('values');
    await withDatabase(mysql.connection, async (app) => {
      const db = anyTables(app);
      await db.schema.createTable(table).addColumn('a', 'varchar(20)').addColumn('at', sql`datetime(3)`).execute();
      try {
        await db
          .insertInto(table)
          .values({ a: 'x', at: new Date(1500) })
          .execute();
        for (const value of [{ a: 1 }, { toString: 'x' }, [['x', 'y']], [{ a: 1 }], Number.NaN, new Date(Number.NaN)])
          await expect(db.selectFrom(table).selectAll().where('a', '=', value).execute()).rejects.toMatchObject({
            code: 'E_DATABASE_VALUE',
          });
        // MySQL has no such number; mysql2 would write a name into the statement.
        for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
          await expect(db.selectFrom(table).selectAll().where('a', '=', value).execute()).rejects.toMatchObject({
            code: 'E_DATABASE_VALUE',
            message: expect.stringContaining(`has ${value} as a parameter`),
          });
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([{ a: 'x', at: new Date(1500) }]);
        expect(
          (await sql`select at = '1970-01-01 00:00:01.5' as utc from ${sql.table(table)}`.execute(db)).rows,
        ).toEqual([{ utc: 1 }]);
        expect((await sql`select cast(9007199254740993 as signed) as big`.execute(db)).rows).toEqual([
          { big: '9007199254740993' },
        ]);
        for await (const row of db.selectFrom(table).select('a').stream()) expect(row).toEqual({ a: 'x' });
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});
