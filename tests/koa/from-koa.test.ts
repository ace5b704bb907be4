import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Context, Response } from '@taproot/core';
import { fromKoa } from '@taproot/koa';
import { fakeContext } from '@taproot/testing';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import { MiddlewareChains } from '../../plugins/routing/src/plan/middleware-chains.ts';
import { reply } from '../routing/support/reply.ts';
import { socketContext } from '../routing/support/socket-context.ts';

type Headers = Record<string, string>;

const contextOf = (headers: Headers = {}, url = '/posts?page=2', method = 'GET'): Context =>
  fakeContext({ method, url, headers, origin: 'http://a.test:8080' });

/** Runs one Koa middleware around a handler that answers 200 "ok". */
const run = (middleware: Koa.Middleware, ctx = contextOf(), answer: () => Response = () => reply(200, 'ok')) =>
  fromKoa('test', middleware).handle(ctx, async () => answer());

/** What a Koa middleware sees, read by `read`. */
const seen = async (read: (ctx: Koa.Context) => unknown, ctx = contextOf()): Promise<unknown> => {
  let value: unknown;
  await run((koa, next) => {
    value = read(koa);
    return next();
  }, ctx);
  return value;
};

describe('a Koa middleware', () => {
  test('is known by the signature it is given', () => {
    expect(fromKoa('compress', (_ctx, next) => next()).signature()).toBe('compress');
  });

  test('is refused beside another of its signature, whose place it would take', () => {
    const pass: Koa.Middleware = (_ctx, next) => next();
    const chains = new MiddlewareChains([fromKoa('guard', pass)]);
    const middleware = [fromKoa('guard', (ctx, next) => pass(ctx, next))];
    expect(() => chains.of({ middleware, excluded: [] })).toThrow('have the signature "guard"');
  });

  test('reads the request', async () => {
    const read = (ctx: Koa.Context) => [
      ctx.method,
      ctx.path,
      ctx.url,
      ctx.querystring,
      ctx.query['page'],
      ctx.host,
      ctx.hostname,
      ctx.origin,
      ctx.href,
      ctx.ip,
      ctx.secure,
      ctx.get('X-One'),
      ctx.get('Referrer'),
      ctx.get('absent'),
      ctx.headers['x-one'],
      ctx.request.header['x-one'],
      ctx.req.headers['x-one'],
    ];
    expect(await seen(read, contextOf({ 'x-one': '1', referer: 'http://r.test', origin: 'http://o.test' }))).toEqual([
      'GET',
      '/posts',
      '/posts?page=2',
      'page=2',
      '2',
      'a.test:8080',
      'a.test',
      'http://o.test',
      'http://a.test:8080/posts?page=2',
      '192.0.2.1',
      false,
      '1',
      'http://r.test',
      '',
      '1',
      '1',
      '1',
    ]);
  });

  test('negotiates types and encodings', async () => {
    const ctx = contextOf({ accept: 'text/html', 'accept-encoding': 'gzip' });
    const read = (koa: Koa.Context) => [
      koa.accepts('json', 'html'),
      koa.accepts('json'),
      koa.accepts(),
      koa.acceptsEncodings('br', 'identity'),
      koa.acceptsEncodings(['gzip', 'identity']),
    ];
    expect(await seen(read, ctx)).toEqual(['html', false, ['text/html'], 'identity', 'gzip']);
  });

  test.each([
    ['application/json; charset=utf-8', ['json'], 'json'],
    ['application/json', ['html', 'application/json'], 'application/json'],
    ['application/vnd.api+json', ['+json'], 'application/vnd.api+json'],
    ['application/vnd.api+json', ['application/*+json'], 'application/vnd.api+json'],
    ['multipart/form-data; boundary=x', ['multipart'], 'multipart'],
    ['multipart/form-data; boundary=x', ['multipart/*'], 'multipart/form-data'],
    ['application/x-www-form-urlencoded', ['urlencoded'], 'urlencoded'],
    ['text/plain', ['text/*'], 'text/plain'],
    ['text/plain', [], 'text/plain'],
    ['text/plain', ['json', 'html'], false],
    ['', ['json'], false],
  ])('tells that a body of %j, asked for %j, is %j', async (type, types, expected) => {
    const ctx = contextOf({ 'content-type': type, 'content-length': '1' }, '/', 'POST');
    expect(await seen((koa) => koa.is(types), ctx)).toBe(expected);
  });

  test('tells that there is no body', async () => {
    expect(await seen((koa) => koa.is('json'))).toBeNull();
  });

  test('sets headers before next(), which yield to those the handler sets', async () => {
    const response = await run(
      (ctx, next) => {
        ctx.set('X-One', 'middleware');
        ctx.set({ 'X-Two': 'middleware', 'X-Three': 3 } as unknown as Headers);
        ctx.set('X-Gone', '1');
        ctx.remove('X-Gone');
        ctx.append('Set-Cookie', 'a=1');
        ctx.append('Set-Cookie', ['b=2']);
        ctx.vary('Origin');
        ctx.vary('Accept, Origin');
        return next();
      },
      contextOf(),
      () => reply().setHeader('X-One', 'handler').appendHeader('Set-Cookie', 'h=0').vary('Accept'),
    );
    expect(Object.fromEntries(response.headers())).toEqual({
      'X-One': 'handler',
      'X-Two': 'middleware',
      'X-Three': '3',
      'Set-Cookie': ['a=1', 'b=2', 'h=0'],
      Vary: expect.stringMatching(/^(?=.*Accept)(?=.*Origin)\w+, \w+$/) as unknown,
    });
  });

  test('reads its own headers back before next()', async () => {
    const read = (ctx: Koa.Context) => {
      ctx.set('X-One', '1');
      ctx.append('X-List', 'a');
      ctx.append('X-List', 'b');
      return [
        ctx.response.get('x-one'),
        ctx.response.get('X-List'),
        ctx.response.headers['x-one'],
        Object.hasOwn(ctx.response.headers, 'x-no'),
      ];
    };
    expect(await seen(read)).toEqual(['1', ['a', 'b'], '1', false]);
  });

  test('reads and changes the response after next()', async () => {
    const response = await run(async (ctx, next) => {
      await next();
      ctx.set('X-Saw', `${ctx.status} ${String(ctx.body)}`);
      ctx.status = 201;
      ctx.body = { changed: true };
    });
    expect([response.status, response.body, response.header('X-Saw')]).toEqual([201, '{"changed":true}', '200 ok']);
    expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
  });

  test('wraps a stream, whose length is no longer known', async () => {
    const response = await run(
      async (ctx, next) => {
        await next();
        ctx.set('Content-Encoding', 'gzip');
        ctx.body = (ctx.body as Readable).pipe(createGzip());
      },
      contextOf(),
      () => reply(200, Readable.from(['long'])).setHeader('Content-Length', 4),
    );
    expect(response.header('Content-Length')).toBeUndefined();
    const body = (response.body as Readable).pipe(createGunzip());
    expect(await text(body)).toBe('long');
  });

  test('closes a stream that it replaces by text or nothing', async () => {
    for (const body of ['text', null]) {
      const stream = Readable.from(['x']);
      const response = await run(
        async (ctx, next) => {
          await next();
          ctx.body = body;
        },
        contextOf(),
        () => reply(200, stream),
      );
      expect([stream.destroyed, response.status]).toEqual([true, body === null ? 204 : 200]);
    }
  });

  const answers: [set: (ctx: Koa.Context) => void, status: number, body: unknown, type: string | undefined][] = [
    [(ctx) => void (ctx.body = 'hi'), 200, 'hi', 'text/plain; charset=utf-8'],
    [(ctx) => void (ctx.body = ' <b>'), 200, ' <b>', 'text/html; charset=utf-8'],
    [(ctx) => void (ctx.body = { a: 1 }), 200, '{"a":1}', 'application/json; charset=utf-8'],
    [(ctx) => void (ctx.body = Buffer.from('x')), 200, Buffer.from('x'), 'application/octet-stream'],
    [(ctx) => void ((ctx.type = 'css'), (ctx.body = 'a{}')), 200, 'a{}', 'text/css; charset=utf-8'],
    [(ctx) => void (ctx.body = null), 204, null, undefined],
    [(ctx) => void (ctx.status = 204), 204, null, undefined],
    [(ctx) => void (ctx.status = 403), 403, 'Forbidden', 'text/plain; charset=utf-8'],
    [(ctx) => ctx.redirect('/ä'), 302, 'Redirecting to /ä.', 'text/html; charset=utf-8'],
    [() => undefined, 404, 'Not Found', 'text/plain; charset=utf-8'],
  ];
  test.each(answers)('answers by itself without next(): %s', async (set, status, body, type) => {
    const response = await run((ctx) => {
      ctx.set('X-Own', 'kept');
      set(ctx);
    });
    expect([response.status, response.body, response.header('Content-Type')]).toEqual([status, body, type]);
    expect(response.header('X-Own')).toBe('kept');
    expect(response.header('Content-Length')).toBeUndefined();
  });

  test('throws with a status, which is answered as such', async () => {
    const failing = run((ctx) => ctx.throw(418, 'short and stout'));
    await expect(failing).rejects.toMatchObject({ code: 'E_HTTP_418', status: 418, message: 'short and stout' });
  });

  test('throws errors of the http-errors kind, whose message is kept from the client unless exposed', async () => {
    const fault = (status: number, expose: boolean) =>
      run(() => {
        throw Object.assign(new Error('inner'), { status, expose, headers: { 'Retry-After': 5 } });
      });
    await expect(fault(413, true)).rejects.toMatchObject({
      status: 413,
      message: 'inner',
      headers: { 'Retry-After': '5' },
    });
    await expect(fault(503, false)).rejects.toMatchObject({ status: 503, message: 'Service Unavailable' });
  });

  test('throws other errors as they are, and closes the body nobody will send', async () => {
    const stream = Readable.from(['x']);
    const failing = run(
      async (_ctx, next) => {
        await next();
        throw new TypeError('a fault');
      },
      contextOf(),
      () => reply(200, stream),
    );
    await expect(failing).rejects.toThrow(new TypeError('a fault'));
    expect(stream.destroyed).toBe(true);
  });

  test('shares ctx.state with the next one', async () => {
    const ctx = contextOf();
    await run((koa, next) => ((koa.state['user'] = 'Ada'), next()), ctx);
    expect(await seen((koa) => koa.state['user'], ctx)).toBe('Ada');
  });
});

