import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { ConnectionConfig } from '@taproot/database';
import { increments, sql } from '@taproot/database';
import { anyTables, withFolder } from './support/application.ts';
import { type Call, withConsole } from './support/console.ts';
import { type Engine, onEngines } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

const crates = `
  export const up = (db) => db.schema.createTable('crates').addColumn('id', 'integer', (c) => c.primaryKey()).execute();
  export const down = (db) => db.schema.dropTable('crates').execute();
`;
const boxes = `
  export const up = async (db) => {
    await db.schema.createTable('boxes').addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('crate_id', 'integer', (c) => c.notNull().references('crates.id')).execute();
    await db.schema.createView('box_ids').as(db.selectFrom('boxes').select('id')).execute();
  };
  export const down = async (db) => {
    await db.schema.dropView('box_ids').execute();
    await db.schema.dropTable('boxes').execute();
  };
`;

const seeders = {
  '10_boxes.mjs': "export const seed = (db) => db.insertInto('boxes').values({ id: 1, crate_id: 7 }).execute();",
  '02_crates.mjs': "export const seed = (db) => db.insertInto('crates').values({ id: 7 }).execute();",
};

const withFiles = (
  engine: Engine,
  work: (call: Call, app: Application, folder: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> =>
  withFolder((own) =>
    withOwnDatabase(engine, own, (connection: ConnectionConfig) =>
      withConsole(
        async (call, folder, app) => {
          mkdirSync(join(folder, 'database/seeders'), { recursive: true });
          writeFileSync(join(folder, 'database/migrations/1_crates.mjs'), crates);
          writeFileSync(join(folder, 'database/migrations/2_boxes.mjs'), boxes);
          for (const [file, text] of Object.entries(seeders))
            writeFileSync(join(folder, 'database/seeders', file), text);
          await work(call, app, folder);
        },
        connection,
        env,
      ),
    ),
  );

const tablesOf = async (app: Application): Promise<string[]> =>
  (await anyTables(app).introspection.getTables()).map(({ name }) => name).sort();

const rowsOf = async (app: Application): Promise<unknown> => ({
  crates: await anyTables(app).selectFrom('crates').selectAll().execute(),
  boxes: await anyTables(app).selectFrom('boxes').selectAll().execute(),
});

const seeded = { crates: [{ id: 7 }], boxes: [{ id: 1, crate_id: 7 }] };

onEngines((engine) => {
  test('migrate:fresh drops what is there, whatever made it, and begins anew, twice', async () => {
    await withFiles(engine, async (call, app) => {
      expect(await call('migrate')).toMatchObject({ code: 0 });
      await sql`create table stray (id integer)`.execute(anyTables(app));
      for (let round = 0; round < 2; round++) {
        expect(await call('migrate:fresh --seed --force')).toEqual({
          code: 0,
          output: 'ran  1_crates\nran  2_boxes\nseeded  02_crates\nseeded  10_boxes\n',
        });
        expect(await tablesOf(app)).toEqual(['box_ids', 'boxes', 'crates']);
        expect(await rowsOf(app)).toEqual(seeded);
      }
      // The references hold again.
      await expect(anyTables(app).insertInto('boxes').values({ id: 2, crate_id: 8 }).execute()).rejects.toThrow();
    });
  });

  test('migrate:refresh goes down and up again, and leaves tables of others alone', async () => {
    await withFiles(engine, async (call, app) => {
      await call('migrate');
      await sql`create table stray (id integer)`.execute(anyTables(app));
      expect(await call('migrate:refresh --seed --force')).toEqual({
        code: 0,
        output: 'undone  2_boxes\nundone  1_crates\nran  1_crates\nran  2_boxes\nseeded  02_crates\nseeded  10_boxes\n',
      });
      expect(await tablesOf(app)).toEqual(['box_ids', 'boxes', 'crates', 'stray']);
      expect(await rowsOf(app)).toEqual(seeded);
    });
  });

  test('db:wipe drops tables that count up and were altered later, in whatever order the engine lists them', async () => {
    await withFiles(engine, async (call, app) => {
      const db = anyTables(app);
      for (let table = 0; table < 8; table++) {
        await db.schema.createTable(`jars_${table}`).addColumn('id', increments()).execute();
        // PostgreSQL then lists the sequence before its table.
        for (let column = 0; column < 4; column++)
          await db.schema.alterTable(`jars_${table}`).addColumn(`lid_${column}`, 'integer').execute();
      }
      expect(await call('db:wipe --force')).toMatchObject({ code: 0 });
      expect(await tablesOf(app)).toEqual([]);
    });
  });

  test('db:wipe leaves an empty database, whose tables exists and unique ask for again', async () => {
    await withFiles(engine, async (call, app) => {
      await call('migrate');
      expect(await call('db:wipe --force')).toEqual({ code: 0, output: 'Every table was dropped.\n' });
      expect(await tablesOf(app)).toEqual([]);
      expect((await app.facades.Migrator().status()).map(({ ran }) => ran)).toEqual([null, null]);
      expect(await call('db:wipe --force')).toMatchObject({ code: 0 });
    });
  });

  test('db:seed runs all seeders in order, or those that are named', async () => {
    await withFiles(engine, async (call, app) => {
      await call('migrate');
      expect(await call('db:seed crates')).toEqual({ code: 0, output: 'seeded  02_crates\n' });
      expect(await call('db:seed 10_boxes')).toEqual({ code: 0, output: 'seeded  10_boxes\n' });
      expect(await rowsOf(app)).toEqual(seeded);
      expect(await call('db:seed crate')).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^E_SEEDER_UNKNOWN.*"crates"/),
      });
      // The second time, a row is there already.
      expect(await call('db:seed')).toMatchObject({ code: 1 });
    });
  });

  test('db:show lists tables with rows and sizes, and the columns of one', async () => {
    await withFiles(engine, async (call) => {
      await call('migrate:fresh --seed --force');
      const { output } = await call('db:show');
      expect(output).toMatch(/^main {2}(sqlite|pgsql|mysql) \d+\.\S* {2}\S+ {2}[\d.]+ [KM]B$/m);
      expect(output).toMatch(/^table +columns +rows +size$/m);
      expect(output).toMatch(/^boxes +2 +1( +[\d.]+ [KM]?B)?$/m);
      expect(output).not.toContain('box_ids');
      expect((await call('db:show boxes')).output).toMatch(/^id +\S+.*\n^crate_id +\S+ +not null$/m);
      expect(JSON.parse((await call('db:show boxes --json')).output)).toMatchObject({ name: 'boxes', rows: 1 });
      expect(await call('db:show box')).toMatchObject({
        code: 64,
        output: expect.stringContaining('There is no table "box". Did you mean "boxes"?'),
      });
    });
  });

  test('in production nothing is dropped, rolled back or seeded without --force', async () => {
    await withFiles(
      engine,
      async (call, app) => {
        await call('migrate');
        await call('db:seed --force crates');
        for (const line of ['migrate:fresh', 'migrate:refresh', 'db:wipe', 'db:seed']) {
          expect(await call(line)).toMatchObject({
            code: 1,
            output: expect.stringMatching(`^E_DATABASE_PRODUCTION: .${line}.`),
          });
        }
        expect(await rowsOf(app)).toEqual({ crates: [{ id: 7 }], boxes: [] });
        expect(await call('migrate:fresh --force')).toMatchObject({ code: 0 });
        expect(await rowsOf(app)).toEqual({ crates: [], boxes: [] });
      },
      { APP_ENV: 'production', APP_KEY: 'base64:5vbTZ5Kq0Zr8Xv8m2uU8l0v9q3nTn4kPp6aQe7wJxYc=' },
    );
  });
});

