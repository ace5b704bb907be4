import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type ConnectionConfig, sql } from '@taproot/database';
import { anyTables, bootDatabase } from './support/application.ts';
import { type Engine, freshName, mysql, mysqlUrl, onEngine, pgsql, pgsqlUrl } from './support/engines.ts';
import { OutageProxy } from './support/outage-proxy.ts';
import { type ServedDatabase, withServed } from './support/served.ts';

interface Failed {
  readonly code: string;
}

/** Seconds, of a query and of the wait for a connection before it. */
const timeout = 0.5;

jest.setTimeout(60_000);

const servers: readonly (readonly [Engine, string])[] = [
  [pgsql, pgsqlUrl],
  [mysql, mysqlUrl],
];

for (const [engine, url] of servers) {
  onEngine(engine)(`an outage of ${engine.name}`, () => {
    let proxy: OutageProxy;

    beforeEach(async () => {
      proxy = await OutageProxy.before(new URL(url));
    });

    afterEach(() => proxy.close());

    const connection = (): ConnectionConfig => ({
      ...(engine.name === 'pgsql' ? { driver: 'pgsql' } : { driver: 'mysql' }),
      url,
      host: '127.0.0.1',
      port: proxy.port,
      pool: { max: 5 },
      connect_timeout: timeout,
      query_timeout: timeout,
    });

    const withUsers = async (work: (served: ServedDatabase) => Promise<void>): Promise<void> => {
      const table = freshName('users');
      await withServed(
        connection(),
        (route, app) => {
          route.post('/exists', async (ctx) => {
            await ctx.request().validated({ id: `required|integer|exists:${table},id` });
            return ctx.response().json(200, {});
          });
          route.get('/query', async (ctx) => {
            const rows = await anyTables(app()).selectFrom(table).select('id').execute();
            return ctx.response().json(200, { rows: rows.length });
          });
          route.get('/slow', async (ctx) => {
            const slow = engine.name === 'pgsql' ? sql`select pg_sleep(30)` : sql`select sleep(30)`;
            await slow.execute(anyTables(app()));
            return ctx.response().json(200, {});
          });
          route.get('/slow-transaction', async (ctx) => {
            const slow = engine.name === 'pgsql' ? sql`select pg_sleep(30)` : sql`select sleep(30)`;
            await anyTables(app())
              .transaction()
              .execute((trx) => slow.execute(trx));
            return ctx.response().json(200, {});
          });
          route.get('/plain', (ctx) => ctx.response().json(200, {}));
        },
        async (served) => {
          // By a connection that has as long as it needs.
          const app = await bootDatabase({ main: engine.connection });
          const db = anyTables(app);
          await db.schema.createTable(table).addColumn('id', 'integer').execute();
          try {
            await db.insertInto(table).values({ id: 1 }).execute();
            await work(served);
          } finally {
            proxy.open();
            await db.schema.dropTable(table).execute();
            await app.close();
          }
        },
      );
    };

    /** The replies to 12 requests of each kind. */
    const load = async ({ send }: ServedDatabase) => {
      const many = async (method: string, path: string, body?: unknown) => {
        const replies = await Promise.all(Array.from({ length: 12 }, () => send(method, path, body)));
        return {
          statuses: [...new Set(replies.map(({ status }) => status))],
          codes: [...new Set(replies.map((reply) => (reply.body as Failed).code))].sort(),
        };
      };
      const [exists, query, plain] = await Promise.all([
        many('POST', '/exists', { id: 1 }),
        many('GET', '/query'),
        many('GET', '/plain'),
      ]);
      return { exists, query, plain };
    };

    /** Resolves once every request is served: on a busy machine the first ones may still be late. */
    const untilHealthy = async (served: ServedDatabase): Promise<void> => {
      const { exists, query, plain } = await load(served);
      expect(plain.statuses).toEqual([200]);
      if ([...exists.statuses, ...query.statuses].some((status) => status !== 200)) await untilHealthy(served);
    };

    test('VA-20: cut off, requests that need it are answered 503 and others as ever; it heals by itself', async () => {
      await withUsers(async (served) => {
        await untilHealthy(served);
        for (let round = 0; round < 2; round++) {
          proxy.cut();
          const { exists, query, plain } = await load(served);
          expect([exists.statuses, query.statuses, plain.statuses]).toEqual([[503], [503], [200]]);
          expect([...exists.codes, ...query.codes]).toEqual(['E_DATABASE_UNAVAILABLE', 'E_DATABASE_UNAVAILABLE']);
          proxy.open();
          await untilHealthy(served);
        }
      });
    });

    test('VA-20: frozen, requests that need it are answered 503 within the deadline; it heals by itself', async () => {
      await withUsers(async (served) => {
        await untilHealthy(served);
        proxy.freeze();
        const { exists, query, plain } = await load(served);
        expect([exists.statuses, query.statuses, plain.statuses]).toEqual([[503], [503], [200]]);
        proxy.open();
        await untilHealthy(served);
      });
    });

    test('a transaction that is between two queries when it is cut off fails by itself alone', async () => {
      await withUsers(async (served) => {
        const db = anyTables(served.app);
        const trx = await db.startTransaction().execute();
        await sql`select 1`.execute(trx);
        proxy.cut();
        await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ status: 503 });
        await expect(sql`select 1`.execute(trx)).rejects.toThrow();
        await trx
          .rollback()
          .execute()
          .catch(() => undefined);
        proxy.open();
        await untilHealthy(served);
      });
    });

    test('a boot needs no server, and neither does an application that never asks', async () => {
      proxy.cut();
      await withServed(
        connection(),
        (route) => void route.get('/plain', (ctx) => ctx.response().json(200, {})),
        async ({ send }) => {
          expect((await send('GET', '/plain')).status).toBe(200);
          expect(proxy.connections).toBe(0);
        },
      );
    });

    test('a query that is late is cut off on the server too, and its place in the pool is free', async () => {
      await withUsers(async (served) => {
        const db = anyTables(served.app);
        const replies = await Promise.all(Array.from({ length: 5 }, () => served.send('GET', '/slow')));
        expect(replies.map(({ status, body }) => [status, (body as Failed).code])).toEqual(
          replies.map(() => [503, 'E_DATABASE_TIMEOUT']),
        );
        await untilHealthy(served);
        const inTransaction = await served.send('GET', '/slow-transaction');
        expect([inTransaction.status, (inTransaction.body as Failed).code]).toEqual([503, 'E_DATABASE_TIMEOUT']);
        const running = async (): Promise<number> => {
          const query =
            engine.name === 'pgsql'
              ? sql<object>`select 1 from pg_stat_activity where query like 'select pg_sleep(30)%'`
              : sql<object>`select 1 from information_schema.processlist where info like 'select sleep(30)%'`;
          return (await query.execute(db)).rows.length;
        };
        // The server is told at once, and says nothing when it is done.
        while ((await running()) > 0) await new Promise(setImmediate);
      });
    });
  });
}