test('HD-06 nothing of Koa shows in the headers', async () => {
  const response = await run((_ctx, next) => next());
  expect([...response.headers()]).toEqual([]);
});

test('koa-body reads a body through the view', async () => {
  const bodies: unknown[] = [];
  const parse = fromKoa('body', koaBody({ patchNode: true }));
  const server = createServer((req, res) => {
    const done = async (): Promise<Response> => {
      bodies.push((req as typeof req & { body: unknown }).body);
      return reply();
    };
    void Promise.resolve(parse.handle(socketContext({ req, res }), done)).then(() => res.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  await fetch(url, { method: 'POST', body: '{"a":[1]}', headers: { 'content-type': 'application/json' } });
  await fetch(url, { method: 'POST', body: new URLSearchParams({ b: '2' }) });
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  expect(bodies).toEqual([{ a: [1] }, { b: '2' }]);
});

test.each([
  ['an application', { callback: () => undefined }, /koa\.callback\(\)/],
  ['a router', { routes: () => undefined }, /router\.routes\(\)/],
  ['a promise', Promise.resolve(), /Await the promise/],
  ['nothing', undefined, /compress\(\)/],
  ['a class', class Compress extends Map {}, /compress\(\)/],
])('%s in place of a middleware is refused with its line and the right call', (_name, given, advice) => {
  expect(() => fromKoa('x', given as never)).toThrow(
    expect.objectContaining({
      code: 'E_KOA_MIDDLEWARE',
      message: expect.stringContaining('from-koa.test.ts:'),
      fix: expect.stringMatching(advice),
    }),
  );
});
