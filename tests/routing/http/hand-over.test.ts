import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { cors } from '@taproot/cors';
import { handOver, type NodeHandler, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';

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
