import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { database, insertGetId } from '@taproot/database';
import { migrationStub } from '../../plugins/database/src/commands/migration-stub.ts';
import { runsCompiled } from '../../plugins/database/src/migrations/module-folder.ts';
import { anyTables, bootDatabase, quiet, withFolder } from './support/application.ts';
import { withConsole } from './support/console.ts';
import { onEngines } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

const migration = (table: string): string => `
  export const up = (db) => db.schema.createTable('${table}').addColumn('id', 'integer').execute();
  export const down = (db) => db.schema.dropTable('${table}').execute();
`;

const migrationsIn = (folder: string): string[] => readdirSync(join(folder, 'database/migrations')).sort();

test('migrate, migrate:status and migrate:rollback say what they did, and nothing when there was nothing', async () => {
  await withConsole(async (call, folder) => {
    expect(await call('migrate')).toEqual({ code: 0, output: 'There is nothing to migrate.\n' });
    expect((await call('migrate:status')).output).toContain('There are no migrations.');
    for (const name of ['1_a', '2_b']) writeFileSync(join(folder, `database/migrations/${name}.mjs`), migration(name));
    expect(await call('migrate:status')).toEqual({ code: 1, output: 'pending  1_a\npending  2_b\n' });
    expect(await call('migrate')).toEqual({ code: 0, output: 'ran  1_a\nran  2_b\n' });
    expect(await call('migrate:status')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d{4}-.*Z  1_a\n.*Z  2_b\n$/),
    });
    expect(await call('migrate:rollback')).toEqual({ code: 0, output: 'undone  2_b\n' });
    expect(await call('migrate:rollback --step 5')).toEqual({ code: 0, output: 'undone  1_a\n' });
    expect(await call('migrate:rollback')).toEqual({ code: 0, output: 'There is nothing to roll back.\n' });
    expect(await call('migrate --connection other')).toEqual({ code: 0, output: 'ran  1_a\nran  2_b\n' });
    expect((await call('migrate:status')).code).toBe(1);
    for (const step of ['0', '-1', 'x', '1.5', ''])
      expect([step, (await call(`migrate:rollback --step=${step}`)).code]).toEqual([step, 64]);
  });
});

