import { describe, expect, jest, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { type MigrationDb, sql, transaction } from '@taproot/database';
import { Lifetimes } from '../../plugins/database/src/drivers/lifetimes.ts';
import { anyTables, bootDatabase, withDatabase, withFolder } from './support/application.ts';
import { mysql, onEngine, pgsql } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

const unavailable = {
  code: 'E_DATABASE_UNAVAILABLE',
  status: 503,
  headers: { 'Retry-After': expect.stringMatching(/^[1-5]$/) },
};

const health = async (app: Application): Promise<void> => {
  await app.registry.health.get('database')?.check(new AbortController().signal);
};

/** The number that the server gives the connection of a query. */
const idOf = async (db: MigrationDb, engine = pgsql.name as string): Promise<number> => {
  const query =
    engine === 'pgsql'
      ? sql<{ id: number }>`select pg_backend_pid() as id`
      : sql<{ id: number }>`select connection_id() as id`;
  return (await query.execute(db)).rows[0]?.id ?? 0;
};

interface Failover {
  readonly app: Application;
  readonly db: MigrationDb;
  readonly insert: (on?: MigrationDb) => Promise<unknown>;
  readonly count: () => Promise<number>;
  /** From now on new sessions can write; those that are open still cannot, as on a former primary. */
  readonly promote: () => Promise<void>;
  /** Whether the server has a connection with this number. */
  readonly isOpen: (id: number) => Promise<boolean>;
}

/** An application whose database only reads, and has the table `t`. */
const withStandby = (more: object, work: (failover: Failover) => Promise<void>): Promise<void> =>
  withFolder((folder) =>
    withOwnDatabase(pgsql, folder, async (connection) => {
      const admin = await bootDatabase({ main: pgsql.connection });
      const database = 'database' in connection ? (connection.database ?? '') : '';
      const name = sql.id(database);
      await withDatabase(connection, async (app) => {
        await sql`create table t (a integer)`.execute(anyTables(app));
      });
      await sql`alter database ${name} set default_transaction_read_only = on`.execute(anyTables(admin));
      try {
        await withDatabase({ ...connection, ...more }, async (app) => {
          const db = anyTables(app);
          await work({
            app,
            db,
            insert: (on = db) => sql`insert into t values (1)`.execute(on),
            count: async () => (await sql`select a from t`.execute(db)).rows.length,
            isOpen: async (id) =>
              (await sql`select 1 from pg_stat_activity where pid = ${id}`.execute(anyTables(admin))).rows.length > 0,
            promote: async () => void (await sql`alter database ${name} reset all`.execute(anyTables(admin))),
          });
        });
      } finally {
        expect(await admin.close()).toEqual([]);
      }
    }),
  );

onEngine(pgsql)('after a failover of PostgreSQL', () => {
  test('one write fails as unavailable, and all connections of before are replaced, also those in use', async () => {
    await withStandby({ pool: { max: 3 } }, async ({ db, insert, count, promote, isOpen }) => {
      const held = await Promise.all([1, 2, 3].map(() => db.startTransaction().execute()));
      const before = await Promise.all(held.map((trx) => idOf(trx)));
      const [first, second, last] = held;
      await Promise.all([first?.rollback().execute(), second?.rollback().execute()]);
      await promote();
      await expect(insert()).rejects.toMatchObject({ ...unavailable, message: expect.stringContaining('read-only') });
      const inUse = last === undefined ? 0 : await idOf(last);
      await last?.rollback().execute();
      // A connection in use closes as soon as it is released.
      while (await isOpen(inUse)) await new Promise(setImmediate);
      await Promise.all([1, 2, 3, 4, 5, 6].map(() => insert()));
      expect(await count()).toBe(6);
      const after = await Promise.all([1, 2, 3].map(() => db.startTransaction().execute()));
      for (const trx of after) expect(before).not.toContain(await idOf(trx));
      await Promise.all(after.map((trx) => trx.rollback().execute()));
    });
  });

  test('a transaction fails as unavailable; code that catches the error can neither go on nor commit', async () => {
    await withStandby({ pool: { max: 1 } }, async ({ db, insert, count, promote }) => {
      await idOf(db);
      await promote();
      const caught = transaction(db, async (trx) => {
        await expect(insert(trx)).rejects.toMatchObject(unavailable);
        await expect(insert(trx)).rejects.toMatchObject({ code: 'E_DATABASE_ENDED' });
      });
      await expect(caught).rejects.toMatchObject({ code: 'E_DATABASE_ENDED' });
      await transaction(db, insert);
      expect(await count()).toBe(1);
    });
  });

  test('the health check fails on a server that only reads, and looks for another one', async () => {
    await withStandby({ pool: { max: 1 } }, async ({ app, insert, promote }) => {
      const readOnly = { code: 'E_DATABASE_READ_ONLY', status: 503 };
      await expect(health(app)).rejects.toMatchObject(readOnly);
      await expect(health(app)).rejects.toMatchObject(readOnly);
      await promote();
      await health(app);
      await insert();
    });
  });

  test('with read_only: true a server that only reads is healthy, and a write on it is a mistake', async () => {
    await withStandby({ pool: { max: 1 }, read_only: true }, async ({ app, db, insert }) => {
      await health(app);
      const before = await idOf(db);
      await expect(insert()).rejects.toMatchObject({ code: '25006' });
      expect(await idOf(db)).toBe(before);
    });
  });

  test('a transaction that was opened to read only is told so, and its connection stays', async () => {
    await withDatabase({ ...pgsql.connection, pool: { max: 1 } }, async (app) => {
      const db = anyTables(app);
      const before = await idOf(db);
      const reading = db.transaction().setAccessMode('read only');
      const write = sql`create table never (a integer)`;
      await expect(reading.execute((trx) => write.execute(trx))).rejects.toMatchObject({ code: '25006' });
      expect(await idOf(db)).toBe(before);
    });
  });
});

onEngine(mysql)('after a failover of MySQL or MariaDB', () => {
  const says = (code: number, message: string) =>
    sql.raw(`signal sqlstate 'HY000' set mysql_errno = ${code}, message_text = '${message}'`);
  const option = (name: string): string => `The server is running with the ${name} option so it cannot execute this`;

  test('a transaction whose code catches the error cannot go on, and keeps nothing', async () => {
    await withFolder((folder) =>
      withOwnDatabase(mysql, folder, (connection) =>
        withDatabase(connection, async (app) => {
          const db = anyTables(app);
          await sql`create table t (a integer)`.execute(db);
          const insert = sql`insert into t values (1)`;
          const caught = transaction(db, async (trx) => {
            await insert.execute(trx);
            await expect(says(1290, option('--read-only')).execute(trx)).rejects.toMatchObject(unavailable);
            await insert.execute(trx).catch(() => undefined);
          });
          await expect(caught).rejects.toMatchObject({ code: 'E_DATABASE_ENDED' });
          expect((await sql`select a from t`.execute(db)).rows).toEqual([]);
        }),
      ),
    );
  });

  test.each([
    [1290, option('--read-only'), true],
    [1290, option('--innodb-read-only'), true],
    [1290, option('--super-read-only'), true],
    [1836, 'Running in read-only mode', true],
    [1290, option('--secure-file-priv'), false],
  ])('error %i "%s" replaces the connections: %p', async (code, message, isReplaced) => {
    await withDatabase({ ...mysql.connection, pool: { max: 1 } }, async (app) => {
      const db = anyTables(app);
      const before = await idOf(db, 'mysql');
      const failed = expect(says(code, message).execute(db)).rejects;
      await (isReplaced ? failed.toMatchObject(unavailable) : failed.toMatchObject({ errno: code }));
      expect((await idOf(db, 'mysql')) !== before).toBe(isReplaced);
    });
    await withDatabase({ ...mysql.connection, read_only: true }, async (app) => {
      await health(app);
      await expect(says(code, message).execute(anyTables(app))).rejects.toMatchObject({ errno: code });
    });
  });
});

for (const engine of [pgsql, mysql])
  onEngine(engine)(`pool.max_lifetime on ${engine.name}`, () => {
    test.each([
      ['1ms', true],
      [null, false],
      ['30m', false],
    ] as const)(
      '%p replaces a connection that is old when it is acquired or released: %p',
      async (max_lifetime, isOld) => {
        await withDatabase({ ...engine.connection, pool: { max: 1, max_lifetime } }, async (app) => {
          const db = anyTables(app);
          const ids: number[] = [];
          await transaction(db, async (trx) => {
            ids.push(await idOf(trx, engine.name));
            const pause = engine.name === 'pgsql' ? sql`select pg_sleep(0.002)` : sql`select sleep(0.002)`;
            await pause.execute(trx);
          });
          ids.push(await idOf(db, engine.name));
          expect(ids[0] !== ids[1]).toBe(isOld);
        });
      },
    );
  });

describe('a lifetime', () => {
  test.each([
    [0, 10_000],
    [1, 9000],
  ])('is up to 10 %% shorter than max_lifetime (%p: %p ms)', (random, milliseconds) => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(random);
    try {
      const lifetimes = new Lifetimes(10);
      const client = {};
      expect(lifetimes.isOver(client)).toBe(false);
      jest.advanceTimersByTime(milliseconds - 1);
      expect(lifetimes.isOver(client)).toBe(false);
      jest.advanceTimersByTime(1);
      expect(lifetimes.isOver(client)).toBe(true);
    } finally {
      jest.restoreAllMocks();
      jest.useRealTimers();
    }
  });
});
