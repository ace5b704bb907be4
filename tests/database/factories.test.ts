import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  defineFactory,
  increments,
  json,
  type Kysely,
  type RandomSource,
  type Tables,
  timestamp,
} from '@taproot/database';
import {
  assertDatabaseCount,
  assertDatabaseHas,
  assertDatabaseMissing,
  refreshDatabase,
} from '@taproot/database/testing';
import { anyTables, bootDatabase, withDatabase, withFolder } from './support/application.ts';
import { withConsole } from './support/console.ts';
import { type Engine, freshName, onEngines, sqlite } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

/** Counts on from its seed, as faker does in its own way. */
const random = { value: 500, seed: (value: number) => (random.value = value), next: () => random.value++ };

const growers = defineFactory('growers', {
  random: random satisfies RandomSource,
  row: ({ sequence }) => ({ email: `${sequence}-${random.next()}@example.com`, role: 'guest' }),
  states: { admin: { role: 'admin' }, born: ({ sequence }) => ({ born_on: `2000-01-0${sequence}` }) },
});
const crops = defineFactory('crops', { row: () => ({ name: 'wheat' }), parents: { grower_id: growers } });

const withTables = (engine: Engine, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> =>
  withFolder((folder) =>
    withOwnDatabase(engine, folder, async (connection) => {
      const app = await bootDatabase({ main: connection });
      const { schema } = anyTables(app);
      await schema
        .createTable('growers')
        .addColumn('id', increments())
        .addColumn('email', 'varchar(80)', (email) => email.notNull().unique())
        .addColumn('role', 'varchar(10)')
        .addColumn('born_on', 'date')
        .execute();
      await schema
        .createTable('crops')
        .addColumn('id', increments())
        .addColumn('grower_id', 'integer', (id) => id.notNull().references('growers.id'))
        .addColumn('name', 'varchar(80)')
        .addColumn('planted', 'boolean', (planted) => planted.notNull().defaultTo(true))
        .execute();
      try {
        await work(app.facades.DB());
      } finally {
        await app.close();
      }
    }),
  );

onEngines((engine) => {
  test('rows are inserted with their parents and children, and come back as the database has them', async () => {
    await withTables(engine, async (db) => {
      const crop = await crops.create(db, { name: 'rye' });
      expect(crop).toEqual({ id: 1, grower_id: 1, name: 'rye', planted: true });
      const ada = await growers.state('admin').has(crops, 'grower_id', 2).create(db, { born_on: '1815-12-10' });
      expect(ada).toMatchObject({ id: 2, role: 'admin', born_on: '1815-12-10' });
      const mine = await crops.for('grower_id', ada).createMany(db, 3);
      expect(mine.map(({ grower_id }) => grower_id)).toEqual([2, 2, 2]);
      const of = await db.selectFrom('crops').select('grower_id').orderBy('id').execute();
      expect(of.map(({ grower_id }) => grower_id)).toEqual([1, 2, 2, 2, 2, 2]);
      await crops.for('grower_id', growers.state('admin')).createMany(db, 2);
      const all = await db.selectFrom('growers').select('role').orderBy('id').execute();
      expect(all.map(({ role }) => role)).toEqual(['guest', 'admin', 'admin', 'admin']);
    });
  });
});

test('make() needs no database, and a factory never changes', () => {
  const both = growers.state('born').sequence({ role: 'admin' }, { role: 'guest' });
  expect(both.makeMany(3).map(({ role }) => role)).toEqual(['admin', 'guest', 'admin']);
  expect(growers.make()).not.toHaveProperty('born_on');
  expect(growers.state('admin').make({ role: 'guest' }).role).toBe('guest');
  expect(crops.make()).toEqual({ name: 'wheat' });
  expect(crops.for('grower_id', { id: 9 }).make()).toEqual({ name: 'wheat', grower_id: 9 });
});

test('each test begins with the same values, also after the rows of seeders', async () => {
  const app = await bootDatabase({ main: sqlite.connection });
  const made = async (): Promise<unknown> => {
    await refreshDatabase(app);
    return [growers.make().email, growers.make().email];
  };
  growers.makeMany(3);
  expect(await made()).toEqual(['1-1@example.com', '2-2@example.com']);
  expect(await made()).toEqual(['1-1@example.com', '2-2@example.com']);
  await refreshDatabase(app, { seed: true });
  expect(growers.make().email).toBe('1000001-1@example.com');
  await app.close();
});

test('a state or a number that does not exist is an error', () => {
  expect(() => growers.state('amdin' as 'admin')).toThrow(
    'The factory of "growers" has no state "amdin". Did you mean "admin"?',
  );
  expect(() => growers.makeMany(-1)).toThrow('A factory cannot make -1 rows.');
});

test('make:factory writes the columns of the table that need a value', async () => {
  await withConsole(async (call, folder, app) => {
    await anyTables(app)
      .schema.createTable('stories')
      .addColumn('id', increments())
      .addColumn('slug', 'varchar(80)', (slug) => slug.notNull())
      .addColumn('words', 'integer', (words) => words.notNull())
      .addColumn('note', 'text')
      .execute();
    expect((await call('make:factory Story')).output).toMatch(/created +database.factories.story-factory\.ts/);
    expect(
      readFileSync(join(folder, 'database/factories/story-factory.ts'), 'utf8'),
    ).toBe(`import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';

/** Rows of \`stories\`, for tests and seeders. */
export const storyFactory = defineFactory('stories', {
  random: faker,
  row: ({ sequence }) => ({
    slug: \`\${faker.lorem.slug()}-\${sequence}\`,
    words: faker.number.int({ max: 1000 }),
  }),
});
`);
    for (const [row, table] of [
      ['category', 'categories'],
      ['news', 'news'],
      ['address', 'addresses'],
      ['status', 'statuses'],
      ['box', 'boxes'],
      ['day', 'days'],
      ['blog_branch', 'blog_branches'],
    ]) {
      await call(`make:factory ${row}`);
      const file = `database/factories/${row?.replace('_', '-')}-factory.ts`;
      expect(readFileSync(join(folder, file), 'utf8')).toContain(`defineFactory('${table}'`);
    }
    await call('make:factory photo_factory');
    expect(readFileSync(join(folder, 'database/factories/photo-factory.ts'), 'utf8')).toContain(
      "photoFactory = defineFactory('photos'",
    );
  });
});

test('make:factory makes up no key of another row: it names the factory of the parent', async () => {
  await withConsole(async (call, folder, app) => {
    await anyTables(app)
      .schema.createTable('comments')
      .addColumn('id', increments())
      .addColumn('body', 'text', (body) => body.notNull())
      .addColumn('blog_post_id', 'integer', (post) => post.notNull())
      .addColumn('author_id', 'integer', (author) => author.notNull())
      .execute();
    await call('make:factory blog_post');
    await call('make:factory comment');
    expect(
      readFileSync(join(folder, 'database/factories/comment-factory.ts'), 'utf8'),
    ).toBe(`import { faker } from '@faker-js/faker';
import { defineFactory } from '@taproot/database';
import { blogPostFactory } from './blog-post-factory.ts';

/** Rows of \`comments\`, for tests and seeders. */
export const commentFactory = defineFactory('comments', {
  random: faker,
  row: () => ({
    body: faker.lorem.paragraph(),
  }),
  // Write these factories, import them, and move the columns to \`parents\`:
  // parents: { author_id: authorFactory },
  parents: { blog_post_id: blogPostFactory },
});
`);
  });
});

onEngines((engine) => {
  test('assertions compare documents and moments, and refuse undefined', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('asserted');
      await db.schema
        .createTable(table)
        .addColumn('id', 'integer')
        .addColumn('name', 'varchar(20)')
        .addColumn('data', json())
        .addColumn('at', timestamp())
        .execute();
      const at = new Date('2026-01-31T10:00:00.500Z');
      await db.insertInto(table).values({ id: 1, name: null, data: '{"b": [1, 2], "a": {"c": null}}', at }).execute();
      const data = { a: { c: null }, b: [1, 2] };
      await assertDatabaseHas(db, table, { data, at });
      await assertDatabaseHas(db, table, { id: 1, name: null, data });
      await assertDatabaseMissing(db, table, { id: 2, data });
      await assertDatabaseMissing(db, table, { data: { ...data, b: [2, 1] } });
      await assertDatabaseCount(db, table, 1, { data });
      await expect(assertDatabaseHas(db, table, { data: {} })).rejects.toThrow('No row of');
      for (const assertion of [
        assertDatabaseHas(db, table, { name: undefined }),
        assertDatabaseMissing(db, table, { id: 5, name: undefined }),
        assertDatabaseCount(db, table, 1, { id: 1, name: undefined }),
      ])
        await expect(assertion).rejects.toMatchObject({
          code: 'ERR_ASSERTION',
          message: expect.stringContaining('"name" is undefined'),
        });
      await db.schema.dropTable(table).execute();
    });
  });
});
