import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { database, sql } from '@taproot/database';
import { program } from '../support/program.ts';
import { anyTables, bootDatabase, withFolder } from './support/application.ts';
import { type Engine, freshName, onEngines, sqlite } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';
import { Signal } from './support/signal.ts';

interface Folder {
  readonly basePath: string;
  readonly write: (name: string, content: string) => Promise<void>;
}

const withMigrations = (
  engine: Engine,
  work: (app: Application, folder: Folder) => Promise<void>,
  more: object = {},
): Promise<void> =>
  withFolder((basePath) =>
    withOwnDatabase(engine, basePath, async (connection) => {
      const migrations = join(basePath, 'database', 'migrations');
      await mkdir(migrations, { recursive: true });
      const app = await bootDatabase({ main: connection }, { basePath, config: { database: more } });
      try {
        await work(app, { basePath, write: (name, content) => writeFile(join(migrations, name), content) });
        expect(await app.close()).toEqual([]);
      } finally {
        await app.close();
      }
    }),
  );

const creates = (table: string): string => `
  export const up = (db) => db.schema.createTable('${table}').addColumn('id', 'integer').execute();
  export const down = (db) => db.schema.dropTable('${table}').execute();
`;

const tablesOf = async (app: Application): Promise<string[]> =>
  (await anyTables(app).introspection.getTables()).map(({ name }) => name).sort();

