import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bodyParser } from '@koa/bodyparser';
import type { Handler, Middleware } from '@taproot/core';
import { fromKoa } from '@taproot/koa';
import type { RootRouter } from '@taproot/routing';
import type { FastifyInstance } from 'fastify';
import type Koa from 'koa';
import { file, multipart, upload } from '../hostile/wire/attack.ts';
import { lossesOf } from '../long/shutdowns.ts';
import { shutDown } from '../long/support/shutdown.ts';
import { soak } from '../long/support/soak.ts';
import { Random } from '../support/random.ts';
import { type Served, type ServeOptions, serve } from '../support/serve.ts';
import { compareRouters } from './support/compare-routers.ts';
import { differential } from './support/differential.ts';

const seed = Number(process.env['SEED'] ?? 20261121);

test(`the Koa and the Fastify driver answer 100 generated requests alike (seed ${seed})`, async () => {
  const { differences, reported, statuses } = await differential(100, seed);
  expect(differences).toEqual([]);
  expect(reported.fastify).toEqual(reported.koa);
  // What is generated reaches successes, refusals and failures alike.
  for (const status of [200, 204, 400, 404, 405, 415, 500]) expect([...statuses.keys()]).toContain(status);
}, 60_000);

test('the search finds one of the routes whose expression fits, with what it captures, in random route tables', () => {
  const { tables, matches, differences } = compareRouters(50, 2026);
  expect(differences).toEqual([]);
  expect(matches).toBeGreaterThan(tables * 5);
});

test.each(['koa', 'fastify'])(
  'told to end with 50 requests in flight, the %s driver answers every one',
  async (driver) => {
    expect(lossesOf(await shutDown(driver, 50, new Random(9)))).toEqual([]);
  },
  60_000,
);

test.each(['koa', 'fastify'])(
  'of 1,000 mixed requests on the %s driver none is lost or wrong, and nothing is kept',
  async (driver) => {
    const { lost, wrong, examples, before, after } = await soak(driver, 1000);
    expect([lost, wrong, examples]).toEqual([0, 0, []]);
    // So few leave the heap still growing; handles do not grow.
    expect(after.descriptors - before.descriptors).toBeLessThanOrEqual(2);
    expect(after.timers - before.timers).toBeLessThanOrEqual(0);
  },
  60_000,
);

let served: Served | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
});

const open = async (register: (route: RootRouter) => void, options: ServeOptions): Promise<string> => {
  served = await serve(register, options);
  return served.url;
};

/** Reads every body before us and leaves what `parse` makes of it in `req.body`. */
const parser = (parse: (text: string) => unknown): Middleware => ({
  signature: () => 'parser',
  async handle(ctx, next) {
    const req = ctx.request().node();
    Object.assign(req, { body: parse(String(await buffer(req))) });
    return next();
  },
});

const echo = (route: Pick<RootRouter, 'post'>): void => {
  route.post('/', async (ctx) => {
    const request = ctx.request();
    return ctx.response().json(200, { body: await request.body(), a: request.input('a'), all: request.all() });
  });
};

const post = async (url: string, body: NonNullable<RequestInit['body']>, type: string | null = 'application/json') => {
  const response = await fetch(url, { method: 'POST', body, headers: type === null ? {} : { 'content-type': type } });
  const json: unknown = await response.json();
  return { status: response.status, json };
};

