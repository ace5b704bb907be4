import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { broadcast, channel } from '@taproot/broadcast';
import { type Application, setup } from '@taproot/core';
import { database, sql, transaction } from '@taproot/database';
import { devtools } from '@taproot/devtools';
import { otel } from '@taproot/otel';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { learn } from '../devtools/asking.ts';
import { hasRedis, sharedRedis } from '../throttle/support/services.ts';
import { type ReceivedSpan, Receiver } from './support/receiver.ts';
import { register } from './support/telemetry.ts';

const client = 3;
const server = 2;
const secret = 'hunter2';
const rooms = channel('rooms.{room}');

const receiver = new Receiver();
let telemetry: ReturnType<typeof register>;
/** The shop calls it. */
let stock: Application;
let shop: Application;

const urlOf = (app: Application): string => app.facades.Http().address?.url ?? '';

const spanOf = (name: string): ReceivedSpan => {
  const found = receiver.spans.find((span) => span.name === name);
  if (found === undefined)
    throw new Error(`There is no span "${name}" among ${receiver.spans.map((one) => one.name).join(', ')}.`);
  return found;
};

/** Sends a request to the shop, and resolves when the collector has its spans. */
const visit = async (path: string): Promise<void> => {
  const response = await fetch(urlOf(shop) + path, { headers: { connection: 'close' } });
  expect([path, response.status]).toEqual([path, 200]);
  await response.text();
  await telemetry.flush();
};

beforeAll(async () => {
  telemetry = register(await receiver.open());
  const env = { APP_ENV: 'development', DATABASE_URL: 'sqlite::memory:', REDIS_URL: sharedRedis };
  const create = (name: string) => setup(null, { basePath: import.meta.dirname, env: { ...env, APP_NAME: name } });
  stock = await create('stock')
    .withPlugins([routing(), otel()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/items/{id}', (ctx) => ({ traceparent: ctx.request().header('traceparent') }));
    })
    .create();
  await stock.open();
  shop = await create('shop')
    .withPlugins([routing(), otel(), redis(), broadcast(), database({ migrate_on_boot: false }), devtools()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/orders/{id}', async () => {
        const response = await fetch(`${urlOf(stock)}/items/7?token=${secret}`);
        return { item: await response.text() };
      });
      route.get('/refused', async () => {
        const closed = createServer().listen(0, '127.0.0.1');
        await once(closed, 'listening');
        const { port } = closed.address() as AddressInfo;
        await new Promise((resolve) => closed.close(resolve));
        return { failed: await fetch(`http://127.0.0.1:${port}/password=${secret}`).then(String, String) };
      });
      route.get('/cached', async () => {
        const { Redis } = shop.facades;
        await Redis().mset('tests:a', secret, 'tests:b', secret);
        await Redis().eval('return redis.call("GET", KEYS[1])', 1, 'tests:a', secret);
        await Redis().del('tests:a', 'tests:b');
        return {};
      });
      route.get('/sent', async () => {
        await shop.facades.Broadcast().send(rooms.of({ room: secret }), 'booked', { secret });
        return {};
      });
      route.get('/waits', async () => {
        const db = shop.facades.DB();
        const one = transaction(db, async (trx) => sql`select 1`.execute(trx));
        await Promise.all([one, sql`select 2`.execute(db)]);
        return {};
      });
      route.get('/rooms', (ctx) => shop.facades.Broadcast().stream(ctx, rooms.of({ room: secret })));
    })
    .create();
  await shop.open();
});

afterAll(async () => {
  await shop.close();
  await stock.close();
  await telemetry.end();
  receiver.close();
});

beforeEach(() => {
  receiver.spans.length = 0;
  receiver.text = '';
});

describe('a request to another application by fetch', () => {
  test('is one trace: the span of the other application is below that of fetch', async () => {
    await visit('/orders/1');
    const [order, sent, item] = [spanOf('GET /orders/{id}'), spanOf('GET'), spanOf('GET /items/{id}')];
    expect([order.kind, sent.kind, item.kind]).toEqual([server, client, server]);
    expect(new Set([order, sent, item].map(({ traceId }) => traceId)).size).toBe(1);
    const handler = receiver.spans.find(
      ({ name, parentSpanId }) => name.startsWith('handler') && parentSpanId === order.spanId,
    );
    expect(sent.parentSpanId).toBe(handler?.spanId);
    expect(item.parentSpanId).toBe(sent.spanId);
    expect(sent.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'url.full': `${urlOf(stock)}/items/7`,
      'server.address': '127.0.0.1',
    });
    expect(receiver.text).not.toContain(secret);
  });

  test('that fails has the code of its error, and not its text', async () => {
    await visit('/refused');
    expect(spanOf('GET')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'ECONNREFUSED' } });
    expect(spanOf('GET').status).not.toHaveProperty('message');
    expect(receiver.text).not.toContain(secret);
  });

  test('outside of a request begins no trace', async () => {
    const { traceparent } = (await (await fetch(`${urlOf(stock)}/items/8`)).json()) as { traceparent: string };
    await telemetry.flush();
    expect(traceparent).toBe('');
    expect(receiver.spans.filter(({ kind }) => kind === client)).toEqual([]);
  });

  test('is measured', async () => {
    await visit('/orders/2');
    const metric = receiver.metrics.find(({ name }) => name === 'http.client.request.duration');
    expect(metric).toMatchObject({ unit: 's' });
    expect(metric?.points[0]?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
    });
  });
});

