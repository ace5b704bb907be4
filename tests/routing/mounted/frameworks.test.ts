import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastifyMiddie from '@fastify/middie';
import { describe, expect, test } from '@jest/globals';
import { bodyParser } from '@koa/bodyparser';
import express from 'express';
import { fastify } from 'fastify';
import Koa from 'koa';
import { bootRoutes } from '../../support/serve.ts';

const inner = express().use(express.json(), (req, res) => void res.json({ body: req.body as unknown }));

/** Servers of other frameworks, which have the application at /api. */
const servers: Readonly<Record<string, (listener: RequestListener) => RequestListener | Promise<RequestListener>>> = {
  Express: (listener) => express().use('/api', listener),
  'Express with parsers': (listener) =>
    express()
      .use(express.json(), express.urlencoded({ extended: true }))
      .use('/api', listener),
  'Koa with a parser': (listener) =>
    new Koa()
      .use(bodyParser())
      .use((ctx) => {
        ctx.respond = false;
        const url = ctx.url.slice('/api'.length);
        listener(Object.assign(ctx.req, { body: ctx.request.body, originalUrl: ctx.url, url }), ctx.res);
      })
      .callback(),
  Fastify: async (listener) => {
    const app = fastify();
    await app.register(fastifyMiddie);
    void app.use('/api', listener);
    await app.ready();
    return (req, res) => app.routing(req, res);
  },
};

describe.each(Object.entries(servers))('an application inside of %s', (_name, around) => {
  test('knows its prefix, and reads bodies that were parsed before, also in mounted code', async () => {
    const app = await bootRoutes(
      (route) => {
        route.get('/facts', (ctx) => [ctx.request().path(), ctx.request().url()]);
        route.post('/input', (ctx) => ctx.request().all());
        route.mount('/web', async (request) =>
          Response.json([new URL(request.url).pathname, request.headers.get('content-length'), await request.text()]),
        );
        route.mountNode('/node', inner);
      },
      { config: { http: { listen: false } } },
    );
    await app.open();
    const server = createServer(await around(app.facades.Http().listener)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    const send = async (path: string, body?: string | URLSearchParams): Promise<unknown> => {
      const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
      const reply = await fetch(url + path, body === undefined ? {} : { method: 'POST', body, headers });
      expect([path, reply.status]).toEqual([path, 200]);
      return reply.json();
    };
    expect(await send('/facts?q')).toEqual(['/facts', '/api/facts?q']);
    expect(await send('/input', '{"a": [1]}')).toEqual({ a: [1] });
    expect(await send('/node', '{"a": [1]}')).toEqual({ body: { a: [1] } });
    const [path, , json] = (await send('/web/x', '{"a": [1]}')) as string[];
    expect([path, JSON.parse(String(json))]).toEqual(['/api/web/x', { a: [1] }]);
    const form = new URLSearchParams({ a: 'ö', 'b[c]': '2' });
    expect((await send('/web/x', form)) as string[]).toContain(form.toString());
    await app.close();
    server.close();
  });
});
