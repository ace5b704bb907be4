/* oxlint-disable unicorn/no-thenable -- objects that look like promises are among what handlers return */
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { type Application, type Context, type Handler, type Middleware } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';

type Register = (route: RootRouter) => unknown;

const applicationOf = (register: Register, driver = 'koa', env = 'development') =>
  testApplication({
    env: { APP_ENV: env, HTTP_DRIVER: driver },
    plugins: [routing(), fastify(), definePlugin({ name: 'test', after: ['routing'] })],
    register: (app) => register(app.facades.Route()),
  });

/** What a client gets for the value that a handler returns. */
const ask = async (value: () => unknown, env = 'development') => {
  await using app = await applicationOf((route) => route.get('/a', value as Handler), 'koa', env);
  const { status, text, headers } = await http(app).get('/a');
  return { status, text, type: headers.get('content-type'), reports: app.reports };
};

const place = 'tests/routing/http/returned-data\\.test\\.ts:\\d+';

/** Evaluates code in another realm, whose Object and Array are not those of this one. */
const elsewhere = (code: string): unknown => runInContext(`(${code})`, createContext({}));

class Row extends Array<number> {}

const reached = (status: number, message: string) => [
  expect.objectContaining({
    code: 'E_HANDLER_RESULT',
    message: expect.stringMatching(
      `^The handler of GET\\|HEAD /a at ${place} returned ${message} in place of a response`,
    ),
  }),
];

describe.each(drivers)('data that a handler returns (%s)', (driver) => {
  test('is what json(200, data) would send: body, headers, HEAD, whichever way it is registered', async () => {
    const data = { id: 1, title: 'é', tags: ['a'], at: new Date(0), gone: undefined };
    await using app = await applicationOf((route) => {
      route.get('/json', (ctx) => ctx.response().json(200, data));
      route.get('/sync', () => data);
      route.get('/async', async () => data);
      route.any('/any', () => data);
      route.match(['GET'], '/match', () => data);
      route.resource('/resource', { index: () => data });
      route.fallback(() => data);
    }, driver);
    const shown = async (method: 'get' | 'head', path: string) => {
      const { status, text, headers } = await http(app)[method](path);
      return { status, text, headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')) };
    };
    for (const method of ['get', 'head'] as const) {
      const expected = await shown(method, '/json');
      expect(expected.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(expected.text).toBe(
        method === 'head' ? '' : '{"id":1,"title":"é","tags":["a"],"at":"1970-01-01T00:00:00.000Z"}',
      );
      for (const path of ['/sync', '/async', '/any', '/match', '/resource', '/nowhere'])
        expect({ path, ...(await shown(method, path)) }).toEqual({ path, ...expected });
    }
    expect(app.reports).toEqual([]);
  });

  test('after a body was read, and with what was staged', async () => {
    await using app = await applicationOf((route) => {
      route.post('/echo', async (ctx) => {
        ctx.response().header('X-A', 'b').vary('Accept').cookie('seen', '1');
        return ctx.request().all();
      });
    }, driver);
    const reply = await http(app).post('/echo', { a: [1, { b: null }] });
    expect([reply.status, reply.text]).toEqual([200, '{"a":[1,{"b":null}]}']);
    expect([reply.headers.get('x-a'), reply.headers.get('vary'), reply.headers.get('set-cookie')]).toEqual([
      'b',
      'Accept',
      'seen=1; Path=/',
    ]);
  });

  test('reaches middleware as a response, which they may change', async () => {
    const step: Middleware = {
      signature: () => 'stamp',
      handle: async (_ctx, next) => {
        const response = await next();
        response.status = 203;
        return response.setHeader('X-Body', typeof response.body === 'string' ? response.body : 'none');
      },
    };
    await using app = await applicationOf((route) => route.get('/a', () => [1, 2]).middleware(step), driver);
    const reply = await http(app).get('/a');
    expect([reply.status, reply.headers.get('x-body'), reply.text]).toEqual([203, '[1,2]', '[1,2]']);
  });

  test('abort() wins over it, and it wins over what was staged', async () => {
    await using app = await applicationOf((route) => {
      route.get('/aborted', (ctx) => {
        try {
          ctx.request().abortWithStatusJson(403, { aborted: true });
        } catch {
          // It is aborted all the same.
        }
        return { aborted: false };
      });
      route.get('/staged', (ctx) => {
        ctx.response().string(201, 'staged');
        return { staged: false };
      });
    }, driver);
    const [aborted, staged] = [await http(app).get('/aborted'), await http(app).get('/staged')];
    expect([aborted.status, aborted.text]).toEqual([403, '{"aborted":true}']);
    expect([staged.status, staged.text]).toEqual([200, '{"staged":false}']);
  });

  test('input is never taken for a response, whatever keys it has', async () => {
    await using app = await applicationOf((route) => route.post('/echo', (ctx) => ctx.request().all()), driver);
    const forged = { setHeader: 1, status: 700, body: 'x', headers: { getSetCookie: 1 }, arrayBuffer: 1, then: 1 };
    const reply = await http(app).post('/echo', forged);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, forged]);
  });
});

