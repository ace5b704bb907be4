import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { definePlugin, type Plugin } from '@taproot/core/plugin';
import { type ConnectionConfig, type MigrationDb, sql, transaction, uniqueViolation } from '@taproot/database';
import {
  assertDatabaseCount,
  assertDatabaseHas,
  assertDatabaseMissing,
  refreshDatabase,
} from '@taproot/database/testing';
import { anyTables, bootDatabase, withFolder } from './support/application.ts';
import { type Engine, freshName, mysqlUrl, onEngine, onEngines, pgsql, pgsqlUrl, sqlite } from './support/engines.ts';

const fruits = `
  export const up = async (db) => {
    await db.schema.createTable('fruits').addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('name', 'varchar(40)', (c) => c.unique()).execute();
  };
`;
const seeder = "export const seed = (db) => db.insertInto('fruits').values({ id: 100, name: 'seeded' }).execute();";

interface Place {
  readonly boot: (...plugins: readonly Plugin[]) => Promise<Application>;
  readonly folder: string;
}

/** An application whose database is of this worker, with two migrations' worth of rows to lose. */
const withPlace = (engine: Engine, work: (place: Place) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const name = freshName('refresh');
    const connections: Record<Engine['name'], ConnectionConfig> = {
      sqlite: { driver: 'sqlite', path: 'storage/{worker}.sqlite' },
      pgsql: { driver: 'pgsql', url: pgsqlUrl, database: `${name}_{worker}` },
      mysql: { driver: 'mysql', url: mysqlUrl, database: `${name}_{worker}` },
    };
    for (const [path, text] of Object.entries({ 'migrations/1_fruits.mjs': fruits, 'seeders/01_fruits.mjs': seeder })) {
      mkdirSync(join(folder, 'database', path, '..'), { recursive: true });
      writeFileSync(join(folder, 'database', path), text);
    }
    const apps: Application[] = [];
    const boot: Place['boot'] = async (...plugins) => {
      const app = await bootDatabase({ main: connections[engine.name] }, { basePath: folder, plugins });
      apps.push(app);
      return app;
    };
    try {
      await work({ boot, folder });
      for (const app of apps) expect(await app.close()).toEqual([]);
    } finally {
      for (const app of apps) await app.close();
      if (engine.name !== 'sqlite') await dropDatabase(engine, `${name}_${process.env.JEST_WORKER_ID}`);
    }
  });

const dropDatabase = async (engine: Engine, database: string): Promise<void> => {
  const app = await bootDatabase({ main: engine.connection });
  await sql`drop database if exists ${sql.id(database)}`.execute(anyTables(app));
  await app.close();
};

const insert = (db: MigrationDb, id: number, name = `fruit ${id}`) =>
  db.insertInto('fruits').values({ id, name }).execute();

