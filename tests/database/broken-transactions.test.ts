import { expect, test } from '@jest/globals';
import { type MigrationDb, sql, transaction } from '@taproot/database';
import { anyTables, bootDatabase } from './support/application.ts';
import { type Engine, freshName, mysql, onEngine, onEngines, pgsql, sqlite } from './support/engines.ts';
import { Signal } from './support/signal.ts';

interface Subject {
  /** With one connection: a transaction that keeps it keeps everybody out. */
  readonly db: MigrationDb;
  /** Of another application. */
  readonly other: MigrationDb;
  readonly table: string;
  readonly ids: () => Promise<readonly number[]>;
}

const withTable = async (engine: Engine, work: (subject: Subject) => Promise<void>): Promise<void> => {
  const { connection } = engine;
  const pool = connection.driver === 'sqlite' ? {} : { pool: { max: 1 } };
  const app = await bootDatabase({ main: { ...connection, ...pool, connect_timeout: 5 } });
  const rival = await bootDatabase({ main: connection });
  const db = anyTables(app);
  const table = freshName('broken');
  await db.schema
    .createTable(table)
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('n', 'integer', (n) => n.notNull().defaultTo(0))
    .execute();
  const ids = async () => (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => Number(id));
  try {
    await work({ db, other: anyTables(rival), table, ids });
  } finally {
    await db.schema.dropTable(table).execute();
    expect(await app.close()).toEqual([]);
    await rival.close();
  }
};

/** The ways to run a transaction. */
const ways = {
  'transaction()': (db: MigrationDb, work: (trx: MigrationDb) => Promise<void>) =>
    transaction(db, work, { retries: 0 }),
  'db.transaction()': (db: MigrationDb, work: (trx: MigrationDb) => Promise<void>) => db.transaction().execute(work),
  'startTransaction() without a rollback of a failed commit': async (
    db: MigrationDb,
    work: (trx: MigrationDb) => Promise<void>,
  ) => {
    const trx = await db.startTransaction().execute();
    try {
      await work(trx);
    } catch (error) {
      await trx.rollback().execute();
      throw error;
    }
    await trx.commit().execute();
  },
  'startTransaction() with a rollback after any error': async (
    db: MigrationDb,
    work: (trx: MigrationDb) => Promise<void>,
  ) => {
    const trx = await db.startTransaction().execute();
    try {
      await work(trx);
      await trx.commit().execute();
    } catch (error) {
      await trx.rollback().execute();
      throw error;
    }
  },
} as const;

const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'committed',
    (error: unknown) => error,
  );

/** Ends a connection at the server, and waits until it is gone. */
const kill = async (engine: Engine, other: MigrationDb, id: number): Promise<void> => {
  if (engine.name === 'mysql') await sql`kill ${sql.lit(id)}`.execute(other);
  else await sql`select pg_terminate_backend(${id})`.execute(other);
  const alive =
    engine.name === 'mysql'
      ? sql`select 1 from information_schema.processlist where id = ${id}`
      : sql`select 1 from pg_stat_activity where pid = ${id}`;
  while ((await alive.execute(other)).rows.length > 0);
};

const connectionId = async (engine: Engine, trx: MigrationDb): Promise<number> => {
  const { rows } = await (engine.name === 'mysql'
    ? sql<{ id: number }>`select connection_id() as id`
    : sql<{ id: number }>`select pg_backend_pid() as id`
  ).execute(trx);
  return Number(rows[0]?.id);
};

/** Four steps: three inserts and the commit. `breakAt` is called before the given one. */
const steps = 4;

for (const [way, run] of Object.entries(ways))
  for (const engine of [pgsql, mysql])
    onEngine(engine)(`${way} on ${engine.name}`, () => {
      for (const caught of [false, true])
        test(`a connection that is lost before any statement keeps nothing, errors ${caught ? 'caught' : 'passed on'}`, async () => {
          await withTable(engine, async ({ db, other, table, ids }) => {
            for (let lost = 0; lost < steps; lost++) {
              const work = async (trx: MigrationDb): Promise<void> => {
                const id = await connectionId(engine, trx);
                for (let step = 0; step < steps; step++) {
                  if (step === lost) await kill(engine, other, id);
                  if (step === steps - 1) return;
                  const insert = trx
                    .insertInto(table)
                    .values({ id: step + 1 })
                    .execute();
                  await (caught ? insert.catch(() => undefined) : insert);
                }
              };
              expect([lost, await outcome(run(db, work))]).toEqual([lost, expect.objectContaining({ status: 503 })]);
              // The next one has a connection.
              expect(await ids()).toEqual([]);
            }
          });
        });
    });

