import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { definePlugin } from '@taproot/core/plugin';
import { afterCommit, type ConnectionConfig, type MigrationDb, sql, transaction } from '@taproot/database';
import { anyTables, bootDatabase } from './support/application.ts';
import { freshName, mysql, onEngine, onEngines, pgsql } from './support/engines.ts';
import { Signal } from './support/signal.ts';

interface Subject {
  readonly db: MigrationDb;
  readonly again: () => MigrationDb;
  readonly table: string;
  readonly reported: readonly unknown[];
  readonly ids: () => Promise<readonly number[]>;
}

const withRows = async (connection: ConnectionConfig, work: (subject: Subject) => Promise<void>): Promise<void> => {
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