onEngines((engine) => {
  test('run once each, in the order of their names, and are undone the other way round', async () => {
    await withMigrations(engine, async (app, { write }) => {
      const migrator = app.facades.Migrator();
      expect([await migrator.latest(), await migrator.rollback(), await migrator.status()]).toEqual([[], [], []]);
      await write('2_b.mjs', creates('b'));
      await write('1_a.mjs', creates('a'));
      await write('note.d.ts', 'nothing');
      await write('readme.md', 'nothing');
      expect(await migrator.status()).toEqual([
        { name: '1_a', ran: null, missing: false, draft: false },
        { name: '2_b', ran: null, missing: false, draft: false },
      ]);
      expect(await migrator.latest()).toEqual(['1_a', '2_b']);
      expect(await migrator.latest()).toEqual([]);
      await write('3_c.mjs', creates('c'));
      await write('0_late.mjs', creates('late'));
      expect(await migrator.latest()).toEqual(['0_late', '3_c']);
      expect(await tablesOf(app)).toEqual(['a', 'b', 'c', 'late']);
      expect((await migrator.status()).map(({ name, ran }) => [name, ran instanceof Date])).toEqual([
        ['0_late', true],
        ['1_a', true],
        ['2_b', true],
        ['3_c', true],
      ]);
      expect(await migrator.rollback()).toEqual(['3_c']);
      expect(await migrator.rollback({ step: 2 })).toEqual(['0_late', '2_b']);
      expect(await tablesOf(app)).toEqual(['a']);
      expect(await migrator.rollback({ step: 9 })).toEqual(['1_a']);
      expect(await migrator.rollback()).toEqual([]);
      expect(await migrator.latest()).toEqual(['0_late', '1_a', '2_b', '3_c']);
    });
  });

  test('a migration that fails is told by its name, with its reason and what became of the others', async () => {
    await withMigrations(engine, async (app, { write }) => {
      await write('1_a.mjs', creates('a'));
      await write(
        '2_b.mjs',
        `export const up = async (db) => {
          await db.schema.createTable('b').addColumn('id', 'integer').execute();
          await db.insertInto('nowhere').values({ id: 1 }).execute();
        };
        export const down = () => { throw new Error('not back'); };`,
      );
      await write('3_c.mjs', creates('c'));
      const failure: unknown = await app.facades
        .Migrator()
        .latest()
        .catch((error: unknown) => error);
      const mysql = engine.name === 'mysql';
      expect(failure).toMatchObject({
        code: 'E_MIGRATION_FAILED',
        message: expect.stringMatching(/^The migration "2_b" failed in up\(\): .*nowhere/),
      });
      expect(failure).toMatchObject({
        message: expect.stringContaining(
          mysql
            ? 'what it did before it failed stays, and so do 1_a.'
            : 'All of this run was rolled back, 1_a before it',
        ),
      });
      expect(await tablesOf(app)).toEqual(mysql ? ['a', 'b'] : []);
      expect((await app.facades.Migrator().status()).filter(({ ran }) => ran !== null)).toHaveLength(mysql ? 1 : 0);
    });
  });

  test('D-1: a draft does not run and is not recorded; it runs when its author has removed the line', async () => {
    await withMigrations(engine, async (app, { basePath, write }) => {
      await write('1_draft.mjs', `export const draft = true;${creates('draft')}`);
      await write('2_b.mjs', creates('b'));
      const written = join(basePath, 'written');
      await mkdir(written);
      // A module is read once in a process, so the written file is another one of the same name.
      await writeFile(join(written, '1_draft.mjs'), creates('draft'));
      await writeFile(join(written, '2_b.mjs'), creates('b'));
      const main = { ...app.config.database.connections['main'], driver: engine.name };
      const open = async (config: object) => {
        const warnings: string[] = [];
        const watching = definePlugin({
          name: 'watching',
          apply: ({ hooks }) =>
            hooks.report.tap('watching', (error, { warning }) => {
              if (warning) warnings.push(String(error));
            }),
        });
        const options = { basePath, env: { APP_ENV: 'development' }, config, plugins: [watching] };
        const one = await bootDatabase({ main }, options);
        await one.open();
        return { one, warnings };
      };
      const before = await open({ database: { migrate_on_boot: true } });
      expect(before.warnings).toEqual([expect.stringMatching(/still drafts and did not run: 1_draft\./)]);
      expect(await tablesOf(app)).toEqual(['b']);
      expect(await before.one.facades.Migrator().status()).toMatchObject([
        { name: '1_draft', ran: null, draft: true },
        { name: '2_b', ran: expect.any(Date), draft: false },
      ]);
      expect(await before.one.facades.Migrator().rollback()).toEqual(['2_b']);
      expect(await before.one.close()).toEqual([]);

      const after = await open({ database: { migrate_on_boot: true, migrations: pathToFileURL(written) } });
      expect(after.warnings).toEqual([]);
      expect(await tablesOf(app)).toEqual(['b', 'draft']);
      // A line that comes back does not unmake what ran.
      expect(await app.facades.Migrator().latest()).toEqual([]);
      expect(await app.facades.Migrator().status()).toMatchObject([{ draft: false }, { draft: false }]);
      expect(await app.facades.Migrator().rollback({ step: 2 })).toEqual(['2_b', '1_draft']);
      expect(await after.one.close()).toEqual([]);
    });
  });

  test('a migration is not held to transaction_timeout', async () => {
    await withMigrations(engine, async (app, { basePath, write }) => {
      await write(
        'a.mjs',
        `import { setImmediate } from 'node:timers/promises';
        export const up = async (db) => {
          await db.schema.createTable('a').addColumn('id', 'integer').execute();
          for (const end = performance.now() + 300; performance.now() < end; await setImmediate())
            await db.selectFrom('a').selectAll().execute();
        };`,
      );
      const main = { ...app.config.database.connections['main'], driver: engine.name, transaction_timeout: 0.1 };
      const other = await bootDatabase({ main }, { basePath });
      expect(await other.facades.Migrator().latest()).toEqual(['a']);
      expect(await other.close()).toEqual([]);
      expect(await tablesOf(app)).toEqual(['a']);
    });
  });

  test('a rollback that cannot be is refused before it begins, or told where it failed', async () => {
    await withMigrations(engine, async (app, { write }) => {
      await write('1_a.mjs', creates('a'));
      await write('2_b.mjs', 'export const up = async () => undefined;');
      const migrator = app.facades.Migrator();
      expect(await migrator.latest()).toEqual(['1_a', '2_b']);
      await expect(migrator.rollback({ step: 2 })).rejects.toMatchObject({ code: 'E_MIGRATION_ONE_WAY' });
      expect(await tablesOf(app)).toEqual(['a']);
      await write(
        '3_c.mjs',
        `export const up = async () => undefined;
        export const down = async () => { throw new Error('not back'); };`,
      );
      expect(await migrator.latest()).toEqual(['3_c']);
      await expect(migrator.rollback()).rejects.toMatchObject({
        code: 'E_MIGRATION_FAILED',
        message: expect.stringContaining('"3_c" failed in down(): not back'),
      });
    });
  });

  test('of several processes that migrate at once, one does the work and none fails', async () => {
    await withMigrations(engine, async (app, { basePath, write }) => {
      for (const name of ['a', 'b', 'c', 'd']) await write(`${name}.mjs`, creates(name));
      const config = JSON.stringify({ basePath, connections: app.config.database.connections });
      const replies = await Promise.all(
        Array.from({ length: 2 }, async () => {
          const script = program(join(import.meta.dirname, 'fixtures', 'migrating-process.ts'));
          const child = spawn(process.execPath, [script, config], { stdio: ['ignore', 'pipe', 'inherit'] });
          const ended = once(child, 'close');
          const said = await text(child.stdout);
          await ended;
          return { said, code: child.exitCode };
        }),
      );
      expect(replies.map(({ code }) => code)).toEqual([0, 0]);
      expect(
        replies
          .flatMap(({ said }) => said.trim().split(' '))
          .filter(Boolean)
          .sort(),
      ).toEqual(['a', 'b', 'c', 'd']);
      expect(await tablesOf(app)).toEqual(['a', 'b', 'c', 'd']);
    });
  }, 60_000);

  test('many applications of one process that start at once migrate once', async () => {
    await withMigrations(engine, async (app, { basePath, write }) => {
      await write('a.mjs', creates('a'));
      const { connections } = app.config.database;
      const options = { basePath, config: { database: { migrate_on_boot: true } } };
      const apps = await Promise.all(
        Array.from({ length: 4 }, () =>
          bootDatabase({ main: { ...connections['main'], driver: engine.name } }, options),
        ),
      );
      await Promise.all(apps.map((one) => one.open()));
      expect(await app.facades.Migrator().latest()).toEqual([]);
      for (const one of apps) expect(await one.close()).toEqual([]);
    });
  });
});

