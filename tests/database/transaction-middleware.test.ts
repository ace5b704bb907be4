import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ConflictError, createFacades, setup } from '@taproot/core';
import { afterCommit, type ConnectionConfig, database, type MigrationDb, sql } from '@taproot/database';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { quiet } from './support/application.ts';
import { type Engine, freshName, onEngine, onEngines, pgsql, sqlite } from './support/engines.ts';

interface Subject {
  readonly db: () => MigrationDb;
  readonly table: string;
  readonly seen: string[];
  readonly send: (path: string) => Promise<Response>;
  readonly ids: () => Promise<readonly number[]>;
}

type Middleware = ReturnType<typeof createFacades>['middleware'];

const withRoutes = async (
  engine: Engine,
  register: (route: RootRouter, middleware: Middleware, subject: Pick<Subject, 'db' | 'table' | 'seen'>) => void,
  work: (subject: Subject) => Promise<void>,
  others: Readonly<Record<string, ConnectionConfig>> = {},
): Promise<void> => {
  const handle = createFacades();
  const table = freshName('orders');
  const seen: string[] = [];
  const db = (): MigrationDb => handle.facades.DB();
  const app = await setup(handle, { env: { APP_ENV: 'testing' } })
    .withPlugins([database(), routing(), lang(), validation(), quiet])
    .withConfig({
      http: { port: 0 },
      database: { default: 'main', connections: { main: { ...engine.connection, connect_timeout: 1 }, ...others } },
    })
    .withRouting((route) => register(route, handle.middleware, { db, table, seen }))
    .create();
  try {
    await db()
      .schema.createTable(table)
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('code', 'varchar(20)')
      .execute();
    await app.open();
    const url = app.facades.Http().address?.url ?? '';
    const ids = async () =>
      (await db().selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => Number(id));
    await work({ db, table, seen, ids, send: (path) => fetch(url + path) });
  } finally {
    await db().schema.dropTable(table).execute();
    expect(await app.close()).toEqual([]);
  }
};

onEngines((engine) => {
  test('middleware.transaction() commits a reply below 400, and rolls back any other', async () => {
    await withRoutes(
      engine,
      (route, middleware, { db, table, seen }) => {
        const save = async (id: number): Promise<void> => {
          await db().insertInto(table).values({ id }).execute();
          await afterCommit(db(), () => void seen.push(`${id} committed`));
        };
        route.middleware(middleware.transaction()).group((group) => {
          group.get('/saved', async (ctx) => {
            await save(1);
            return ctx.response().json(201, { saved: true });
          });
          group.get('/moved', async (ctx) => {
            await save(2);
            return ctx.response().redirect(302, '/saved');
          });
          group.get('/thrown', async () => {
            await save(3);
            throw new ConflictError('Sold out.');
          });
          group.get('/broken', async () => {
            await save(4);
            throw new Error('no');
          });
          group.get('/refused', async (ctx) => {
            await save(5);
            return ctx.response().json(409, { reason: 'sold out' });
          });
          group.get('/invalid', async (ctx) => {
            await save(6);
            return ctx.response().json(200, await ctx.request().validated({ name: 'required' }));
          });
        });
      },
      async ({ send, ids, seen }) => {
        const status = async (path: string) => (await send(path)).status;
        expect(await status('/moved')).toBe(201);
        expect(await ids()).toEqual([1, 2]);
        expect(seen).toEqual(['2 committed', '1 committed']);
        for (const [path, expected] of [
          ['/thrown', 409],
          ['/broken', 500],
          ['/refused', 409],
          ['/invalid', 422],
        ] as const)
          expect([path, await status(path)]).toEqual([path, expected]);
        expect(await (await send('/refused')).json()).toEqual({ reason: 'sold out' });
        expect(await ids()).toEqual([1, 2]);
        expect(seen).toHaveLength(2);
      },
    );
  });

  test('exists and unique are part of it, also with values that no column can hold', async () => {
    await withRoutes(
      engine,
      (route, middleware, { db, table }) => {
        route.middleware(middleware.transaction()).get('/check', async (ctx) => {
          await db().insertInto(table).values({ id: 7, code: 'new' }).execute();
          const rules = { known: `exists:${table},code`, id: `exists:${table},id`, free: `unique:${table},code` };
          return ctx.response().json(200, await ctx.request().validated(rules));
        });
      },
      async ({ send, ids }) => {
        const failing = await send('/check?known=other&id=x&free=new');
        expect([failing.status, Object.keys(Object(await failing.json()).errors)]).toEqual([
          422,
          ['known', 'id', 'free'],
        ]);
        expect(await ids()).toEqual([]);
        expect((await send('/check?known=new&id=7&free=else')).status).toBe(200);
        expect(await ids()).toEqual([7]);
      },
    );
  });
});

onEngine(pgsql)('a commit that fails', () => {
  test('answers its error, and closes the body that is not sent', async () => {
    const bodies: Readable[] = [];
    await withRoutes(
      pgsql,
      (route, middleware, { db, table }) => {
        route.middleware(middleware.transaction()).get('/caught', async (ctx) => {
          await db().insertInto(table).values({ id: 1 }).execute();
          await sql`select 1 / 0`.execute(db()).catch(() => undefined);
          const body = Readable.from(['late']);
          bodies.push(body);
          return ctx.response().stream(200, body);
        });
      },
      async ({ send, ids }) => {
        expect((await send('/caught')).status).toBe(500);
        expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
        expect(await ids()).toEqual([]);
      },
    );
  });
});

test('a named connection is that one; one that is not configured stops the boot', async () => {
  await withRoutes(
    sqlite,
    (route, middleware) => {
      route
        .middleware(middleware.transaction('reports'))
        .get('/named', (ctx) => ctx.response().json(200, ctx.request().info()?.middleware ?? []));
      // @ts-expect-error -- nor does it compile
      expect(() => middleware.transaction('repots')).toThrow('repots');
    },
    async ({ send }) => {
      expect(await (await send('/named')).json()).toEqual(['transaction:reports']);
    },
    { reports: { driver: 'sqlite', path: ':memory:' } },
  );
});
