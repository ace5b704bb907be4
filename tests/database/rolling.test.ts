import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, type MigrationDb, sql } from '@taproot/database';
import { anyTables, bootDatabase, withFolder } from './support/application.ts';
import { withConsole } from './support/console.ts';
import { type Engine, mysql, mysqlUrl, onEngine, onEngines, pgsql, pgsqlUrl } from './support/engines.ts';
import { OutageProxy } from './support/outage-proxy.ts';
import { withOwnDatabase } from './support/own-database.ts';
import { Signal } from './support/signal.ts';

interface Reported {
  readonly code: string;
  readonly message: string;
}

/** A version of an application: its folder has these migrations. */
const writeVersion = async (folder: string, migrations: Readonly<Record<string, string>>): Promise<void> => {
  await mkdir(join(folder, 'database/migrations'), { recursive: true });
  for (const [name, source] of Object.entries(migrations))
    await writeFile(join(folder, 'database/migrations', `${name}.mjs`), source);
};

const creates = (table: string): string => `
  export const up = (db) => db.schema.createTable('${table}').addColumn('id', 'integer').execute();`;

/** Keeps what an application reports. */
const keeping = (reports: Reported[], heard: (report: Reported) => void = () => undefined) =>
  definePlugin({
    name: 'keeping',
    apply: (app) =>
      app.hooks.report.tap('keeping', (error) => {
        reports.push(error as Reported);
        heard(error as Reported);
      }),
  });

interface Version {
  readonly folder: string;
  readonly connection: ConnectionConfig;
  readonly reports?: Reported[];
  readonly heard?: (report: Reported) => void;
  /** Seconds. */
  readonly bootTimeout?: number;
}

/** A process of a version in production, whose start migrates. */
const process = ({ folder, connection, reports = [], heard, bootTimeout = 10 }: Version): Promise<Application> =>
  bootDatabase(
    { main: connection },
    {
      basePath: folder,
      env: { APP_ENV: 'production' },
      config: { app: { boot_timeout: bootTimeout }, database: { migrate_on_boot: true } },
      plugins: [keeping(reports, heard)],
    },
  );

/** Two versions on one database: the second one has more migrations. */
const withVersions = (
  engine: Engine,
  work: (older: string, newer: string, connection: ConnectionConfig) => Promise<void>,
): Promise<void> =>
  withFolder((folder) =>
    withOwnDatabase(engine, folder, async (connection) => {
      const [older, newer] = [join(folder, 'older'), join(folder, 'newer')];
      await writeVersion(older, { '1_a': creates('a') });
      await writeVersion(newer, { '1_a': creates('a'), '2_b': creates('b') });
      await work(older, newer, connection);
    }),
  );

onEngines((engine) => {
  test('an older version starts and serves beside a newer schema, and says so once', async () => {
    await withVersions(engine, async (older, newer, connection) => {
      const next = await process({ folder: newer, connection });
      await next.open();
      const reports: Reported[] = [];
      const before = await process({ folder: older, connection, reports });
      await before.open();
      expect(reports).toMatchObject([{ code: 'E_MIGRATION_NEWER', message: expect.stringContaining('2_b') }]);
      expect(await sql`select id from b`.execute(anyTables(before))).toMatchObject({ rows: [] });
      await expect(before.facades.Migrator().latest()).rejects.toMatchObject({ code: 'E_MIGRATION_MISSING' });
      await expect(before.facades.Migrator().rollback()).rejects.toMatchObject({ code: 'E_MIGRATION_MISSING' });
      expect([await before.close(), await next.close()]).toEqual([[], []]);
    });
  });

  test('a version that has migrations of its own to run is another branch, and does not start', async () => {
    await withVersions(engine, async (older, newer, connection) => {
      const next = await process({ folder: newer, connection });
      await next.open();
      await writeVersion(older, { '2_c': creates('c') });
      const before = await process({ folder: older, connection });
      const missing = { code: 'E_MIGRATION_MISSING', message: expect.stringContaining('2_b') };
      await expect(before.open()).rejects.toMatchObject(missing);
      expect([await before.close(), await next.close()]).toEqual([[], []]);
    });
  });
});