for (const engine of [pgsql, mysql])
  onEngine(engine)(`a deadlock on ${engine.name}`, () => {
    /** Runs into a deadlock after an insert, catches the error, and goes on. */
    const deadlocked = async (
      { db, other, table }: Subject,
      retries: number,
      after: (trx: MigrationDb) => Promise<void>,
    ): Promise<unknown> => {
      await other
        .insertInto(table)
        .values(Array.from({ length: 50 }, (_none, at) => ({ id: at + 100 })))
        .execute();
      const held = [new Signal(), new Signal()] as const;
      const waitFor = async (trx: MigrationDb, time: string) => {
        if (engine.name === 'pgsql') await sql`set local deadlock_timeout = ${sql.lit(time)}`.execute(trx);
      };
      const add = (trx: MigrationDb, id: number) =>
        trx.updateTable(table).set({ n: sql`n + 1` }).where('id', '=', id).execute();
      // MariaDB ends the transaction that has changed less, PostgreSQL the one that is first to look.
      let pid = 0;
      const rival = other.transaction().execute(async (trx) => {
        await waitFor(trx, '20s');
        if (engine.name === 'pgsql')
          pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid ?? 0;
        await trx.updateTable(table).set({ n: 5 }).where('id', '>', 101).execute();
        held[0].send();
        await held[1].sent;
        await add(trx, 100);
      });
      await held[0].sent;
      // A transaction of PostgreSQL looks once, so the other one has to wait by then.
      const rivalWaits = async (): Promise<void> => {
        const waiting = sql`select 1 from pg_locks where pid = ${pid} and not granted`;
        while ((await waiting.execute(other)).rows.length === 0);
      };
      let attempts = 0;
      const work = async (trx: MigrationDb): Promise<void> => {
        attempts++;
        await waitFor(trx, '10ms');
        await trx.insertInto(table).values({ id: 1 }).execute();
        await add(trx, 100);
        if (attempts === 1) {
          held[1].send();
          if (engine.name === 'pgsql') await rivalWaits();
        }
        await add(trx, 110).catch(() => undefined);
        await after(trx);
      };
      const result = await outcome(transaction(db, work, { retries }));
      await rival;
      return [result, attempts];
    };

    const ended = expect.objectContaining({ code: 'E_DATABASE_ENDED', cause: expect.anything() });

    test('is rolled back and rejects even if code catches the error, with or without later statements', async () => {
      await withTable(engine, async (subject) => {
        const { db, table, ids } = subject;
        const insert = async (trx: MigrationDb): Promise<void> => {
          await trx.insertInto(table).values({ id: 2 }).execute();
        };
        expect(await deadlocked(subject, 0, () => Promise.resolve())).toEqual([ended, 1]);
        expect((await ids()).filter((id) => id < 100)).toEqual([]);
        await db.deleteFrom(table).execute();
        expect(await deadlocked(subject, 0, insert)).toEqual([ended, 1]);
        expect((await ids()).filter((id) => id < 100)).toEqual([]);
        await db.deleteFrom(table).execute();
        const caught = (trx: MigrationDb): Promise<void> => insert(trx).catch(() => undefined);
        expect(await deadlocked(subject, 0, caught)).toEqual([ended, 1]);
        expect((await ids()).filter((id) => id < 100)).toEqual([]);
        await db.deleteFrom(table).execute();
        // It may well pass the next time, and does.
        expect(await deadlocked(subject, 3, insert)).toEqual(['committed', 2]);
        expect((await ids()).filter((id) => id < 100)).toEqual([1, 2]);
      });
    });
  });