test.each<[string, () => unknown, string]>([
  ['an empty object', () => ({}), '{}'],
  ['an empty list', () => [], '[]'],
  ['an object with toJSON()', () => ({ id: 1, toJSON: () => ({ own: true }) }), '{"own":true}'],
  ['an object whose toJSON() gives nothing', () => ({ toJSON: () => undefined }), 'null'],
  ['an object without a prototype', () => Object.assign(Object.create(null), { id: 1 }), '{"id":1}'],
  ['a frozen object', () => Object.freeze({ id: 1 }), '{"id":1}'],
  ['a frozen list', () => Object.freeze([1]), '[1]'],
  ['a Proxy of an object', () => new Proxy({ id: 1 }, {}), '{"id":1}'],
  ['a Proxy of a list', () => new Proxy([1], {}), '[1]'],
  [
    'an object with a getter',
    () => ({
      get id() {
        return 1;
      },
    }),
    '{"id":1}',
  ],
  ['a list of a subclass', () => Row.from([1, 2]), '[1,2]'],
  ['an object of another realm', () => elsewhere('{ id: 1, list: [1] }'), '{"id":1,"list":[1]}'],
  ['a list of another realm', () => elsewhere('[1, { id: 2 }]'), '[1,{"id":2}]'],
  ['an object with a key __proto__', () => JSON.parse('{"__proto__":{"id":1}}'), '{"__proto__":{"id":1}}'],
  ['an object whose constructor is data', () => ({ constructor: { name: 'x' } }), '{"constructor":{"name":"x"}}'],
  ['a list with holes', () => Object.assign(Array(3), { 0: 1, 2: 2 }), '[1,null,2]'],
  ['the same object twice', () => ((same) => [same, same])({ id: 1 }), '[{"id":1},{"id":1}]'],
])('%s is data', async (_what, value, text) => {
  for (const returned of [value, async () => value()])
    expect(await ask(returned)).toEqual({ status: 200, text, type: 'application/json; charset=utf-8', reports: [] });
});

test('a list of a hundred thousand objects is sent whole', async () => {
  const list = Array.from({ length: 100_000 }, (_, id) => ({ id }));
  const { status, text } = await ask(() => list);
  expect([status, JSON.parse(text)]).toEqual([200, list]);
});

class Post {
  id = 1;
}

test.each<[string, () => unknown, string, string]>([
  ['a number', () => 5, 'a number', '{ count: value }'],
  ['zero', () => 0, 'a number', '{ count: value }'],
  ['false', () => false, 'a boolean', 'json(200, value)'],
  ['a bigint', () => 1n, 'a bigint', 'json(200, value)'],
  ['an empty string', () => '', 'a string', 'ctx.response().string(200, text)'],
  ['a string', () => '<p>secret</p>', 'a string', '{ message: text }'],
  ['a symbol', () => Symbol('a'), 'a symbol', 'json(200, value)'],
  ['a function', () => () => 1, 'a function', 'Call it'],
  ['a class', () => Post, 'the class Post', 'Call it'],
  ['an object of a class', () => new Post(), 'an object of the class Post', '{ id: post.id }'],
  ['an object of another object', () => Object.create({ id: 1 }), 'an object', '{ id: post.id }'],
  ['a Date', () => new Date(), 'an object of the class Date', '{ at: date }'],
  ['a Map', () => new Map(), 'an object of the class Map', 'Object.fromEntries(map)'],
  ['a Map of another realm', () => elsewhere('new Map()'), 'an object of the class Map', 'Object.fromEntries(map)'],
  ['a Set', () => new Set(), 'an object of the class Set', '[...set]'],
  ['an error', () => new TypeError('x'), 'an object of the class TypeError', 'Throw it.'],
  ['bytes', () => Buffer.from('x'), 'an object of the class Buffer', 'ctx.response().data('],
  ['a stream', () => new ReadableStream(), 'an object of the class ReadableStream', 'ctx.response().stream('],
  ['a RegExp', () => /a/, 'an object of the class RegExp', '{ id: post.id }'],
  [
    'an object of a class without a parent',
    () => Object.create(Object.setPrototypeOf({ constructor: Post }, null)),
    'an object of the class Post',
    '{ id: post.id }',
  ],
])('%s is E_HANDLER_RESULT, which says what to do', async (_what, value, actual, fix) => {
  for (const returned of [value, async () => value()]) {
    const { status, reports } = await ask(returned);
    expect(status).toBe(500);
    expect(reports).toEqual(reached(500, actual));
    expect(Reflect.get(Object(reports[0]), 'fix')).toContain(fix);
  }
});

