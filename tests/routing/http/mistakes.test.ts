/* oxlint-disable typescript/unbound-method -- methods without their objects are what is tested */
import { describe, expect, test } from '@jest/globals';
import { type Application, type Config, type Handler, HttpError, type Middleware } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { testApplication, http as testClient } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';

type Register = (route: RootRouter) => unknown;

interface Options {
  readonly env?: string;
  readonly driver?: string;
  readonly apply?: (app: Application) => void;
  readonly config?: Config;
}

const applicationOf = (register: Register, { env = 'development', driver = 'koa', apply, config = {} }: Options = {}) =>
  testApplication({
    env: { APP_ENV: env, HTTP_DRIVER: driver },
    plugins: [routing(), fastify(), definePlugin({ name: 'test', after: ['routing'], ...(apply && { apply }) })],
    config,
    register: (app) => register(app.facades.Route()),
  });

/** Sends a request to a handler, and gives the status and what was reported. */
const ask = async (handler: unknown, options: Options = {}) => {
  await using app = await applicationOf((route) => route.get('/a', handler as Handler), options);
  const reply = await testClient(app).get('/a');
  return { status: reply.status, reports: app.reports, text: reply.text };
};

// A value as JavaScript sees it: any member may be asked for, and anything be called.
interface Any {
  (...args: unknown[]): Any;
  readonly [name: string]: Any;
}

const own = /^tests\/routing\/http\/mistakes\.test\.ts:\d+$/;
const at = 'tests/routing/http/mistakes\\.test\\.ts:\\d+';

const booting = (handler: unknown) => applicationOf((route) => route.get('/a', handler as Handler));