test.each([
  ['goes back, too', "drop table b; delete from kysely_migration where name in ('2_b', '3_c'); drop table c"],
  ['goes on', "insert into kysely_migration values ('4_d', '9999-01-01T00:00:00.000Z')"],
])('a rollback that waits for another process that %s does nothing of its own', async (_what, statements) => {
  await withMigrations(sqlite, async (app, { basePath, write }) => {
    for (const name of ['1_a', '2_b', '3_c', '4_d']) await write(`${name}.mjs`, creates(name.slice(2)));
    const db = anyTables(app);
    await app.facades.Migrator().latest();
    await sql`drop table d`.execute(db);
    await sql`delete from kysely_migration where name = '4_d'`.execute(db);
    const looked = new Signal();
    const watching = definePlugin({
      name: 'watching',
      after: ['database'],
      apply: ({ facades }) =>
        facades.Databases().hooks.query.tap('watching', (query) => {
          if (/^select .*from "kysely_migration"$/.test(query.sql)) looked.send();
        }),
    });
    const other = await setup(null, { basePath, env: { APP_ENV: 'testing' } })
      .withPlugins([database(), watching])
      .withConfig({ database: { default: 'main', connections: app.config.database.connections } })
      .create();
    const writing = await db.startTransaction().execute();
    const rollback = other.facades.Migrator().rollback();
    await looked.sent;
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(writing);
    await writing.commit().execute();
    const before = await tablesOf(app);
    await expect(rollback).rejects.toMatchObject({ code: 'E_MIGRATION_MOVED' });
    expect(await tablesOf(app)).toEqual(before);
    expect(await other.close()).toEqual([]);
  });
});

