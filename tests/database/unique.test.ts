import { expect, test } from '@jest/globals';
import type { Application, Context, Response } from '@taproot/core';
import { type MigrationDb, sql } from '@taproot/database';
import { FormRequest } from '@taproot/validation';
import { anyTables } from './support/application.ts';
import { freshName, onEngines } from './support/engines.ts';
import { type ServedDatabase, withServed } from './support/served.ts';

interface Failed {
  readonly code: string;
  readonly errors?: unknown;
}

/** Creates a table with `create`, works on it, and drops it. */
const withTable = async (
  app: Application,
  table: string,
  create: (db: MigrationDb) => Promise<unknown>,
  work: (db: MigrationDb) => Promise<void>,
): Promise<void> => {
  const db = anyTables(app);
  await create(db);
  try {
    await work(db);
  } finally {
    await db.schema.dropTable(table).execute();
  }
};

const posts = (table: string) => (db: MigrationDb) =>
  db.schema
    .createTable(table)
    .addColumn('slug', 'varchar(100)', (column) => column.notNull().unique())
    .addColumn('title', 'varchar(100)')
    .execute();

onEngines((engine) => {
  test('VA-19: of 50 concurrent identical inserts behind unique one is made, and 49 get the message of the field', async () => {
    const table = freshName('posts');
    await withServed(
      engine.connection,
      (route, app) => {
        route.post('/posts', async (ctx) => {
          const post = await ctx.request().validated({ slug: `required|string|unique:${table},slug` });
          const insert = () => anyTables(app()).insertInto(table).values(post).execute();
          await ctx.request().unique({ slug: `${table}.slug` }, insert);
          return ctx.response().json(201, { slug: post.slug });
        });
      },
      async ({ app, send }) => {
        await withTable(app, table, posts(table), async (db) => {
          const replies = await Promise.all(
            Array.from({ length: 50 }, () => send('POST', '/posts', { slug: 'first' })),
          );
          const refused = replies.filter(({ status }) => status === 422);
          expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
          expect(refused).toHaveLength(49);
          const messages = new Set(refused.map(({ body }) => JSON.stringify((body as Failed).errors)));
          expect([...messages]).toEqual([JSON.stringify({ slug: ['The slug is already taken.'] })]);
          expect(await db.selectFrom(table).selectAll().execute()).toMatchObject([{ slug: 'first' }]);
        });
      },
    );
  });

  const refusedBy = async (
    register: (ctx: Context, table: string, app: Application) => Promise<Response>,
    create: (table: string) => (db: MigrationDb) => Promise<unknown>,
    work: (served: ServedDatabase, table: string) => Promise<void>,
  ): Promise<void> => {
    const table = freshName('posts');
    await withServed(
      engine.connection,
      (route, app) => void route.post('/posts', (ctx) => register(ctx, table, app())),
      async (served) => withTable(served.app, table, create(table), () => work(served, table)),
    );
  };

  test('VA-19: the violation itself gives the message of the rule, in the language of the request and the words of the form', async () => {
    class StorePost extends FormRequest {
      slug = '';

      rules(): Record<string, unknown> {
        return { slug: 'required|string' };
      }

      override messages() {
        return { 'slug.unique': 'Somebody took :input.' };
      }
    }
    await refusedBy(
      async (ctx, table, app) => {
        if (ctx.request().query('locale') !== '') app.setLocale(ctx, 'de');
        const form = await ctx.request().validated(StorePost);
        const insert = () => anyTables(app).insertInto(table).values({ slug: form.slug }).execute();
        const wording = ctx.request().query('wording') === 'form' ? form : { attributes: { slug: 'address' } };
        await ctx.request().unique({ slug: `${table}.slug` }, insert, wording);
        return ctx.response().json(201, {});
      },
      posts,
      async ({ send }) => {
        expect((await send('POST', '/posts', { slug: 'a' })).status).toBe(201);
        expect(await send('POST', '/posts', { slug: 'a' })).toMatchObject({
          status: 422,
          body: { code: 'E_VALIDATION_FAILED', errors: { slug: ['The address is already taken.'] } },
        });
        expect(await send('POST', '/posts?locale=de', { slug: 'a' })).toMatchObject({
          body: { errors: { slug: ['„address“ ist bereits vergeben.'] } },
        });
        expect(await send('POST', '/posts?wording=form', { slug: 'a' })).toMatchObject({
          status: 422,
          body: { errors: { slug: ['Somebody took a.'] } },
        });
      },
    );
  });

  test('a constraint over several columns is found by one of them, also in an update and a transaction', async () => {
    await refusedBy(
      async (ctx, table, app) => {
        const { slug } = await ctx.request().validated({ slug: 'string' });
        const write = () =>
          anyTables(app)
            .transaction()
            .execute(async (trx) => {
              await trx.insertInto(table).values({ tenant: 1, slug: 'b' }).execute();
              await trx.updateTable(table).set({ slug }).where('slug', '=', 'b').execute();
            });
        await ctx.request().unique({ other: `${table}.other`, slug: `${table}.slug` }, write);
        return ctx.response().json(201, {});
      },
      (table) => (db) =>
        db.schema
          .createTable(table)
          .addColumn('tenant', 'integer')
          .addColumn('slug', 'varchar(100)')
          .addUniqueConstraint(`${table}_one_slug_each`, ['tenant', 'slug'])
          .execute(),
      async ({ app, send }, table) => {
        expect((await send('POST', '/posts', { slug: 'a' })).status).toBe(201);
        const { status, body } = await send('POST', '/posts', { slug: 'a' });
        expect([status, (body as Failed).errors]).toEqual([422, { slug: ['The slug is already taken.'] }]);
        expect(await anyTables(app).selectFrom(table).selectAll().execute()).toHaveLength(1);
      },
    );
  });

  test('a violation of another constraint, and any other error, is passed on', async () => {
    await refusedBy(
      async (ctx, table, app) => {
        const { slug } = await ctx.request().validated({ slug: 'nullable|string' });
        await ctx
          .request()
          .unique({ title: `${table}.title`, slug: 'others.slug' }, () =>
            anyTables(app).insertInto(table).values({ slug }).execute(),
          );
        return ctx.response().json(201, {});
      },
      posts,
      async ({ send }) => {
        expect((await send('POST', '/posts', { slug: 'a' })).status).toBe(201);
        expect((await send('POST', '/posts', { slug: 'a' })).status).toBe(500);
        expect((await send('POST', '/posts', { slug: null })).status).toBe(500);
      },
    );
  });

  test('a field that the client did not send can be the one that is taken', async () => {
    await refusedBy(
      async (ctx, table, app) => {
        await ctx
          .request()
          .unique({ title: `${table}.slug` }, () =>
            anyTables(app).insertInto(table).values({ slug: 'same' }).execute(),
          );
        return ctx.response().json(201, {});
      },
      posts,
      async ({ send }) => {
        expect((await send('POST', '/posts', {})).status).toBe(201);
        const { status, body } = await send('POST', '/posts', {});
        expect([status, (body as Failed).errors]).toEqual([422, { title: ['The title is already taken.'] }]);
      },
    );
  });
});

test('a unique index over an expression is found by the name of the index', async () => {
  const table = freshName('users');
  await withServed(
    { driver: 'sqlite', path: ':memory:' },
    (route, app) => {
      route.post('/users', async (ctx) => {
        const { email } = await ctx.request().validated({ email: 'required|string' });
        const insert = () => anyTables(app()).insertInto(table).values({ email }).execute();
        await ctx.request().unique({ email: `${table}.lower_email` }, insert);
        return ctx.response().json(201, {});
      });
    },
    async ({ app, send }) => {
      await sql`create table ${sql.table(table)} (email text)`.execute(anyTables(app));
      await sql`create unique index lower_email on ${sql.table(table)} (lower(email))`.execute(anyTables(app));
      expect((await send('POST', '/users', { email: 'a@x' })).status).toBe(201);
      expect((await send('POST', '/users', { email: 'A@x' })).status).toBe(422);
    },
  );
});