test.each([
  ['create_posts', /_create_posts\.ts$/, /createTable\('posts'\)/],
  ['CreatePosts', /_create_posts\.ts$/, /createTable\('posts'\)/],
  ['create_posts_table', /_create_posts_table\.ts$/, /createTable\('posts'\)/],
  ['add-summary', /_add_summary\.ts$/, /Rename _db to db/],
  ['add_size_to_large_boxes', /_to_large_boxes\.ts$/, /alterTable\('large_boxes'\)\.addColumn\('size'/],
  ['drop_size_from_boxes', /_from_boxes\.ts$/, /up = .*\n {2}await dropColumns\(db, 'boxes', 'size'\);/],
  ['remove_size_and_weight_from_boxes_table', /_boxes_table\.ts$/, /dropColumns\(db, 'boxes', 'size', 'weight'\)/],
  ['add_address_id_to_posts', /_to_posts\.ts$/, /references\('addresses\.id'\)/],
  ['add_category_id_to_posts', /_to_posts\.ts$/, /references\('categories\.id'\)/],
  ['add_status_id_to_posts', /_to_posts\.ts$/, /references\('statuses\.id'\)/],
  ['add_news_id_to_posts', /_to_posts\.ts$/, /references\('news\.id'\)/],
  ['add_blog_person_id_to_posts', /_to_posts\.ts$/, /references\('blog_people\.id'\)/],
  ['rename_users', /_rename_users\.ts$/, /Rename _db to db/],
])('make:migration %s writes a file that can be filled in', async (name, file, text) => {
  await withConsole(async (call, folder) => {
    const { code, output } = await call(`make:migration ${name}`);
    const [made = ''] = migrationsIn(folder);
    expect(code).toBe(0);
    expect(made).toMatch(/^\d{14}_/);
    expect(made).toMatch(file);
    expect(output).toMatch(new RegExp(`^created +database/migrations/${made}\n`));
    expect(readFileSync(join(folder, 'database/migrations', made), 'utf8')).toMatch(text);
  });
});

test('F-17: a migration that is left as it was made changes nothing', async () => {
  await withConsole(async (call, folder, app) => {
    const names = ['create_rooms', 'add_summary', 'add_role_to_users', 'drop_name_from_posts', 'rename_things'];
    for (const name of names) expect((await call(`make:migration ${name}`)).code).toBe(0);
    for (const file of migrationsIn(folder)) {
      const path = join(folder, 'database/migrations', file);
      const text = readFileSync(path, 'utf8');
      expect(text).toMatch(/^export const draft = true;$/m);
      // This folder has no packages; what a file imports plays no part in whether it runs.
      rmSync(path);
      writeFileSync(
        path.replace('.ts', '.mjs'),
        text.replace(/^import .*$/m, '').replaceAll(/: MigrationDb|: Promise<void>/g, ''),
      );
    }
    await expect(app.facades.Migrator().latest()).rejects.toMatchObject({ code: 'E_MIGRATION_DRAFT' });
    expect((await anyTables(app).introspection.getTables()).map(({ name }) => name)).toEqual([]);
  });
});

test('D-1: what make:migration writes is a draft until its author removes the line, and migrate:status says so', async () => {
  await withConsole(async (call, folder) => {
    for (const name of ['create_rooms', 'add_role_to_users']) {
      expect((await call(`make:migration ${name}`)).output).toContain('remove its line "export const draft"');
    }
    for (const file of migrationsIn(folder))
      expect(readFileSync(join(folder, 'database/migrations', file), 'utf8')).toMatch(
        /^\/\/ Remove this line .*\nexport const draft = true;$/m,
      );
    for (const file of migrationsIn(folder)) rmSync(join(folder, 'database/migrations', file));
    writeFileSync(join(folder, 'database/migrations/1_rooms.mjs'), `export const draft = true;\n${migration('rooms')}`);
    expect(await call('migrate:status')).toEqual({ code: 1, output: 'draft  1_rooms\n' });
  });
});

onEngines((engine) => {
  test('F-2: generated tables and changes run as they are, and are undone', async () => {
    // Within the repository, where the migrations find @taproot/database.
    await mkdir(join(import.meta.dirname, '../.tmp'), { recursive: true });
    const folder = await mkdtemp(join(import.meta.dirname, '../.tmp/migration-'));
    const names = [
      'create_crates',
      'create_boxes_table',
      'add_price_and_packed_at_and_is_open_and_meta_and_due_date_to_boxes',
      'add_crate_id_to_boxes_table',
      'drop_price_and_crate_id_from_boxes',
      'remove_packed_at_from_boxes',
    ];
    try {
      await withOwnDatabase(engine, folder, async (connection) => {
        mkdirSync(join(folder, 'database/migrations'), { recursive: true });
        names.forEach((name, at) =>
          writeFileSync(
            join(folder, `database/migrations/${at}_${name}.ts`),
            migrationStub(name).replace('export const draft = true;\n', ''),
          ),
        );
        const app = await bootDatabase({ main: connection }, { basePath: folder });
        const columnsOf = async (table: string): Promise<string[]> =>
          (await anyTables(app).introspection.getTables())
            .filter(({ name }) => name === table)
            .flatMap(({ columns }) => columns.map(({ name }) => name));
        const fixed = ['id', 'name', 'created_at', 'updated_at'];
        const changed = ['is_open', 'meta', 'due_date'];
        try {
          const migrator = app.facades.Migrator();
          for (let round = 0; round < 2; round++) {
            expect(await migrator.latest()).toHaveLength(names.length);
            expect(await columnsOf('boxes')).toEqual([...fixed, ...changed]);
            expect(await migrator.rollback({ step: 2 })).toHaveLength(2);
            expect((await columnsOf('boxes')).sort()).toEqual(
              [...fixed, ...changed, 'packed_at', 'price', 'crate_id'].sort(),
            );
            expect(await insertGetId(anyTables(app), 'crates', { name: 'c' })).toBe(1);
            expect(await insertGetId(anyTables(app), 'boxes', { name: 'a', crate_id: 1 })).toBe(1);
            // The reference holds on every engine.
            await expect(insertGetId(anyTables(app), 'boxes', { name: 'b', crate_id: 9 })).rejects.toThrow(
              /foreign key/i,
            );
            await anyTables(app).deleteFrom('crates').execute();
            expect(await anyTables(app).selectFrom('boxes').select('id').execute()).toEqual([]);
            expect(await migrator.rollback({ step: 9 })).toHaveLength(4);
            expect(await columnsOf('boxes')).toEqual([]);
          }
        } finally {
          await app.close();
        }
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test('make:migration refuses a name that is there already, and one that leads elsewhere', async () => {
  await withConsole(async (call, folder) => {
    await call('make:migration create_posts');
    const [made] = migrationsIn(folder);
    for (const name of [
      'create_posts',
      'CreatePosts',
      '../evil',
      '/etc/evil',
      'a b',
      '',
      'a;b',
      '1a',
      'a'.repeat(200),
    ]) {
      await expect(
        call(`make:migration "${name}"`).then(({ code }) => (code === 0 ? code : Promise.reject(new Error()))),
      ).rejects.toThrow();
      expect([name, migrationsIn(folder)]).toEqual([name, [made]]);
    }
  });
});

test('make:migration writes through no link', async () => {
  await withConsole(async (call, folder) => {
    await withFolder(async (outside) => {
      symlinkSync(outside, join(folder, 'database/linked'));
      const linked = await setup(null, { basePath: folder, env: { APP_ENV: 'testing' } })
        .withPlugins([consoleKernel(), database(), quiet])
        .withConfig({ database: { migrations: 'database/linked' } })
        .create();
      await expect(
        linked.facades
          .Console()
          .call('make:migration create_posts')
          .then(({ code }) => (code === 0 ? code : Promise.reject(new Error()))),
      ).rejects.toThrow();
      expect(readdirSync(outside)).toEqual([]);
      await linked.close();
    });
    expect((await call('make:migration create_posts')).code).toBe(0);
  });
});

const write = async (root: string, ...files: readonly string[]): Promise<void> => {
  for (const file of files) {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), '{}');
  }
};

const runs = (root: string, script: string, execArgv: readonly string[] = []): boolean =>
  runsCompiled(root, { argv: ['node', join(root, script)], execArgv: [...execArgv] });

test('a program is what was started', async () => {
  await withFolder((root) => {
    expect(runs(root, 'dist/main.js')).toBe(true);
    expect(runs(root, 'main.ts')).toBe(false);
    expect(runs(root, 'distant/main.js')).toBe(false);
    expect(runs(root, 'node_modules/jest/bin/jest.js')).toBe(false);
    expect(runsCompiled(root, { argv: ['node'], execArgv: [] })).toBe(false);
    return Promise.resolve();
  });
});

test.each(['node_modules/.bin/taproot', 'node_modules/@taproot/console/bin/taproot.js'])(
  'in the console (%s) it is the bootstrap file that the console takes',
  async (script) => {
    await withFolder(async (root) => {
      await write(root, 'package.json', 'dist/bootstrap/app.js');
      expect(runs(root, script)).toBe(true);
      await write(root, 'bootstrap/app.ts');
      expect(runs(root, script)).toBe(true);
      expect(runs(root, script, ['--import', 'tsx'])).toBe(false);
    });
    await withFolder(async (root) => {
      await write(root, 'package.json', 'dist/bootstrap/app.js', 'bootstrap/app.ts', 'node_modules/tsx/index.js');
      expect(runs(root, script)).toBe(false);
    });
  },
);
