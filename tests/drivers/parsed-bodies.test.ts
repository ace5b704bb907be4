import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { bodyParser } from '@koa/bodyparser';
import type { Middleware } from '@taproot/core';
import { fromKoa } from '@taproot/koa';
import type { RootRouter } from '@taproot/routing';
import type { FastifyInstance } from 'fastify';
import type Koa from 'koa';
import { type Served, type ServeOptions, serve } from '../support/serve.ts';

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
