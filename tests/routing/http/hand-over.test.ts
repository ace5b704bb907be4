import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { cors } from '@taproot/cors';
import { handOver, type NodeHandler, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { serve } from '../../support/serve.ts';
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
    res.setHeader('Access-Control-Allow-Origin', 'https://a.example').end(),
  );
  await http(own).get('/x').assertHeader('Access-Control-Allow-Origin', 'https://a.example');
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
  test.each(['koa', 'fastify'])(
    'on %s a reply that streams for longer arrives whole and is not reported',
    async (driver) => {
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
    },
  );

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
