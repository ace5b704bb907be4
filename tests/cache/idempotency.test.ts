import { describe, expect, test } from '@jest/globals';
import type { IdempotencyOptions } from '@taproot/cache';
import type { Application, Context } from '@taproot/core';
import { afterCommit, sql, transaction } from '@taproot/database';
import { http } from '@taproot/testing';
import { anyTables, withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, ownPrefix, type Wanted } from './support/application.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

type Send = (key: string | null, more?: Sent) => Promise<Answer>;

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly user?: string;
}

interface Shop {
  readonly send: Send;
  /** How often the handler ran. */
  readonly ran: () => number;
  /** The handler waits for this. */
  hold: Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

const open = async (wanted: Wanted = {}, options: IdempotencyOptions = {}): Promise<Shop> => {
  let ran = 0;
  const shop = { hold: Promise.resolve() as Promise<unknown> };
  const handler = async (ctx: Context) => {
    ran++;
    await shop.hold;
    const { status = 201, bytes = 0 } = ((await ctx.request().body()) ?? {}) as { status?: number; bytes?: number };
    if (status === 500) throw new Error('broken');
    return ctx
      .response()
      .header('X-Order', String(ran))
      .json(status, { order: ran, ...(bytes > 0 ? { text: 'x'.repeat(bytes) } : {}) });
  };
  const { app } = await boot({
    ...wanted,
    routes: (route, middleware) =>
      route.middleware(middleware.idempotency(options)).group((all) => {
        all.post('/orders', handler);
        all.post('/refunds', handler);
        all.get('/orders', handler);
      }),
  });
  const send: Send = async (key, { path = '/orders', method = 'POST', body = { n: 1 }, user = 'ada' } = {}) => {
    const headers: Record<string, string> = { authorization: user, 'content-type': 'application/json' };
    if (key !== null) headers['idempotency-key'] = key;
    const response = await app.facades.Route().fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return Object.assign(shop, { send, ran: () => ran, close: () => app.close() });
};

const key = '8e03978e-40d5-43dd-bc93-6894a57f9324';
const replayed = ({ headers }: Answer): string | null => headers.get('idempotent-replayed');

/** The cases of draft-ietf-httpapi-idempotency-key-header-07, and what Stripe adds. */
const rows: readonly (readonly [name: string, test: (shop: Shop) => Promise<void>])[] = [
  [
    'the same request gets the first reply, with its status and its headers',
    async ({ send, ran }) => {
      const [first, second, third] = [await send(key), await send(key), await send(`"${key}"`)];
      expect([first.status, first.text, replayed(first)]).toEqual([201, '{"order":1}', null]);
      for (const one of [second, third]) {
        expect([one.status, one.text, replayed(one)]).toEqual([201, '{"order":1}', 'true']);
        expect([one.headers.get('x-order'), one.headers.get('content-type')]).toEqual([
          '1',
          first.headers.get('content-type'),
        ]);
      }
      expect(ran()).toBe(1);
    },
  ],
  [
    'the order of the members of a body does not matter',
    async ({ send, ran }) => {
      await send(key, { body: { a: 1, b: { c: 2, d: 3 } } });
      expect(replayed(await send(key, { body: { b: { d: 3, c: 2 }, a: 1 } }))).toBe('true');
      expect(ran()).toBe(1);
    },
  ],
  [
    'another body gets 422',
    async ({ send, ran }) => {
      await send(key);
      const other = await send(key, { body: { n: 2 } });
      expect([other.status, JSON.parse(other.text), ran()]).toMatchObject([422, { code: 'E_IDEMPOTENCY_REUSED' }, 1]);
    },
  ],
  [
    'another query gets 422',
    async ({ send }) => {
      await send(key);
      expect((await send(key, { path: '/orders?gift=1' })).status).toBe(422);
    },
  ],
  [
    'another route is another request',
    async ({ send, ran }) => {
      await send(key);
      expect([(await send(key, { path: '/refunds' })).text, ran()]).toEqual(['{"order":2}', 2]);
    },
  ],
  [
    'another user is another request',
    async ({ send, ran }) => {
      await send(key);
      expect([(await send(key, { user: 'bob' })).text, ran()]).toEqual(['{"order":2}', 2]);
    },
  ],
  [
    'another key is another request',
    async ({ send, ran }) => {
      await send(key);
      expect([(await send('k2')).text, ran()]).toEqual(['{"order":2}', 2]);
    },
  ],
  [
    'a request in flight gets 409, and its reply later',
    async (shop) => {
      let end = (): void => undefined;
      shop.hold = new Promise<void>((resolve) => (end = resolve));
      const first = shop.send(key);
      while (shop.ran() === 0) await new Promise(setImmediate);
      const second = await shop.send(key);
      expect([second.status, second.headers.get('retry-after')]).toEqual([409, '1']);
      end();
      expect((await first).status).toBe(201);
      expect([replayed(await shop.send(key)), shop.ran()]).toEqual(['true', 1]);
    },
  ],
  [
    'a failure of the work is a reply, too',
    async ({ send, ran }) => {
      const answers = [await send(key, { body: { status: 500 } }), await send(key, { body: { status: 500 } })];
      expect([answers.map(({ status }) => status), answers.map(replayed), ran()]).toEqual([
        [500, 500],
        [null, 'true'],
        1,
      ]);
    },
  ],
  [
    'a request of which nothing was done may come again',
    async ({ send, ran }) => {
      for (const status of [422, 503, 409, 429]) {
        const answers = [
          await send(`k${status}`, { body: { status } }),
          await send(`k${status}`, { body: { status } }),
        ];
        expect(answers.map(replayed)).toEqual([null, null]);
      }
      expect(ran()).toBe(8);
    },
  ],
  [
    'a reply that is too large is not repeated, and the request does not run again',
    async ({ send, ran }) => {
      const body = { bytes: 2000 };
      expect((await send(key, { body })).status).toBe(201);
      const again = await send(key, { body });
      expect([again.status, JSON.parse(again.text), ran()]).toMatchObject([409, { code: 'E_IDEMPOTENCY_LOST' }, 1]);
    },
  ],
  [
    'requests without a key, and safe ones, run each time',
    async ({ send, ran }) => {
      for (let i = 0; i < 2; i++) await send(null);
      for (let i = 0; i < 2; i++) expect(replayed(await send(key, { method: 'GET' }))).toBeNull();
      expect(ran()).toBe(4);
    },
  ],
  [
    'a key that is too long gets 400',
    async ({ send, ran }) => {
      expect([(await send('k'.repeat(255))).status, (await send('k'.repeat(256))).status, ran()]).toEqual([
        201, 400, 1,
      ]);
    },
  ],
];

const options = { max_body: 1000 };

const count = async (app: Application): Promise<number> =>
  (await anyTables(app).selectFrom('orders').selectAll().execute()).length;

describe('in memory', () => {
  test.each(rows)('%s', async (_name, run) => run(await open({}, options)));

  test('in a transaction, it needs a database', async () => {
    const { send } = await open({}, { transaction: true });
    expect((await send(key)).status).toBe(500);
  });

  test('a key that is required and missing gets 400', async () => {
    const { send } = await open({}, { required: true });
    const answer = await send(null);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { code: 'E_IDEMPOTENCY_MISSING' }]);
  });
});