onEngines((engine) => {
  test('a test begins with the tables of the migrations, and without the rows of the last one', async () => {
    await withPlace(engine, async ({ boot }) => {
      const app = await boot();
      for (const by of ['transaction', 'transaction', 'truncation', 'truncation', 'transaction'] as const) {
        await refreshDatabase(app, { by });
        const db = anyTables(app);
        await assertDatabaseCount(db, 'fruits', 0);
        await insert(db, 1);
        await transaction(db, (trx) => insert(trx, 2));
        await db.transaction().execute((trx) => insert(trx, 3));
        await assertDatabaseCount(db, 'fruits', 3);
      }
      await app.close();
      const next = await boot();
      await assertDatabaseCount(anyTables(next), 'fruits', 0);
    });
  });

  test('each test has the rows of the migrations, whatever the tests before it did with them', async () => {
    await withPlace(engine, async ({ boot, folder }) => {
      const rows = "export const up = (db) => db.insertInto('fruits').values({ id: 50, name: 'migrated' }).execute();";
      writeFileSync(join(folder, 'database/migrations/2_rows.mjs'), rows);
      for (const by of ['transaction', 'truncation', 'truncation', 'transaction', 'truncation'] as const) {
        const app = await boot();
        await refreshDatabase(app, { by });
        const db = anyTables(app);
        await assertDatabaseCount(db, 'fruits', 1);
        await assertDatabaseHas(db, 'fruits', { name: 'migrated' });
        await db.deleteFrom('fruits').execute();
        await insert(db, 1);
        await app.close();
      }
    });
  });

  test('transactions, savepoints and failures of the application are as they are without a test', async () => {
    await withPlace(engine, async ({ boot }) => {
      const app = await boot();
      await refreshDatabase(app);
      const db = anyTables(app);
      await insert(db, 1, 'apple');
      const twice = await insert(db, 2, 'apple').catch((error: unknown) => error);
      expect(await uniqueViolation(twice)).toMatchObject({ columns: ['name'] });
      await expect(
        transaction(db, async (trx) => {
          await insert(trx, 3);
          await insert(trx, 4, 'apple');
        }),
      ).rejects.toThrow();
      const kept = await transaction(db, async (trx) => {
        await insert(trx, 5);
        await sql`savepoint mine`.execute(trx);
        await insert(trx, 6);
        await sql`rollback to savepoint mine`.execute(trx);
        return trx.selectFrom('fruits').select('id').orderBy('id').execute();
      });
      expect(kept).toEqual([{ id: 1 }, { id: 5 }]);
      // At once: they take turns.
      await Promise.all([7, 8, 9].map((id) => transaction(db, (trx) => insert(trx, id))));
      await assertDatabaseCount(db, 'fruits', 5);
    });
  });

  test('rows that a test commits are removed too', async () => {
    await withPlace(engine, async ({ boot }) => {
      const app = await boot();
      await refreshDatabase(app);
      const db = anyTables(app);
      await insert(db, 1);
      // MySQL commits before it makes a table.
      await db.schema.createTable('extra').addColumn('id', 'integer').execute();
      await sql`commit`.execute(db).catch(() => undefined);
      await refreshDatabase(app);
      await assertDatabaseCount(db, 'fruits', 0);
      const tables = await db.introspection.getTables();
      expect(tables.map(({ name }) => name)).not.toContain('extra');
    });
  });

  test('applications that open at once make the tables one after another, as after a test whose time was over', async () => {
    await withPlace(engine, async ({ boot, folder }) => {
      for (const name of ['nuts', 'roots', 'seeds'])
        writeFileSync(join(folder, `database/migrations/2_${name}.mjs`), fruits.replaceAll('fruits', name));
      const apps = [await boot(), await boot(), await boot()];
      await Promise.all(apps.map((app) => refreshDatabase(app, { by: 'truncation' })));
      for (const app of apps) await assertDatabaseCount(anyTables(app), 'seeds', 0);
    });
  });

  test('the database is made once, and again when a migration has changed', async () => {
    await withPlace(engine, async ({ boot, folder }) => {
      const statements: string[] = [];
      const app = await boot(
        definePlugin({
          name: 'statements',
          apply: ({ hookTables }) =>
            hookTables.of('database').query.tap('statements', (event) => void statements.push(event.sql)),
        }),
      );
      await refreshDatabase(app);
      const first = statements.splice(0).length;
      await refreshDatabase(app);
      expect(first).toBeGreaterThan(3);
      expect(statements.filter((statement) => /^create/i.test(statement))).toEqual([]);
      writeFileSync(join(folder, 'database/migrations/2_nuts.mjs'), fruits.replaceAll('fruits', 'nuts'));
      await refreshDatabase(app);
      await assertDatabaseCount(anyTables(app), 'nuts', 0);
    });
  });

  test('seeders run once before the tests that ask for their rows', async () => {
    await withPlace(engine, async ({ boot }) => {
      const app = await boot();
      const db = anyTables(app);
      for (const by of ['transaction', 'transaction', 'truncation'] as const) {
        await refreshDatabase(app, { seed: true, by });
        await assertDatabaseCount(db, 'fruits', 1, { name: 'seeded' });
        await db.deleteFrom('fruits').execute();
      }
      await refreshDatabase(app);
      await assertDatabaseCount(db, 'fruits', 0);
    });
  });

  test('with migrate_on_boot an application finds the tables without refreshDatabase()', async () => {
    await withFolder(async (folder) => {
      mkdirSync(join(folder, 'database/migrations'), { recursive: true });
      writeFileSync(join(folder, 'database/migrations/1_fruits.mjs'), fruits);
      const name = freshName('boot');
      const main: ConnectionConfig =
        engine.connection.driver === 'sqlite'
          ? { driver: 'sqlite', path: 'storage/{worker}.sqlite' }
          : { ...engine.connection, database: `${name}_{worker}` };
      const app = await bootDatabase({ main }, { basePath: folder, config: { database: { migrate_on_boot: true } } });
      try {
        await assertDatabaseCount(anyTables(app), 'fruits', 0);
      } finally {
        await app.close();
        if (engine.name !== 'sqlite') await dropDatabase(engine, `${name}_${process.env.JEST_WORKER_ID}`);
      }
    });
  });

  test('assertions tell what the table has', async () => {
    await withPlace(engine, async ({ boot }) => {
      const app = await boot();
      await refreshDatabase(app);
      const db = anyTables(app);
      await db.insertInto('fruits').values({ id: 1, name: null }).execute();
      await assertDatabaseHas(db, 'fruits', { id: 1, name: null });
      await assertDatabaseMissing(db, 'fruits', { id: 1, name: 'apple' });
      await expect(assertDatabaseHas(db, 'fruits', { id: 2 })).rejects.toThrow(
        'No row of "fruits" has { id: 2 }.\n\nRows of "fruits":\n  { id: 1, name: null }',
      );
      await expect(assertDatabaseMissing(db, 'fruits', { id: 1 })).rejects.toThrow('1 rows of "fruits" have { id: 1 }');
      const failure = await assertDatabaseCount(db, 'fruits', 2).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'ERR_ASSERTION', stack: expect.stringContaining('refresh.test') });
    });
  });
});

onEngine(pgsql)('a database that is not for tests', () => {
  test('is left alone', async () => {
    const app = await bootDatabase({ main: pgsql.connection });
    await expect(refreshDatabase(app)).rejects.toMatchObject({ code: 'E_DATABASE_TESTS' });
    await app.close();
  });
});

test('a database in memory is refreshed like any other', async () => {
  await withFolder(async (folder) => {
    mkdirSync(join(folder, 'database/migrations'), { recursive: true });
    writeFileSync(join(folder, 'database/migrations/1_fruits.mjs'), fruits);
    const app = await bootDatabase({ main: sqlite.connection }, { basePath: folder });
    const db = anyTables(app);
    for (const id of [1, 1]) {
      await refreshDatabase(app);
      await insert(db, id);
      await app.facades.Migrator().latest();
    }
    await app.close();
  });
});

test('only tests have workers, and only tests refresh', async () => {
  const main: ConnectionConfig = { driver: 'sqlite', path: 'storage/{worker}.sqlite' };
  await expect(bootDatabase({ main }, { env: { APP_ENV: 'development' } })).rejects.toMatchObject({
    code: 'E_DATABASE_WORKER',
  });
  const app = await bootDatabase({ main: sqlite.connection }, { env: { APP_ENV: 'development' } });
  await expect(refreshDatabase(app)).rejects.toMatchObject({ code: 'E_DATABASE_TESTS' });
  await app.close();
});
