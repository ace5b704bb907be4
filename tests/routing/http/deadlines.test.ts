import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Context, Middleware } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { type Served, serve } from '../../support/serve.ts';
import { RawClient } from '../server/raw-client.ts';

const part = '--B\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n\r\n';
const end = '\r\n--B--\r\n';

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n`;

const forever = () => new Promise<never>(() => undefined);

let directory: string;
let served: Served | null = null;
const reported: unknown[] = [];

const open = (register: (route: RootRouter) => void, http: object): Promise<Served> =>
  serve(register, {
    config: { http: { ...http, upload: { directory } } },
    apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)),
  });

const spooled = async (): Promise<number> => (await readdir(directory)).length;

beforeEach(async () => {
  reported.length = 0;
  directory = await mkdtemp(join(tmpdir(), 'taproot-deadlines-'));
});
afterEach(async () => {
  await served?.close();
  served = null;
  await rm(directory, { recursive: true });
});

/** Reads the body as the innermost step does, but in a middleware. */
const reading: Middleware = {
  signature: () => 'reading',
  handle: async (ctx, next) => {
    await ctx.request().body();
    return next();
  },
};

const size = (ctx: Context) => ctx.response().string(200, `${ctx.request().file('f')?.size} bytes`);

describe('http.request_timeout', () => {
  test('does not count the time a client takes to send its body', async () => {
    served = await open(
      (route) => {
        route.post('/', async (ctx) => size(ctx));
        route.middleware(reading).post('/read', async (ctx) => size(ctx));
        route.get('/never', forever);
      },
      { request_timeout: 1 },
    );
    const length = part.length + 100_000 + end.length;
    const clients = await Promise.all(
      ['/', '/read'].map(async (path) => {
        const client = await RawClient.open(served?.port ?? 0);
        client.send(head(path, length) + part + 'x'.repeat(50_000));
        return client;
      }),
    );
    while ((await spooled()) < clients.length) await turn();
    // It came after the uploads, and its time is over.
    expect((await fetch(`${served.url}/never`)).status).toBe(503);
    for (const client of clients) client.send('x'.repeat(50_000) + end);
    for (const client of clients) expect(await client.closed).toMatch(/^HTTP\/1\.1 200 [^]*100000 bytes$/);
    expect(reported).toMatchObject([{ code: 'E_REQUEST_TIMEOUT' }]);
  });

  test('counts from the end of the body, whether it was good or not', async () => {
    const caught: Middleware = {
      signature: () => 'caught',
      handle: async (ctx) => {
        await ctx
          .request()
          .body()
          .catch(() => undefined);
        return forever();
      },
    };
    served = await open(
      (route) => {
        route.post('/', forever);
        route.middleware(caught).post('/caught', size);
      },
      { request_timeout: 1 },
    );
    const send = async (path: string, body: string): Promise<number> => {
      const headers = { 'content-type': 'multipart/form-data; boundary=B' };
      return (await fetch(`${served?.url}${path}`, { method: 'POST', headers, body })).status;
    };
    expect(await Promise.all([send('/', `${part}x${end}`), send('/caught', part)])).toEqual([503, 503]);
  });
});

describe('a file of an upload that nobody waits for any more', () => {
  test.each([
    ['small', 10_000],
    ['large', 1_000_000],
  ])('is removed once the reply is out: a %s upload', async (_size, length) => {
    const impatient: Middleware = {
      signature: () => 'impatient',
      handle: async (ctx) => {
        ctx
          .request()
          .body()
          .catch(() => undefined);
        while ((await spooled()) === 0) await turn();
        return ctx.response().string(429, 'later');
      },
    };
    served = await open((route) => route.middleware(impatient).post('/', size), {
      body_rate: null,
    });
    const client = await RawClient.open(served.port);
    client.send(head('/', length) + part + 'x'.repeat(5000));
    expect(await client.closed).toMatch(/^HTTP\/1\.1 429 /);
    while ((await spooled()) > 0) await turn();
    expect(reported).toEqual([]);
  });
});