test('a middleware that returns data is refused by its signature, also where its handler returns data', async () => {
  const step = { signature: () => 'stamp', handle: () => ({ id: 1 }) as never };
  await using app = await applicationOf((route) => route.get('/a', () => ({ id: 2 })).middleware(step));
  expect((await http(app).get('/a')).status).toBe(500);
  expect(app.reports).toEqual([
    expect.objectContaining({
      message: 'The middleware "stamp" returned an object in place of a response.',
      fix: expect.stringContaining('next()'),
    }),
  ]);
});

const cyclic: Record<string, unknown> = { id: 1 };
cyclic['self'] = cyclic;

describe('data that is no JSON is E_JSON_VALUE, which names the handler and the member', () => {
  const faultOf = (member: string, reason: string) => [
    expect.objectContaining({
      code: 'E_JSON_VALUE',
      message: expect.stringMatching(
        `^The handler of GET\\|HEAD /a at ${place} cannot send ${member}: it is ${reason}\\.$`,
      ),
    }),
  ];

  test.each<[string, () => unknown, string, string]>([
    ['a cycle', () => cyclic, 'body\\.self', 'a circular reference'],
    ['a BigInt', () => [{ id: 1n }], 'body\\[0\\]\\.id', 'a BigInt'],
  ])('%s', async (_what, value, member, reason) => {
    for (const env of ['development', 'testing'])
      for (const returned of [value, async () => value()]) {
        const { status, reports } = await ask(returned, env);
        expect([status, reports]).toEqual([500, faultOf(member, reason)]);
      }
  });

  test.each<[string, () => unknown, string]>([
    ['a list of promises', () => [Promise.resolve(1)], 'body\\[0\\]'],
    ['a promise inside', () => ({ data: { post: Promise.resolve(1) } }), 'body\\.data\\.post'],
  ])('%s, in development', async (_what, value, member) => {
    const { status, reports } = await ask(value);
    expect([status, reports]).toEqual([500, faultOf(member, 'a promise')]);
  });
});

class User {
  id = 1;
  passwordHash = 'secret';
}

class Shown extends User {
  toJSON() {
    return { id: this.id };
  }
}