((await hasRedis()) ? describe : describe.skip)('a command of Redis', () => {
  test('is a span with its name and the number of its keys, and neither keys nor values', async () => {
    await visit('/cached');
    expect(spanOf('redis MSET')).toMatchObject({
      kind: client,
      attributes: { 'redis.keys': 2, 'db.system.name': 'redis', 'db.operation.name': 'MSET', 'db.namespace': '0' },
    });
    expect(spanOf('redis EVAL').attributes).toMatchObject({ 'redis.keys': 1 });
    expect(receiver.text).not.toMatch(/hunter2|tests:a/);
  });

  test('is a step of devtools', async () => {
    const { steps } = await learn(shop, '/cached');
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'redis', plugin: 'redis', name: 'DEL', end: expect.any(Number) }),
    );
  });
});

test('the wait of a query for a connection is a span before its statement', async () => {
  await visit('/waits');
  expect(spanOf('connection sqlite').attributes).toEqual({ 'db.client.connection.pool.name': 'sqlite' });
});

describe('a broadcast', () => {
  test('is a span of what sends it, and one below it for the streams that get it', async () => {
    const leave = new AbortController();
    const response = await fetch(`${urlOf(shop)}/rooms`, { signal: leave.signal });
    await response.body?.getReader().read();
    await visit('/sent');
    const [sent, delivered] = [spanOf('broadcast send rooms.{room}'), spanOf('broadcast deliver rooms.{}')];
    expect(delivered).toMatchObject({
      parentSpanId: sent.spanId,
      attributes: { 'broadcast.event': 'booked', 'broadcast.streams': 1 },
    });
    expect(receiver.text).not.toContain(secret);
    leave.abort();
  });
});

((await hasRedis()) ? describe : describe.skip)('a broadcast between two processes', () => {
  const open = async (
    name: string,
    plugins: readonly [ReturnType<typeof otel>] | readonly [],
  ): Promise<Application> => {
    const app = await setup(null, {
      basePath: import.meta.dirname,
      env: { APP_ENV: 'testing', APP_NAME: name, REDIS_URL: sharedRedis },
    })
      .withPlugins([routing(), ...plugins, redis(), broadcast({ store: 'redis', redis: { prefix } })])
      .withConfig({ http: { port: 0 } })
      .withRouting((route) => {
        route.get('/events', (ctx) => app.facades.Broadcast().stream(ctx, rooms.of({ room: 1 })));
        route.get('/send', async () => {
          await app.facades.Broadcast().send(rooms.of({ room: 1 }), 'booked', null);
          return {};
        });
      })
      .create();
    await app.open();
    return app;
  };
  const prefix = `tests:traced:${process.pid}`;

  /** Sends an event from one application to a stream of another, and resolves to the fields of its entry. */
  const sendAcross = async (sender: Application, reader: Application): Promise<string[]> => {
    const leave = new AbortController();
    const response = await fetch(`${urlOf(reader)}/events`, { signal: leave.signal });
    const stream = response.body?.getReader();
    await stream?.read();
    await (await fetch(`${urlOf(sender)}/send`, { headers: { connection: 'close' } })).text();
    await stream?.read();
    leave.abort();
    const keys = await sender.facades.Redis().keys(`${prefix}:events*`);
    const entries = await Promise.all(keys.map((key) => sender.facades.Redis().xrevrange(key, '+', '-', 'COUNT', 1)));
    return entries.flat(2).find((fields): fields is string[] => fields.includes('booked')) ?? [];
  };

  test('is delivered below the span that sent it', async () => {
    const [sender, reader] = [await open('sender', [otel()]), await open('reader', [otel()])];
    await sendAcross(sender, reader);
    await telemetry.flush();
    const [sent, delivered] = [spanOf('broadcast send rooms.{room}'), spanOf('broadcast deliver rooms.{}')];
    expect(delivered).toMatchObject({ traceId: sent.traceId, parentSpanId: sent.spanId });
    expect(sent.traceId).toBe(spanOf('GET /send').traceId);
    await Promise.all([sender.close(), reader.close()]);
  });

  test('has no trace in its entry while nothing is traced', async () => {
    const [sender, reader] = [await open('sender', []), await open('reader', [])];
    expect(await sendAcross(sender, reader)).toHaveLength(14);
    await Promise.all([sender.close(), reader.close()]);
  });
});