test('--connection names another one', async () => {
  await withConsole(async (call, folder, app) => {
    writeFileSync(join(folder, 'database/migrations/1_crates.mjs'), crates);
    await call('migrate --connection other');
    await call('migrate');
    expect(await call('db:wipe --connection other --force')).toMatchObject({ code: 0 });
    expect(await tablesOf(app)).toEqual(['crates']);
    expect((await call('migrate:status --connection other')).code).toBe(1);
    expect(await call('db:wipe --connection nope --force')).toMatchObject({
      code: 1,
      output: expect.stringContaining('E_DATABASE_UNKNOWN'),
    });
  });
});

test('a migration that cannot be loaded keeps migrate:fresh from dropping anything', async () => {
  await withConsole(async (call, folder, app) => {
    writeFileSync(join(folder, 'database/migrations/1_crates.mjs'), crates);
    await call('migrate');
    writeFileSync(join(folder, 'database/migrations/2_bad.mjs'), 'export const up = 1;');
    expect(await call('migrate:fresh --force')).toMatchObject({
      code: 1,
      output: expect.stringContaining('E_MIGRATION_LOAD'),
    });
    expect(await tablesOf(app)).toEqual(['crates']);
  });
});

test('make:seeder numbers the files, and what it writes changes nothing', async () => {
  await withConsole(async (call, folder) => {
    expect(await call('db:seed')).toEqual({
      code: 0,
      output: 'There are no seeders. `npx taproot make:seeder users` writes one.\n',
    });
    expect((await call('make:seeder users')).output).toMatch(/^created +database\/seeders\/01_users\.ts\n/);
    expect((await call('make:seeder RoomBookings')).code).toBe(0);
    expect(readdirSync(join(folder, 'database/seeders'))).toEqual(['01_users.ts', '02_room_bookings.ts']);
    expect(await call('make:seeder users')).toMatchObject({
      code: 1,
      output: expect.stringContaining('E_GENERATE_EXISTS'),
    });
    expect((await call('make:seeder users --force')).output).toMatch(/^unchanged/);
    const text = readFileSync(join(folder, 'database/seeders/01_users.ts'), 'utf8');
    expect(
      text
        .split('\n')
        .filter((line) => !line.trimStart().startsWith('//'))
        .join('\n'),
    ).not.toMatch(/insert|await/);
  });
});

test('without a terminal nothing is dropped or rolled back without --force', async () => {
  await withConsole(async (call, folder, app) => {
    writeFileSync(join(folder, 'database/migrations/1_crates.mjs'), crates);
    await call('migrate');
    for (const line of ['migrate:fresh', 'migrate:refresh', 'db:wipe'])
      expect(await call(line)).toMatchObject({
        code: 1,
        output: expect.stringMatching(new RegExp(`^E_DATABASE_UNASKED: .${line}. deletes rows[^]*--force`)),
      });
    expect(await tablesOf(app)).toEqual(['crates']);
    expect(await call('db:seed')).toMatchObject({ code: 0 });
  });
});