const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  test('E-3: a body that a middleware read is taken over from req.body, whatever its type', async () => {
    const url = await open((route) => route.middleware(parser(JSON.parse)).group(echo), { driver });
    const value = { a: '1', b: [2] };
    for (const type of ['application/json', 'application/vnd.acme'])
      expect(await post(url, JSON.stringify(value), type)).toEqual({
        status: 200,
        json: { body: value, a: '1', all: value },
      });
    for (const scalar of [7, 'text', null, [1, 2]])
      expect((await post(url, JSON.stringify(scalar))).json).toEqual({ body: scalar, a: '', all: {} });
  });

  test('E-3: what is taken over is refused where the same body would be', async () => {
    const url = await open((route) => route.middleware(parser(JSON.parse)).group(echo), { driver });
    for (const [body, status, code] of [
      ['{"__proto__":{"admin":true}}', 400, 'E_BODY_KEY'],
      ['{"a":{"constructor":{"prototype":{}}}}', 400, 'E_BODY_KEY'],
      [nested(64), 400, 'E_BODY_DEPTH'],
      [nested(63), 200, undefined],
    ] as const)
      expect(await post(url, body)).toMatchObject({ status, json: code === undefined ? {} : { code } });
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  test('E-3: @koa/bodyparser through fromKoa() leaves its body to handlers, and uploads to us', async () => {
    const url = await open((route) => route.middleware(fromKoa('body', bodyParser())).group(echo), { driver });
    expect(await post(url, '{"a":"1"}')).toEqual({ status: 200, json: { body: { a: '1' }, a: '1', all: { a: '1' } } });
    expect((await post(url, new URLSearchParams({ a: '2' }), null)).json).toMatchObject({ a: '2' });
    const form = new FormData();
    form.set('a', '3');
    expect((await post(url, form, null)).json).toMatchObject({ a: '3' });
  });

  test('E-3: a body that was read and not left anywhere is told as such', async () => {
    const consumed: Middleware = {
      signature: () => 'consumed',
      async handle(ctx, next) {
        await buffer(ctx.request().node());
        return next();
      },
    };
    const url = await open((route) => route.middleware(consumed).group(echo), { driver });
    expect(await post(url, '{"a":1}')).toMatchObject({ status: 500, json: { code: 'E_BODY_CONSUMED' } });
  });

  test('E-1: an empty body that calls itself JSON is 400 for a route that reads it, and nothing to others', async () => {
    const url = await open(
      (route) => {
        route.post('/ignored', (ctx) => ctx.response().string(200, 'ignored'));
        route.post('/params/{id}', (ctx) => ctx.response().string(200, ctx.request().route('id')));
        route.post('/raw', async (ctx) => ctx.response().json(200, (await ctx.request().rawBody()).length)).rawBody();
        route.post('/query', (ctx) => ctx.response().string(200, ctx.request().query('q')));
        route.post('/body', async (ctx) => ctx.response().json(200, await ctx.request().body()));
        route.post('/input', (ctx) => ctx.response().string(200, ctx.request().input('a')));
        route.post('/all', (ctx) => ctx.response().json(200, ctx.request().all()));
        route.post('/has', (ctx) => ctx.response().json(200, ctx.request().has('a')));
        route.post('/bind', (ctx) => ctx.response().json(200, ctx.request().bind({ a: '' })));
      },
      { driver, config: { app: { debug: false } } },
    );
    const { port } = new URL(url);
    const ask = async (path: string, framing: string, type = 'application/json'): Promise<string> => {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nConnection: close`;
      return (await served?.raw(`${head}\r\n${framing}`)) ?? '';
    };
    for (const framing of ['Content-Length: 0\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '\r\n']) {
      for (const path of ['/ignored', '/params/7', '/raw', '/query?q=1'])
        expect(await ask(path, framing)).toMatch(/^HTTP\/1\.1 200 /);
      for (const path of ['/body', '/input', '/all', '/has', '/bind'])
        expect(await ask(path, framing, 'application/vnd.api+json')).toMatch(
          /^HTTP\/1\.1 400 [^]*E_BODY_MALFORMED|^HTTP\/1\.1 400 [^]*it is empty, and JSON never is/,
        );
    }
    expect(await ask('/ignored', 'Content-Length: 1\r\n\r\n ')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('E-3: what native middleware of Koa parsed is taken over from ctx.request.body', async () => {
  const url = await open(echo, {
    apply: (app) => {
      const native = (koa: Koa): void => void koa.use(bodyParser());
      app.facades.Http().hooks.driver.for('koa').tap('test', native);
    },
  });
  expect((await post(url, '{"a":"1"}')).json).toMatchObject({ body: { a: '1' }, a: '1' });
});

test('E-3: what a hook of Fastify parsed is taken over from request.body', async () => {
  const url = await open(echo, {
    driver: 'fastify',
    apply: (app) => {
      const native = (instance: FastifyInstance): void => {
        instance.addHook('preHandler', async (request) => {
          request.body = JSON.parse(String(await buffer(request.raw)));
        });
      };
      app.facades.Http().hooks.driver.for('fastify').tap('test', native);
    },
  });
  expect((await post(url, '{"a":"1"}')).json).toMatchObject({ body: { a: '1' }, a: '1' });
});

describe('left uploads', () => {
  let servedOfLeftUploads: Served;
  let spool = '';
  const reported: unknown[] = [];

  beforeEach(async () => {
    spool = await mkdtemp(join(tmpdir(), 'taproot-left-'));
    reported.length = 0;
  });
  afterEach(async () => {
    await servedOfLeftUploads.close();
    await rm(spool, { recursive: true, force: true });
  });

  const openOfLeftUploads = async (driver: string, handler: Handler): Promise<void> => {
    servedOfLeftUploads = await serve((route) => route.post('/', handler), {
      driver,
      config: { http: { upload: { directory: spool } } },
      apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)),
    });
  };

  /** Sends an upload and keeps the connection open. */
  const send = (): Socket => {
    const socket = connect(servedOfLeftUploads.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(upload(multipart([file('f', 'a.txt', 'hello')]), '/'), 'latin1');
    return socket;
  };

  const spoolIsEmpty = async (): Promise<void> => {
    while ((await readdir(spool)).length > 0) await new Promise(setImmediate);
  };

  describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
    test('S-8: a handler whose client left still reads and stores its files; nothing is reported', async () => {
      const seen: unknown[] = [];
      const handler = new EventEmitter();
      const [began, ended] = [once(handler, 'began'), once(handler, 'ended')];
      await openOfLeftUploads(driver, async (ctx) => {
        const uploaded = ctx.request().file('f');
        if (uploaded === null) throw new Error('There is no file.');
        const left = once(ctx.request().signal(), 'abort');
        handler.emit('began');
        await left;
        // Whoever removes files when a client leaves has had time for it.
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        seen.push(String(await uploaded.bytes()), (await readdir(spool)).length);
        await uploaded.store(join(spool, 'stored'));
        seen.push(String(await uploaded.bytes()));
        await rm(join(spool, 'stored'), { recursive: true });
        handler.emit('ended');
        return ctx.response().noContent();
      });
      const socket = send();
      await began;
      socket.destroy();
      await ended;
      await spoolIsEmpty();
      expect(seen).toEqual(['hello', 1, 'hello']);
      expect(reported).toEqual([]);
    });

    test('S-8: a handler that its signal ends is no failure, and its files are removed', async () => {
      const handler = new EventEmitter();
      const began = once(handler, 'began');
      await openOfLeftUploads(driver, async (ctx) => {
        handler.emit('began');
        await wait(60_000, undefined, { signal: ctx.request().signal() });
      });
      const socket = send();
      await began;
      socket.destroy();
      await spoolIsEmpty();
      expect(reported).toEqual([]);
    });

    test('S-8: files outlive their handler while the reply is still being sent', async () => {
      await openOfLeftUploads(driver, (ctx) => {
        const uploaded = ctx.request().file('f');
        if (uploaded === null) throw new Error('There is no file.');
        return ctx.response().stream(200, uploaded.stream());
      });
      const socket = send();
      let reply = '';
      socket.on('data', (text) => (reply += String(text)));
      await once(socket, 'close');
      expect(reply).toContain('hello');
      await spoolIsEmpty();
      expect(reported).toEqual([]);
    });
  });
});