describe('an instance without toJSON() is not sent, because all of its members would be', () => {
  const bodies: readonly (readonly [string, unknown, string, string])[] = [
    ['in an object', { data: new User() }, 'body.data', 'an instance of User'],
    ['in a list', [new User()], 'body[0]', 'an instance of User'],
    ['deep', { a: [{ b: { c: [1, new User()] } }] }, 'body.a[0].b.c[1]', 'an instance of User'],
    ['within what toJSON() gives', { toJSON: () => ({ user: new User() }) }, 'body.user', 'an instance of User'],
    ['a Map', { all: new Map([[1, 2]]) }, 'body.all', 'an instance of Map'],
    ['a Set of another realm', { all: elsewhere('new Set()') }, 'body.all', 'an instance of Set'],
    ['an error', { error: new TypeError('x') }, 'body.error', 'an instance of TypeError'],
    ['bytes without toJSON()', { bytes: new Uint8Array(2) }, 'body.bytes', 'an instance of Uint8Array'],
    [
      'of a class without a name',
      [
        new (class {
          id = 1;
        })(),
      ],
      'body[0]',
      'an instance of a class',
    ],
    ['made of an object', { row: Object.create({ id: 1 }) }, 'body.row', 'an instance of Object'],
  ];

  test.each(bodies)('%s, while developing and in tests', async (_where, body, member, reason) => {
    for (const env of ['development', 'testing'])
      for (const handler of [() => body, (ctx: Context) => ctx.response().json(200, body)]) {
        await using app = await applicationOf((route) => route.get('/a', handler as Handler), 'koa', env);
        expect((await http(app).get('/a')).status).toBe(500);
        expect(app.reports).toEqual([
          expect.objectContaining({
            code: 'E_JSON_VALUE',
            message: expect.stringContaining(`cannot send ${member}: it is ${reason}.`),
          }),
        ]);
      }
  });

  test('also as the whole body of json(), whatever made the builder', async () => {
    await using app = await applicationOf((route) => {
      route.get('/json', (ctx) => ctx.response().json(200, new User()));
      route.get('/status', (ctx) => ctx.response().status(201).json(new User()));
    });
    for (const path of ['/json', '/status']) {
      const { status, text } = await http(app).get(path);
      expect([status, text.includes('secret')]).toEqual([500, false]);
    }
  });

  test('in production it is sent as JSON.stringify() writes it', async () => {
    const { status, text, reports } = await ask(() => ({ data: new User() }), 'production');
    expect([status, text, reports]).toEqual([200, '{"data":{"id":1,"passwordHash":"secret"}}', []]);
  });

  test('one with toJSON(), a box and what classes of the platform write are sent everywhere', async () => {
    const data = { user: new Shown(), at: new Date(0), url: new URL('http://a.test'), bytes: Buffer.from('x') };
    const boxed = { n: Object(1) as unknown, s: Object('x') as unknown, b: Object(true) as unknown };
    const own = { toJSON: () => new User() };
    for (const env of ['development', 'testing', 'production']) {
      const { status, text } = await ask(() => ({ ...data, ...boxed, own }), env);
      expect([status, text]).toEqual([200, JSON.stringify({ ...data, ...boxed, own })]);
    }
  });
});

describe('data that fails while it is read is a 500 with its error', () => {
  const failure = new Error('no such column');
  const throws = (): never => {
    throw failure;
  };
  test.each<[string, () => unknown]>([
    ['a getter', () => Object.defineProperty({}, 'id', { enumerable: true, get: throws })],
    ['toJSON()', () => ({ toJSON: throws })],
    ['a Proxy, asked for its prototype', () => new Proxy({}, { getPrototypeOf: throws })],
    ['a Proxy, asked for its keys', () => new Proxy({}, { ownKeys: throws })],
    ['a Proxy, asked for a member', () => new Proxy({ id: 1 }, { get: throws })],
    ['a Proxy, asked whether it has one', () => new Proxy({}, { has: throws })],
  ])('%s', async (_what, value) => {
    for (const returned of [value, async () => value()]) {
      const { status, reports } = await ask(returned);
      expect([status, reports]).toEqual([500, [failure]]);
    }
  });

  test('a revoked Proxy', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const { status, reports } = await ask(() => proxy);
    expect([status, reports]).toEqual([500, [expect.objectContaining({ name: 'TypeError' })]]);
  });

  test('data nested too deeply for JSON', async () => {
    let deep: unknown = {};
    for (let level = 0; level < 1_000_000; level++) deep = [deep];
    const { status, reports } = await ask(() => [deep]);
    expect([status, reports]).toEqual([500, [expect.objectContaining({ name: 'RangeError' })]]);
  });
});

describe('an object with then() is awaited', () => {
  test.each<[string, (resolve: (value: unknown) => void) => unknown]>([
    ['and its then() may return nothing', (resolve) => resolve({ id: 1 })],
    ['and its then() may return something', (resolve) => (resolve({ id: 1 }), 'anything')],
  ])('%s', async (_what, then) => {
    expect(await ask(() => ({ then }))).toMatchObject({ status: 200, text: '{"id":1}', reports: [] });
  });

  test('a member of that name which is no function is data', async () => {
    expect(await ask(() => ({ then: 'tomorrow' }))).toMatchObject({ status: 200, text: '{"then":"tomorrow"}' });
  });
});

test('an object that does what a response does is one, so responses of another copy of the package are', async () => {
  const copied = (ctx: Context) => {
    const made = ctx.response().string(201, 'made');
    return new Proxy(made, { get: (target, name) => Reflect.get(target, name), getPrototypeOf: () => Post.prototype });
  };
  await using app: Application & AsyncDisposable = await applicationOf((route) => route.get('/a', copied));
  const { status, text } = await http(app).get('/a');
  expect([status, text]).toEqual([201, 'made']);
});