onRedis('on Redis', () => {
  test.each(rows)('%s', async (_name, run) =>
    run(await open({ redis: true, config: { redis: { connection: null, prefix: ownPrefix() } } }, options)),
  );

  test('while Redis is down, requests with a key get 503 and do not run', async () => {
    const { send, ran } = await open({ redis: 'redis://127.0.0.1:1' });
    expect([(await send(key)).status, (await send(null)).status, ran()]).toEqual([503, 201, 1]);
  });
});

onEngines((engine) => {
  test('in a transaction, rows and reply are there together, or neither is', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        let fail = true;
        const repeats: Promise<{ status: number }>[] = [];
        const { app } = await boot({
          connection,
          config: { locks: 'database' },
          routes: (route, middleware) =>
            route.middleware(middleware.idempotency({ transaction: true })).post('/orders', async (ctx) => {
              const db = anyTables(app);
              await transaction(db, (trx) => trx.insertInto('orders').values({ name: 'one' }).execute(), {
                ambient: true,
              });
              await afterCommit(anyTables(app), () => void repeats.push(send()));
              if (fail) throw new Error('broken');
              return ctx.response().json(201, { order: 1 });
            }),
        });
        const send = async () => {
          const headers = { 'idempotency-key': 'one', 'content-type': 'application/json' };
          const reply = await http(app).withHeaders(headers).post('/orders', { n: 1 });
          return { status: reply.status, replayed: reply.headers.get('idempotent-replayed') };
        };
        await sql.raw('create table orders (name varchar(20))').execute(anyTables(app));
        expect([(await send()).status, await count(app), repeats]).toEqual([500, 0, []]);
        fail = false;
        expect(await send()).toEqual({ status: 201, replayed: null });
        // From the moment of the commit on, whatever happens to the process, a repeated request gets the reply.
        expect([await Promise.all(repeats), await count(app)]).toEqual([[{ status: 201, replayed: 'true' }], 1]);
        await app.close();
      }),
    ));

  test('every row', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        for (const [, run] of rows) {
          const shop = await open({ connection, config: { locks: 'database' } }, options);
          try {
            await run(shop);
          } finally {
            await shop.close();
          }
        }
      }),
    ));
});