/** The lock of migrations, as another process takes it. */
const locks = {
  pgsql: {
    take: sql`select pg_advisory_lock(3853314791062309107)`,
    release: sql`select pg_advisory_unlock(3853314791062309107)`,
    id: sql<{ id: number }>`select pg_backend_pid() as id`,
    waiters: sql`
      select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  },
  mysql: {
    take: sql`select get_lock('ea586330-2c93-47c8-908d-981d9d270f9d', 10)`,
    release: sql`select release_lock('ea586330-2c93-47c8-908d-981d9d270f9d')`,
    id: sql<{ id: number }>`select connection_id() as id`,
    waiters: sql`select 1 from information_schema.processlist where db = database() and info like 'select get_lock(%'`,
  },
};

for (const engine of [pgsql, mysql])
  onEngine(engine)(`on ${engine.name}, a start that has to wait`, () => {
    beforeEach(() => {
      // The notices come every five seconds.
      jest.useFakeTimers({ doNotFake: [...notIntervals] });
    });

    afterEach(() => {
      jest.useRealTimers();
    });

    const { take, release, id, waiters } = locks[engine.name];

    /** Lets five seconds pass for notices, until one has come. */
    const untilHeard = async (notice: Signal, opened: Promise<void>): Promise<void> => {
      const heard = { yet: false };
      const end = () => void (heard.yet = true);
      notice.sent.then(end, end);
      // A start that fails gives no notice.
      opened.then(end, end);
      while (!heard.yet) {
        jest.advanceTimersByTime(5000);
        await new Promise(setImmediate);
      }
    };

    /** Another process, with a connection of its own in which it keeps a lock. */
    const withOther = async (connection: ConnectionConfig, work: (db: MigrationDb) => Promise<void>): Promise<void> => {
      const other = await bootDatabase({ main: connection });
      await anyTables(other)
        .connection()
        .execute((db) => work(db));
      expect(await other.close()).toEqual([]);
    };

    test('waits for the migrations of another process beyond boot_timeout, and says for whom', async () => {
      await withVersions(engine, async (_older, newer, connection) => {
        await withOther(connection, async (db) => {
          await take.execute(db);
          const notice = new Signal();
          const reports: Reported[] = [];
          const waiting = await process({
            folder: newer,
            connection,
            bootTimeout: 0.01,
            reports,
            heard: ({ code }) => code === 'E_MIGRATION_WAITING' && notice.send(),
          });
          const opened = waiting.open();
          await untilHeard(notice, opened);
          const other = (await id.execute(db)).rows[0]?.id;
          expect(reports.map(({ message }) => message)).toContainEqual(
            expect.stringContaining(`the connection ${other} from `),
          );
          await release.execute(db);
          await opened;
          expect(await sql`select id from b`.execute(anyTables(waiting))).toMatchObject({ rows: [] });
          expect(await waiting.close()).toEqual([]);
        });
      });
    });

    test('an older version that waited for a newer one starts beside its schema', async () => {
      await withVersions(engine, async (older, newer, connection) => {
        const first = await process({ folder: older, connection });
        await first.open();
        expect(await first.close()).toEqual([]);
        await withOther(connection, async (db) => {
          await take.execute(db);
          const reports: Reported[] = [];
          const waiting = await process({ folder: newer, connection, reports });
          const opened = waiting.open();
          while ((await waiters.execute(db)).rows.length === 0) await new Promise(setImmediate);
          const timestamp = new Date().toISOString();
          for (const name of ['2_b', '3_newest'])
            await db.insertInto('kysely_migration').values({ name, timestamp }).execute();
          await release.execute(db);
          await opened;
          expect(reports).toMatchObject([{ code: 'E_MIGRATION_NEWER', message: expect.stringContaining('3_newest') }]);
          expect(await waiting.close()).toEqual([]);
        });
      });
    });

    test('a migration of its own may take longer than boot_timeout, and its name is said', async () => {
      await withVersions(engine, async (older, _newer, connection) => {
        const locked =
          engine.name === 'pgsql'
            ? { take: sql`select pg_advisory_lock(17)`, release: sql`select pg_advisory_unlock(17)` }
            : { take: sql`select get_lock('taproot_long', 10)`, release: sql`select release_lock('taproot_long')` };
        const waits = engine.name === 'pgsql' ? 'select pg_advisory_xact_lock(17)' : `do get_lock('taproot_long', 10)`;
        await writeVersion(older, {
          '2_long': `
            import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
            export const up = (db) => sql\`${waits}\`.execute(db);`,
        });
        await withOther(connection, async (db) => {
          await locked.take.execute(db);
          const notice = new Signal();
          const heard = ({ code, message }: Reported) =>
            code === 'E_MIGRATION_RUNNING' && message.includes('2_long') && notice.send();
          const migrating = await process({ folder: older, connection, heard, bootTimeout: 0.01 });
          const opened = migrating.open();
          await untilHeard(notice, opened);
          await locked.release.execute(db);
          await opened;
          expect((await migrating.facades.Migrator().status()).map(({ ran }) => ran !== null)).toEqual([true, true]);
          expect(await migrating.close()).toEqual([]);
        });
      });
    });
  });