describe('a handler that cannot be meant stops the boot', () => {
  test.each<[string, unknown, string, string]>([
    [
      'for Express',
      (_req: unknown, _res: unknown) => null,
      'E_HANDLER_PARAMETERS',
      `^The handler of GET\\|HEAD /a at ${at} takes 2 parameters, but Taproot calls it with ctx only\\.$`,
    ],
    [
      'of an object that it lost',
      new (class Posts {
        #all = [];
        index() {
          return this.#all;
        }
      })().index,
      'E_HANDLER_UNBOUND',
      `at ${at} is the method index\\(\\), which uses`,
    ],
    [
      'of an object, asynchronous',
      {
        all: [],
        async index() {
          return this.all;
        },
      }.index,
      'E_HANDLER_UNBOUND',
      'index',
    ],
  ])('%s', async (_what, handler, code, message) => {
    await expect(booting(handler)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('but not a method that has `this` in a text or a comment alone, a bound one, or an arrow function', async () => {
    const posts = {
      name: 'posts',
      index(ctx: Parameters<Handler>[0]) {
        // Not this: it is a comment.
        return ctx.response().string(200, "this isn't it");
      },
      show(ctx: Parameters<Handler>[0]) {
        return ctx.response().string(200, this.name);
      },
    };
    await using app = await applicationOf((route) => {
      route.get('/a', posts.index);
      route.get('/b', posts.show.bind(posts));
      route.get('/c', (ctx) => posts.show(ctx));
    });
    for (const path of ['/a', '/b', '/c']) expect((await testClient(app).get(path)).status).toBe(200);
  });
});

test.each(drivers)(
  'E_HANDLER_RESULT names the handler and its line, a middleware by its signature (%s)',
  async (driver) => {
    const builder: Handler = (ctx) => ctx.response().status(201) as never;
    const { reports, status } = await ask(builder, { driver });
    expect(status).toBe(500);
    expect(reports).toEqual([
      expect.objectContaining({
        code: 'E_HANDLER_RESULT',
        message: expect.stringMatching(
          `^The handler of GET\\|HEAD /a at ${at} returned ctx\\.response\\(\\)\\.status\\(201\\) in place of a response\\.$`,
        ),
      }),
    ]);
    const step = { signature: () => 'stamp', handle: () => 'text' as never };
    await using app = await applicationOf(
      (route) => route.get('/a', (ctx) => ctx.response().noContent()).middleware(step),
      { driver },
    );
    await testClient(app).get('/a');
    expect(app.reports).toEqual([
      expect.objectContaining({ message: 'The middleware "stamp" returned a string in place of a response.' }),
    ]);
  },
);

test.each(
  drivers.flatMap((driver) =>
    (['ctx', 'ctx.request()', 'ctx.response()'] as const).map((what) => [what, driver] as const),
  ),
)('E_HANDLER_RESULT: %s returned in development is named as such (%s)', async (what, driver) => {
  const given = (ctx: Parameters<Handler>[0]) =>
    ({ ctx, 'ctx.request()': ctx.request(), 'ctx.response()': ctx.response() })[what] as never;
  for (const handler of [given, async (ctx: Parameters<Handler>[0]) => given(ctx)]) {
    const { reports, status } = await ask(handler, { driver });
    expect(status).toBe(500);
    expect(reports.map((report) => Reflect.get(Object(report), 'message') as unknown)).toEqual([
      expect.stringMatching(`^The handler of .* at ${at} returned ${what.replaceAll(/[().]/g, '\\$&')} in place of`),
    ]);
  }
});

describe('what a handler sends', () => {
  const cyclic: Record<string, unknown> = { name: 'post' };
  cyclic['author'] = { posts: [cyclic] };

  test.each<[string, unknown, string, string]>([
    ['a promise', Promise.resolve(1), 'body', 'a promise'],
    ['a promise within', { data: [{ user: Promise.resolve(1) }] }, 'body.data[0].user', 'a promise'],
    ['a BigInt', { 'a-b': { id: 1n } }, 'body["a-b"].id', 'a BigInt'],
    ['a cycle', cyclic, 'body.author.posts[0]', 'a circular reference'],
  ])('F10: %s in json() is named by its member, with the line', async (_what, value, member, reason) => {
    const { status, reports } = await ask((ctx: Parameters<Handler>[0]) => ctx.response().json(200, value));
    expect(status).toBe(500);
    expect(reports).toEqual([
      expect.objectContaining({
        code: 'E_JSON_VALUE',
        message: `json() cannot send ${member}: it is ${reason}.`,
        place: expect.stringMatching(own),
      }),
    ]);
  });

  function input() {
    return 1;
  }

  test.each<[string, unknown, string, string]>([
    ['a function', input, 'the function input', 'Call it: input().'],
    [
      'a function without a name',
      (
        () => () =>
          1
      )(),
      'a function',
      'Call it: value().',
    ],
    ['a class', HttpError, 'the class HttpError', 'Give an object of it.'],
  ])('%s as the body of json(), which JSON sends as null, is refused', async (_what, value, reason, fix) => {
    const { status, reports } = await ask((ctx: Parameters<Handler>[0]) => ctx.response().json(200, value));
    expect(status).toBe(500);
    expect(reports).toEqual([
      expect.objectContaining({
        message: `json() cannot send body: it is ${reason}.`,
        fix,
        place: expect.stringMatching(own),
      }),
    ]);
  });

  test('a function that has toJSON(), and one as a member, are sent as JSON sends them', async () => {
    const value = Object.assign(() => 1, { toJSON: () => 'x' });
    const sent = await ask((ctx: Parameters<Handler>[0]) => ctx.response().json(200, value));
    expect(sent).toMatchObject({ text: '"x"', reports: [] });
    const member = await ask((ctx: Parameters<Handler>[0]) => ctx.response().json(200, { id: 1, save: () => 1 }));
    expect(member).toMatchObject({ text: '{"id":1}', reports: [] });
  });

  test.each(drivers)(
    'E_RESPONSE_HEADER: header() of a finished response with a value is refused in development (%s)',
    async (driver) => {
      const handler = (ctx: Any) => ctx['response']?.()['string']?.(200, 'x')['header']?.('X-B', 'b');
      expect(await ask(handler, { driver })).toMatchObject({
        status: 500,
        reports: [
          expect.objectContaining({
            code: 'E_RESPONSE_HEADER',
            message: 'header() of a finished response only reads, but was called with a value for "X-B".',
            place: expect.stringMatching(own),
          }),
        ],
      });
      const reads: Handler = (ctx) => {
        const reply = ctx.response().header('X-A', 'a').string(200, 'x');
        return reply.setHeader('X-B', String(reply.header('X-A')));
      };
      expect(await ask(reads, { driver })).toMatchObject({ status: 200, reports: [] });
    },
  );

  test('stream() without its status tells the order', async () => {
    const { reports } = await ask((ctx: Any) => ctx['response']?.()['stream']?.(5));
    expect(reports).toEqual([
      expect.objectContaining({
        code: 'E_STREAM_SOURCE',
        fix: 'Give the status first, then the source: stream(200, source).',
      }),
    ]);
  });

  test('in production a promise costs no look, and BigInt and cycles are named all the same', async () => {
    const sent = (value: unknown) =>
      ask((ctx: Parameters<Handler>[0]) => ctx.response().json(200, value), { env: 'production' });
    expect(await sent({ data: Promise.resolve(1) })).toMatchObject({ status: 200, text: '{"data":{}}' });
    expect((await sent({ id: 1n })).reports).toEqual([expect.objectContaining({ code: 'E_JSON_VALUE' })]);
  });

  test('the same object twice is no cycle, and toJSON() is heard', async () => {
    const shared = { id: 1 };
    const dated = { a: shared, b: [shared], at: new Date(0), own: { toJSON: () => 'x' } };
    const { text } = await ask((ctx: Parameters<Handler>[0]) => ctx.response().json(200, dated));
    expect(text).toBe('{"a":{"id":1},"b":[{"id":1}],"at":"1970-01-01T00:00:00.000Z","own":"x"}');
  });

  test.each<[string, (response: Any) => unknown, string]>([
    [
      'a status in quotes',
      (response) => response['json']?.('200', {}),
      'Invalid status the string "200": it must be a whole number from 200 to 999.',
    ],
    [
      'a body without a status',
      (response) => response['json']?.({ ok: true }),
      'Invalid status the object { ok: true }: it must be a whole number from 200 to 999.',
    ],
  ])('E_RESPONSE_STATUS: %s', async (_what, answer, message) => {
    const { reports } = await ask((ctx: Any) => answer(Reflect.get(ctx, 'response').call(ctx)));
    expect(reports).toEqual([
      expect.objectContaining({ code: 'E_RESPONSE_STATUS', message, place: expect.stringMatching(own) }),
    ]);
  });

  test.each([
    ['eventStream() of a number', 'eventStream', [5], '5'],
    ['eventStream() of a function without events', 'eventStream', [() => undefined], 'undefined'],
    ['stream() of a number', 'stream', [200, 5], '5'],
  ] as const)('E_STREAM_SOURCE: %s', async (_what, method, args, actual) => {
    const { reports } = await ask((ctx: Parameters<Handler>[0]) =>
      (ctx.response()[method] as (...given: unknown[]) => unknown).apply(ctx.response(), [...args]),
    );
    expect(reports).toEqual([
      expect.objectContaining({
        code: 'E_STREAM_SOURCE',
        message: expect.stringContaining(`${method}() got ${actual} in place of`),
      }),
    ]);
  });

  test.each<[unknown]>([['oops'], [undefined], [{ a: 1 }]])(
    '%j thrown in place of an error: the report names the handler, as the value cannot',
    async (value) => {
      const origins: unknown[] = [];
      const apply = (app: Application) =>
        app.hooks.report.tap('test', (error, origin) => void origins.push([error, origin]));
      await ask(
        () => {
          throw value;
        },
        { apply },
      );
      expect(origins).toEqual([
        [
          value,
          expect.objectContaining({ thrownBy: expect.stringMatching(`^The handler of GET\\|HEAD /a at ${at}$`) }),
        ],
      ]);
    },
  );
});

describe('members that do not exist, in development', () => {
  test.each<[string, (ctx: Any) => unknown, string, string]>([
    [
      'F11: Koa style',
      (ctx) => Object.assign(ctx, { body: 'hi' }),
      'ctx.body does not exist.',
      'Answer with ctx.response().json(200, value), or read await ctx.request().body().',
    ],
    [
      'a value of its own',
      (ctx) => Object.assign(ctx, { user: 1 }),
      'ctx.user does not exist.',
      'Keep values of a request by ctx.withValue("user", value).',
    ],
    [
      'parameters as Express has them',
      (ctx) => ctx['params']?.['id'],
      'ctx.params does not exist.',
      'Read ctx.request().route("id").',
    ],
    [
      'request without its call',
      (ctx) => ctx['request']?.['input']?.('a'),
      'ctx.request.input does not exist.',
      'Call it: ctx.request().input().',
    ],
    [
      'response without its call',
      (ctx) => ctx['response']?.['json']?.(200, 1),
      'ctx.response.json does not exist.',
      'Call it: ctx.response().json().',
    ],
    [
      'a method of a missing plugin',
      (ctx) => ctx['request']?.()['validated']?.({}),
      'ctx.request().validated does not exist.',
      'Add validation() of @taproot/validation to withPlugins() (bootstrap/plugins.ts).',
    ],
    [
      'a misspelt method',
      (ctx) => ctx['request']?.()['inputt']?.('a'),
      'ctx.request().inputt does not exist. Did you mean "input"?',
      'See docs/requests.md for the methods of a request.',
    ],
    [
      'a response as Express has it',
      (ctx) => ctx['response']?.()['send']?.('a'),
      'ctx.response().send does not exist.',
      'Answer with ctx.response().string(200, text).',
    ],
  ])('%s', async (_what, handler, message, fix) => {
    const { reports } = await ask(handler);
    expect(reports).toEqual([
      expect.objectContaining({
        code: 'E_MEMBER_UNKNOWN',
        message: expect.stringContaining(message),
        fix,
        place: expect.stringMatching(own),
      }),
    ]);
  });

  test('a method of a missing plugin has no name of another method beside the plugin', async () => {
    const { reports } = await ask((ctx: Any) => ctx['request']?.()['validated']?.({}));
    expect(reports).toEqual([expect.objectContaining({ message: 'ctx.request().validated does not exist.' })]);
  });

  test('all that exists works as it does elsewhere', async () => {
    const handler: Handler = (ctx) => {
      ctx.withValue('user', 'Ada').setLocale('de');
      const { request } = { request: ctx.request() };
      return ctx
        .response()
        .json(200, [
          ctx.value('user'),
          ctx.locale(),
          request.method(),
          request.query('a'),
          Object.keys(ctx).length > 0,
        ]);
    };
    expect(await ask(handler)).toMatchObject({ status: 200, text: '["Ada","de","GET","",true]', reports: [] });
  });

  test('elsewhere nothing stands in the way of a request', async () => {
    let prototypes: unknown[] = [];
    await ask(
      (ctx: Parameters<Handler>[0]) => {
        prototypes = [ctx, ctx.request(), ctx.response()].map(
          (one) => (Object.getPrototypeOf(one) as object).constructor.name,
        );
      },
      { env: 'production' },
    );
    expect(prototypes).toEqual(['HttpContext', 'AppRequest', 'HttpResponseBuilder']);
  });
});

describe('a tap that answers with something else', () => {
  test('http.response: the builder in place of a response, in development', async () => {
    const { reports } = await ask((ctx: Parameters<Handler>[0]) => ctx.response().noContent(), {
      apply: (app) => app.facades.Http().hooks.response.tap('metrics', (_response, ctx) => ctx.response() as never),
    });
    expect(reports).toEqual([expect.objectContaining({ code: 'E_HOOK_RESULT' })]);
  });

  test.each(['request', 'response', 'error'] as const)(
    'http.%s: names the plugin and the line of its tap',
    async (hook) => {
      const { reports } = await ask(
        () => {
          throw new Error('no');
        },
        { apply: (app) => app.facades.Http().hooks[hook].tap('metrics', () => 'text' as never) },
      );
      expect(reports).toContainEqual(
        expect.objectContaining({
          code: 'E_HOOK_RESULT',
          message: expect.stringMatching(
            `^The tap of "metrics" on http\\.${hook} at ${at} returned a string in place of a response\\.$`,
          ),
        }),
      );
    },
  );

  test('http.response: a promise, where the tap is synchronous', async () => {
    const { reports, status } = await ask((ctx: Parameters<Handler>[0]) => ctx.response().noContent(), {
      apply: (app) => app.facades.Http().hooks.response.tap('metrics', (async () => undefined) as never),
    });
    expect(status).toBe(204);
    expect(reports).toEqual([expect.objectContaining({ message: expect.stringContaining('returned a promise') })]);
  });

  test('a callback and a promise are checked as well, and nothing is an answer', async () => {
    const { reports } = await ask((ctx: Parameters<Handler>[0]) => ctx.response().noContent(), {
      apply: (app) => {
        const { response } = app.facades.Http().hooks;
        response.tap('quiet', () => null as never);
        response.tapAsync('callback', (_response, _ctx, done) => done(null, 5 as never));
      },
    });
    expect(reports).toEqual([expect.objectContaining({ message: expect.stringContaining('"callback"') })]);
  });
});

describe('settings of config/http.ts', () => {
  test.each<[object, string]>([
    [{ request_timeout: -5 }, 'Configuration "http.request_timeout" is -5, but must be more than 0.'],
    [{ headers_timeout: 0 }, 'Configuration "http.headers_timeout" is 0, but must be more than 0.'],
    [{ body_rate: { grace: 0 } }, 'Configuration "http.body_rate.grace" is 0, but must be more than 0.'],
    [{ keep_alive_timeout: -1 }, 'Configuration "http.keep_alive_timeout" is -1, but must be 0 or more.'],
    [{ max_body: 0.5 }, 'Configuration "http.max_body" is 0.5, but must be a whole number, 0 or more.'],
    [{ max_url: 0 }, 'Configuration "http.max_url" is 0, but must be a whole number, 1 or more.'],
    [
      { upload: { max_files: -1 } },
      'Configuration "http.upload.max_files" is -1, but must be a whole number, 0 or more.',
    ],
    [
      { max_headers: { count: 0 } },
      'Configuration "http.max_headers.count" is 0, but must be a whole number, 1 or more.',
    ],
    [{ trusted_proxies: -1 }, 'Configuration "http.trusted_proxies" is -1, but must be a whole number, 0 or more.'],
  ])('F3: %j stops the boot', async (http, message) => {
    await expect(applicationOf(() => null, { config: { http } })).rejects.toMatchObject({
      code: 'E_HTTP_SETTING',
      message,
    });
  });

  test.each<[object, string]>([
    [{ trusted_proxies: '10.0.0.1' }, 'Configuration "http.trusted_proxies" must be of type list, not string.'],
    [{ trusted_proxies: [1] }, 'Configuration "http.trusted_proxies[0]" must be of type string, not 1.'],
    [{ trusted_hosts: 5 }, 'Configuration "http.trusted_hosts" must be of type list, not 5.'],
  ])('%j stops the boot', async (http, message) => {
    await expect(applicationOf(() => null, { config: { http } })).rejects.toMatchObject({
      code: 'E_CONFIG_TYPE',
      message,
    });
  });
});

test('a plugin cannot take the place of a method of the request', async () => {
  const thief = definePlugin({ name: 'thief', request: { input: () => () => 'mine' } as never });
  await expect(testApplication({ plugins: [routing(), thief] })).rejects.toMatchObject({
    code: 'E_REQUEST_METHOD_DUPLICATE',
    message: 'The request method input() is provided by both "app" and "thief".',
  });
});

test.each([
  ['next() called and nothing returned: the inner response', true, false, 'handler'],
  ['neither: an empty 200, and the handler does not run', false, false, ''],
  ['neither, with a response made: that one', false, true, 'made'],
])('a middleware that returns nothing, %s', async (_what, calls, makes, text) => {
  const step: Middleware = {
    signature: () => 'step',
    handle: (ctx, next) => {
      if (makes) ctx.response().string(200, 'made');
      if (calls) void next();
      return undefined as never;
    },
  };
  await using app = await applicationOf((route) =>
    route.get('/a', (ctx) => ctx.response().string(200, 'handler')).middleware(step),
  );
  const reply = await testClient(app).get('/a').assertOk();
  expect([reply.text, app.reports]).toEqual([text, []]);
});
