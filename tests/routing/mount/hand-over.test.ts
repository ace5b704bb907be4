import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { handOver, type NodeHandler, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';
import { type Served, serve } from '../../support/serve.ts';
import { RawClient } from '../server/raw-client.ts';

const handedTo = (old: NodeHandler) =>
  testApplication({
    plugins: [routing(), cors()],
    register: ({ facades }) => facades.Route().any('/{path*}', handOver(old)).rawBody(),
  });

test('staged headers are on the response of the old application, and its own win', async () => {
  const old = (req: IncomingMessage, res: ServerResponse): void => {
    res.setHeader('X-Old', '1').end(`old ${req.url ?? ''}`);
  };
  await using app = await handedTo(old);
  const reply = http(app).withHeader('Origin', 'https://shop.example').get('/users/7?a=b');
  await reply
    .assertOk()
    .assertSee('old /users/7?a=b')
    .assertHeader('X-Old', '1')
    .assertHeader('Access-Control-Allow-Origin', '*');

  await using own = await handedTo((_req, res) =>
    res.setHeader('Vary', 'Accept').setHeader('X-Request-Id', 'old').end(),
  );
  await http(own).get('/x').assertHeader('X-Request-Id', 'old');
});

test('the old application reads the body', async () => {
  await using app = await handedTo(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    res.end(body.toUpperCase());
  });
  await http(app)
    .post('/x', new URLSearchParams({ a: 'roots' }))
    .assertOk()
    .assertSee('A=ROOTS');
});

test('what the old application throws or rejects with becomes a response', async () => {
  await using thrown = await handedTo(() => {
    throw new Error('broken');
  });
  await http(thrown).get('/x').assertInternalServerError();
  await using rejected = await handedTo(() => Promise.reject(new Error('broken')));
  await http(rejected).get('/x').assertInternalServerError();
  expect([thrown.reports.length, rejected.reports.length]).toEqual([1, 1]);
});

describe('SN-05 http.request_timeout and hand-overs', () => {
  test.each(drivers)('on %s a reply that streams for longer arrives whole and is not reported', async (driver) => {
    const reported: unknown[] = [];
    const served = await serve(
      (route) => {
        route.any(
          '/{path*}',
          handOver((_req, res) => {
            res.write('first ');
            setTimeout(() => res.end('last'), 2600);
          }),
        );
      },
      {
        driver,
        config: { http: { request_timeout: 1 } },
        apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)),
      },
    );
    expect(await (await fetch(`${served.url}/x`)).text()).toBe('first last');
    await served.close();
    expect(reported).toEqual([]);
  });

  test('a raw upload may take longer, as long as it keeps up http.body_rate', async () => {
    const served = await serve(
      (route) => {
        route
          .post(
            '/',
            handOver((req, res) => {
              let bytes = 0;
              req.on('data', ({ length }: Buffer) => (bytes += length));
              req.on('end', () => res.end(String(bytes)));
            }),
          )
          .rawBody();
      },
      { config: { http: { request_timeout: 1, body_rate: { bytes: 1, grace: 1 } } } },
    );
    const client = await RawClient.open(served.port);
    client.send('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n');
    const sending = setInterval(() => client.send('x'.repeat(100)), 350);
    expect(await client.closed.finally(() => clearInterval(sending))).toMatch(/^HTTP\/1\.1 200 [^]*1000$/);
    await served.close();
  });
});

test.each(drivers)('ip() that is first asked when the client has left, on the driver %s', async (driver) => {
  let told: (ip: string) => void = () => undefined;
  const ip = new Promise<string>((resolve) => (told = resolve));
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  const served: Served = await serve(
    (route) =>
      void route.get('/', async (ctx) => {
        began();
        await once(ctx.request().signal(), 'abort');
        told(ctx.request().ip());
        return ctx.response().noContent();
      }),
    { driver },
  );
  const client = connect(served.port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await begun;
  client.destroy();
  expect(await ip).toBe('127.0.0.1');
  await served.close();
});

test.each(drivers)('rawBody() after the body was parsed says how to get the bytes, with %s', async (driver) => {
  const reports: unknown[] = [];
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify()])
    .withConfig({ http: { port: 0, driver } })
    .withCallback((booting) => booting.hooks.report.tap('test', (error) => void reports.push(error)))
    .withRouting((route) => {
      route.post('/parsed', async (ctx) => ({ bytes: (await ctx.request().rawBody()).length }));
      route.get('/parsed', async (ctx) => ({ bytes: (await ctx.request().rawBody()).length }));
      const raw = route.post('/raw', async (ctx) => {
        await ctx.request().body();
        return { bytes: (await ctx.request().rawBody()).length };
      });
      raw.rawBody();
    })
    .create();
  try {
    await app.open();
    const url = app.facades.Http().address?.url ?? '';
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
    expect(await (await fetch(`${url}/parsed`, post)).json()).toMatchObject({ code: 'E_BODY_NOT_RAW' });
    expect(reports).toMatchObject([
      {
        code: 'E_BODY_NOT_RAW',
        message: expect.stringContaining('ctx.request().rawBody()'),
        fix: expect.stringContaining('.rawBody()'),
      },
    ]);
    const inProcess = await app.facades.Route().fetch(new Request('http://localhost/parsed', post));
    expect(inProcess.status).toBe(500);
    expect(await (await fetch(`${url}/parsed`)).json()).toEqual({ bytes: 0 });
    expect(await (await fetch(`${url}/raw`, post)).json()).toEqual({ bytes: 7 });
  } finally {
    await app.close();
  }
});