const notIntervals = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

for (const [engine, url] of [
  [pgsql, pgsqlUrl],
  [mysql, mysqlUrl],
] as const)
  onEngine(engine)(`on ${engine.name}, a start without a database`, () => {
    const through = (connection: ConnectionConfig, proxy: OutageProxy) =>
      ({ ...connection, host: '127.0.0.1', port: proxy.port, connect_timeout: 1 }) as ConnectionConfig;

    test('tries again until the database answers, and says so once', async () => {
      await withVersions(engine, async (older, _newer, connection) => {
        const proxy = await OutageProxy.before(new URL(url));
        proxy.cut();
        const reports: Reported[] = [];
        const app = await process({
          folder: older,
          connection: through(connection, proxy),
          reports,
          heard: () => proxy.open(),
        });
        await app.open();
        expect(reports).toMatchObject([{ code: 'E_MIGRATION_UNREACHED' }]);
        expect(await sql`select id from a`.execute(anyTables(app))).toMatchObject({ rows: [] });
        expect(await app.close()).toEqual([]);
        proxy.close();
      });
    });

    test('gives up after boot_timeout, with the error of the database', async () => {
      await withVersions(engine, async (older, _newer, connection) => {
        const proxy = await OutageProxy.before(new URL(url));
        proxy.cut();
        const reports: Reported[] = [];
        const terms = { folder: older, connection: through(connection, proxy), reports, bootTimeout: 0.5 };
        const app = await process(terms);
        await expect(app.open()).rejects.toMatchObject({ code: 'E_DATABASE_UNAVAILABLE' });
        expect(reports).toMatchObject([{ code: 'E_MIGRATION_UNREACHED' }]);
        await app.close();
        proxy.close();
      });
    });
  });

describe('migrate --check', () => {
  test('exits with 1 while a migration is pending or a draft, and runs none', async () => {
    await withConsole(async (call, folder) => {
      const check = async () => await call('migrate --check');
      expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('nothing to migrate') });
      await writeVersion(folder, { '1_a': creates('a') });
      for (let times = 0; times < 2; times++)
        expect(await check()).toMatchObject({ code: 1, output: expect.stringMatching(/pending {2}1_a/) });
      expect(await call('migrate')).toMatchObject({ code: 0 });
      expect(await check()).toMatchObject({ code: 0 });
      await writeVersion(folder, { '2_b': `export const draft = true;${creates('b')}` });
      expect(await check()).toMatchObject({ code: 1, output: expect.stringMatching(/draft {2}2_b/) });
    });
  });

  test('an older version is ready when a newer one has migrated, but migrate refuses', async () => {
    await withConsole(async (call, _folder, app) => {
      const db = anyTables(app);
      await sql`create table kysely_migration (name varchar(255), timestamp varchar(255))`.execute(db);
      await sql`insert into kysely_migration values ('9_newer', '2026-01-01T00:00:00.000Z')`.execute(db);
      expect(await call('migrate --check')).toMatchObject({ code: 0 });
      expect(await call('migrate')).toMatchObject({ code: 1 });
    });
  });
});
