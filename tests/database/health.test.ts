import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { anyTables, bootDatabase, withFolder } from './support/application.ts';
import { onEngines, pgsql } from './support/engines.ts';

const check = async (app: Application, signal = new AbortController().signal): Promise<unknown> =>
  app.registry.health.get('database')?.check(signal);

const nowhere = { driver: 'pgsql', url: 'postgres://nobody@127.0.0.1:1/none' } as const;

onEngines((engine) => {
  test('the health check asks the default connection', async () => {
    const app = await bootDatabase({ main: engine.connection, unused: nowhere });
    expect(app.registry.health.get('database')?.plugin).toBe('database');
    await check(app);
    expect(await app.close()).toEqual([]);
    await expect(check(app)).rejects.toThrow();
  });
});

test('the health check fails with a default connection that is down, and with another one once it is in use', async () => {
  const down = await bootDatabase({ main: nowhere });
  await expect(check(down)).rejects.toThrow();
  await down.close();
  const app = await bootDatabase({ main: { driver: 'sqlite', path: ':memory:' }, down: nowhere });
  await check(app);
  await anyTables(app)
    .selectFrom('a')
    .selectAll()
    .execute()
    .catch(() => undefined);
  await check(app);
  await anyTables(app, 'down')
    .selectFrom('a')
    .selectAll()
    .execute()
    .catch(() => undefined);
  await expect(check(app)).rejects.toThrow();
  await app.close();
});

test('the health check sends no statement once it was given up', async () => {
  const app = await bootDatabase({ main: pgsql.connection });
  await expect(check(app, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  await app.close();
});

test('the check of migrations fails while one has not run, and names it', async () => {
  await withFolder(async (folder) => {
    const up = `export const up = (db) => db.schema.createTable('posts').addColumn('id', 'integer').execute();`;
    await writeFile(join(folder, '2026_create_posts.mjs'), up);
    const config = { database: { migrations: pathToFileURL(`${folder}/`) } };
    const app = await bootDatabase({ main: { driver: 'sqlite', path: ':memory:' } }, { config });
    const migrations = async (): Promise<unknown> =>
      app.registry.health.get('migrations')?.check(new AbortController().signal);
    await expect(migrations()).rejects.toMatchObject({
      code: 'E_MIGRATION_PENDING',
      message: 'Migrations have not run: 2026_create_posts.',
    });
    await app.facades.Migrator().latest();
    await expect(migrations()).resolves.toBeUndefined();
    await app.close();
    // All have run: the database is not asked again.
    await expect(migrations()).resolves.toBeUndefined();
  });
});