test('on SQLite a migration waits longer for the file than a query does', async () => {
  await withMigrations(sqlite, async (app, { basePath, write }) => {
    await write('a.mjs', creates('a'));
    const db = anyTables(app);
    await sql`create table t (a integer)`.execute(db);
    const file = { ...app.config.database.connections['main'], driver: 'sqlite', busy_timeout: 0.05 } as const;
    const other = await bootDatabase({ main: file }, { basePath });
    const writing = await db.startTransaction().execute();
    const migrating = other.facades.Migrator().latest();
    for (let tries = 0; tries < 3; tries++)
      await expect(sql`insert into t values (1)`.execute(anyTables(other))).rejects.toMatchObject({
        code: 'E_DATABASE_LOCKED',
      });
    await writing.commit().execute();
    expect(await migrating).toEqual(['a']);
    expect(await other.close()).toEqual([]);
  });
});

test.each(['testing', 'staging', 'production'])(
  'D-1: with APP_ENV=%s a draft stops the boot and migrate, and nothing runs',
  async (environment) => {
    await withMigrations(sqlite, async (app, { basePath, write }) => {
      await write('1_a.mjs', creates('a'));
      await write('2_draft.mjs', `export const draft = true;${creates('draft')}`);
      const { connections } = app.config.database;
      const boot = async (config: object): Promise<Application> => {
        const main = { ...connections['main'], driver: 'sqlite' } as const;
        const one = await bootDatabase({ main }, { basePath, env: { APP_ENV: environment }, config });
        await one.open();
        return one;
      };
      const draft = {
        code: 'E_MIGRATION_DRAFT',
        message: expect.stringContaining('2_draft'),
        fix: expect.stringContaining('remove the line `export const draft = true;`'),
      };
      await expect(boot({ database: { migrate_on_boot: true } })).rejects.toMatchObject(draft);
      const waiting = await boot({});
      await expect(waiting.facades.Migrator().latest()).rejects.toMatchObject(draft);
      expect(await tablesOf(app)).toEqual([]);
      expect(await waiting.close()).toEqual([]);
    });
  },
);

test('a migration whose file is gone stops everything', async () => {
  await withMigrations(sqlite, async (app, { basePath, write }) => {
    await write('1_a.mjs', creates('a'));
    await app.facades.Migrator().latest();
    await rm(join(basePath, 'database', 'migrations', '1_a.mjs'));
    await write('2_b.mjs', creates('b'));
    const gone = { code: 'E_MIGRATION_MISSING', message: expect.stringContaining('1_a') };
    await expect(app.facades.Migrator().latest()).rejects.toMatchObject(gone);
    await expect(app.facades.Migrator().rollback()).rejects.toMatchObject(gone);
    expect(await app.facades.Migrator().status()).toMatchObject([
      { name: '1_a', missing: true },
      { name: '2_b', ran: null, missing: false, draft: false },
    ]);
    expect(await tablesOf(app)).toEqual(['a']);
  });
});

test.each([
  ['export const up = 1;', 'it exports no function up'],
  ["throw new Error('broken');", 'broken'],
])('a file with %p is told by its path', async (content, reason) => {
  await withMigrations(sqlite, async (app, { write }) => {
    await write('1_a.mjs', creates('a'));
    await write('2_b.mjs', content);
    await expect(app.facades.Migrator().latest()).rejects.toMatchObject({
      code: 'E_MIGRATION_LOAD',
      message: expect.stringMatching(new RegExp(`2_b\\.mjs cannot be loaded: ${reason}`)),
    });
    expect(await tablesOf(app)).toEqual([]);
  });
});

test('the folder may be a file URL', async () => {
  await withFolder(async (basePath) => {
    await writeFile(join(basePath, '1_a.mjs'), creates('a'));
    for (const migrations of [pathToFileURL(`${basePath}/`), pathToFileURL(basePath).href]) {
      const app = await bootDatabase({ main: sqlite.connection }, { config: { database: { migrations } } });
      expect(await app.facades.Migrator().latest()).toEqual(['1_a']);
      await app.close();
    }
  });
});

test('a folder that is not there is an error when somebody named it', async () => {
  await withFolder(async (basePath) => {
    const named = await bootDatabase(
      { main: { driver: 'sqlite', path: ':memory:' } },
      { basePath, config: { database: { migrations: freshName('migrations') } } },
    );
    await expect(named.facades.Migrator().latest()).rejects.toMatchObject({ code: 'E_MIGRATION_FOLDER' });
    await named.close();
  });
});