onEngines((engine) => {
  test('an error that code catches keeps all that went before, or nothing and rejects', async () => {
    await withTable(engine, async ({ db, table, ids }) => {
      for (const run of Object.values(ways)) {
        const work = async (trx: MigrationDb): Promise<void> => {
          await trx.insertInto(table).values({ id: 1 }).execute();
          await trx
            .insertInto(table)
            .values({ id: 1 })
            .execute()
            .catch(() => undefined);
        };
        const result = await outcome(run(db, work));
        // PostgreSQL answers the commit of a transaction with an error by a rollback, and calls that a success.
        if (engine.name === 'pgsql')
          expect(result).toMatchObject({ code: 'E_DATABASE_ENDED', cause: { code: '23505' } });
        else expect(result).toBe('committed');
        expect(await ids()).toEqual(engine.name === 'pgsql' ? [] : [1]);
        await db.deleteFrom(table).execute();
      }
    });
  });
});

for (const engine of [sqlite, pgsql])
  onEngine(engine)(`a commit that ${engine.name} refuses`, () => {
    test('is rolled back, returns its connection and rejects, every time', async () => {
      await withTable(engine, async ({ db, table, ids }) => {
        const child = freshName('deferred');
        await db.schema
          .createTable(child)
          .addColumn('parent', 'integer')
          .addForeignKeyConstraint(`${child}_parent`, ['parent'], table, ['id'], (key) =>
            key.deferrable().initiallyDeferred(),
          )
          .execute();
        const refused = { code: engine.name === 'pgsql' ? '23503' : 'SQLITE_CONSTRAINT_FOREIGNKEY' };
        for (const run of Object.values(ways))
          for (let time = 0; time < 3; time++) {
            const work = async (trx: MigrationDb): Promise<void> => {
              await trx.insertInto(table).values({ id: 1 }).execute();
              await trx.insertInto(child).values({ parent: 9 }).execute();
            };
            expect(await outcome(run(db, work))).toMatchObject(refused);
            expect(await ids()).toEqual([]);
          }
        // Its statements run nowhere else afterwards.
        const trx = await db.startTransaction().execute();
        await trx.insertInto(child).values({ parent: 9 }).execute();
        await expect(trx.commit().execute()).rejects.toMatchObject(refused);
        expect(await ids()).toEqual([]);
        await expect(trx.insertInto(table).values({ id: 2 }).execute()).rejects.toMatchObject({
          code: 'E_DATABASE_ENDED',
          cause: refused,
        });
        await trx.rollback().execute();
        // A connection of one user stays that user's.
        await db.connection().execute(async (same) => {
          await expect(
            same.transaction().execute((inner) => inner.insertInto(child).values({ parent: 9 }).execute()),
          ).rejects.toMatchObject(refused);
          await same.insertInto(table).values({ id: 3 }).execute();
        });
        expect(await ids()).toEqual([3]);
        await db.schema.dropTable(child).execute();
      });
    });
  });

onEngine(sqlite)('a statement of SQLite that rolls the transaction back', () => {
  test('is the last one of it', async () => {
    await withTable(sqlite, async ({ db, table, ids }) => {
      for (const run of Object.values(ways)) {
        const work = async (trx: MigrationDb): Promise<void> => {
          await trx.insertInto(table).values({ id: 1 }).execute();
          await sql`insert or rollback into ${sql.table(table)} (id) values (1)`.execute(trx).catch(() => undefined);
          await trx
            .insertInto(table)
            .values({ id: 2 })
            .execute()
            .catch(() => undefined);
        };
        expect(await outcome(run(db, work))).toMatchObject({ code: 'E_DATABASE_ENDED' });
        expect(await ids()).toEqual([]);
      }
    });
  });
});

onEngine(mysql)('a statement of MySQL that commits the transaction', () => {
  test('is told at the commit, since not all of it can be undone', async () => {
    await withTable(mysql, async ({ db, table, ids }) => {
      const other = freshName('made');
      const work = async (trx: MigrationDb): Promise<void> => {
        await trx.insertInto(table).values({ id: 1 }).execute();
        await trx.schema.createTable(other).addColumn('a', 'integer').execute();
        await trx.insertInto(table).values({ id: 2 }).execute();
      };
      await expect(transaction(db, work)).rejects.toMatchObject({
        code: 'E_DATABASE_ENDED',
        message: expect.stringContaining('create table'),
      });
      expect(await ids()).toEqual([1, 2]);
      await db.schema.dropTable(other).execute();
    });
  });
});
