import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { ResponseCacheOptions } from '@taproot/cache';
import type { Context, Handler, Next } from '@taproot/core';
import { crypt } from '@taproot/crypt';
import { security } from '@taproot/security';
import { session } from '@taproot/session';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, type Wanted } from './support/application.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

type Handle = (ctx: Context, run: number) => ReturnType<Handler>;

const plain: Handle = (_ctx, run) => ({ run });

interface Answer {
  readonly text: string;
  readonly status: number;
  readonly headers: Headers;
  /** `hit`, or why the handler ran. */
  readonly cache: string | null;
}

/** An application with one route `/page`, and a function that asks it. */
const open = async (handle: Handle = plain, options: ResponseCacheOptions = {}, wanted: Wanted = {}) => {
  let runs = 0;
  const { app, reports } = await boot({
    ...wanted,
    routes: (route, middleware) => {
      const cached = route.middleware(middleware.cache(options));
      cached.get('/page', (ctx) => handle(ctx, ++runs));
      cached.get('/other', (ctx) => handle(ctx, ++runs));
      cached.post('/page', (ctx) => handle(ctx, ++runs));
    },
  });
  const ask = async (path = '/page', headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => {
    const url = path.startsWith('http') ? path : `http://localhost${path}`;
    const response = await app.facades.Route().fetch(new Request(url, { headers, method }));
    const status = response.headers.get('cache-status')?.replace('taproot; ', '') ?? null;
    return { text: await response.text(), status: response.status, headers: response.headers, cache: status };
  };
  return { app, ask, reports, runs: () => runs };
};

describe('a response is kept', () => {
  test('with its status, its headers and its body; a second request gets it with its age', async () => {
    const { ask, runs } = await open((ctx, run) => ctx.response().header('X-Run', run).string(200, 'grün'));
    const [first, second] = [await ask(), await ask()];
    expect([first.cache, second.cache, runs()]).toEqual(['fwd=miss; stored', 'hit', 1]);
    expect([second.text, second.headers.get('x-run'), second.headers.get('age')]).toEqual(['grün', '1', '0']);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect([first.headers.get('age'), first.headers.get('etag')]).toEqual([null, second.headers.get('etag')]);
  });

  test('bytes stay bytes', async () => {
    const { app, ask } = await open((ctx) => ctx.response().data(200, 'image/png', Uint8Array.of(0, 255, 128)));
    await ask();
    const again = await app.facades.Route().fetch(new Request('http://localhost/page'));
    expect([...new Uint8Array(await again.arrayBuffer())]).toEqual([0, 255, 128]);
  });

  test('a client that has it gets 304, from the handler and from the cache', async () => {
    const { ask } = await open(() => ({ same: true }));
    const etag = (await ask()).headers.get('etag') ?? '';
    for (const known of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const answer = await ask('/page', { 'if-none-match': known });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await ask('/page?n=1', { 'if-none-match': etag })).status).toBe(304);
    for (const other of ['"x"', 'W/"', etag.slice(0, -2)])
      expect((await ask('/page', { 'if-none-match': other })).status).toBe(200);
  });

  test('chosen statuses only', async () => {
    const missing: Handle = (ctx, run) => ctx.response().json(404, { run });
    const kept = await open(missing, { statuses: [200, 404] });
    await kept.ask();
    expect([(await kept.ask()).status, kept.runs()]).toEqual([404, 1]);
    const not = await open(missing);
    await not.ask();
    expect([(await not.ask()).cache, not.runs()]).toEqual(['fwd=miss; detail=status', 2]);
  });

  test('until its tag is forgotten', async () => {
    const { app, ask } = await open(plain, { tags: (ctx) => [`path:${ctx.request().path()}`] });
    for (const path of ['/page', '/other']) await ask(path);
    await app.facades.Cache().forgetTags('path:/page');
    expect([(await ask('/page')).cache, (await ask('/other')).cache]).toEqual(['fwd=miss; stored', 'hit']);
  });

  test('HEAD does not answer GET', async () => {
    const { ask } = await open((ctx) =>
      ctx.request().method() === 'HEAD' ? ctx.response().string(200, '') : ctx.response().string(200, 'text'),
    );
    await ask('/page', {}, 'HEAD');
    expect((await ask()).text).toBe('text');
  });
});

describe('Vary', () => {
  const translated: Handle = (ctx, run) =>
    ctx
      .response()
      .vary('Accept-Language')
      .string(200, `${ctx.request().header('accept-language')} ${run}`);
  const inLanguage = (language: string): Record<string, string> => ({ 'accept-language': language });

  test('each value has its response', async () => {
    const { ask, runs } = await open(translated);
    for (const language of ['de', 'fr', 'de', 'fr'])
      expect((await ask('/page', inLanguage(language))).text.slice(0, 2)).toBe(language);
    expect(runs()).toBe(2);
  });

  test('callers who wait for one response never get that of another value', async () => {
    const { ask, runs } = await open(async (ctx, run) => {
      await new Promise(setImmediate);
      return translated(ctx, run);
    });
    const languages = Array.from({ length: 100 }, (_one, i) => ['de', 'fr', 'en'][i % 3] ?? '');
    const answers = await Promise.all(languages.map((language) => ask('/page', inLanguage(language))));
    expect(answers.map(({ text }) => text.slice(0, 2))).toEqual(languages);
    expect(runs()).toBe(3);
  });

  test('* is never kept', async () => {
    const { ask } = await open((ctx) => ctx.response().vary('*').string(200, 'a'));
    await ask();
    expect((await ask()).cache).toBe('fwd=miss; detail=vary');
  });
});

describe('private data', () => {
  test.each<[string, Handle, string]>([
    ['a cookie', (ctx) => ctx.response().cookie('a', 'b').string(200, 'a'), 'set-cookie'],
    [
      'private',
      (ctx) => ctx.response().header('Cache-Control', 'Private, max-age=60').string(200, 'a'),
      'cache-control',
    ],
    ['no-store', (ctx) => ctx.response().header('Cache-Control', 'no-store').string(200, 'a'), 'cache-control'],
    ['private="x"', (ctx) => ctx.response().header('Cache-Control', 'private="x-a"').string(200, 'a'), 'cache-control'],
  ])('%s is not kept', async (_name, handle, detail) => {
    const { ask, runs } = await open(handle);
    await ask();
    expect([(await ask()).cache, runs()]).toEqual([`fwd=miss; detail=${detail}`, 2]);
  });

  test.each([
    ['cookie', { cookie: 'session=1' }],
    ['authorization', { authorization: 'Bearer x' }],
  ])('a request with %s gets no kept response, and leaves none', async (detail, headers) => {
    const { ask } = await open();
    expect((await ask('/page', headers)).text).toBe('{"run":1}');
    expect((await ask()).text).toBe('{"run":2}');
    expect(await ask('/page', headers)).toMatchObject({ text: '{"run":3}', cache: `fwd=bypass; detail=${detail}` });
  });

  test('by: each user has a response, marked as private; a guest passes by', async () => {
    const { ask } = await open(plain, { by: (ctx) => ctx.request().header('authorization') || null });
    const of = async (user: string) => (await ask('/page', user === '' ? {} : { authorization: user })).text;
    expect([await of('ada'), await of('bob'), await of('ada'), await of(''), await of('')]).toEqual(
      [1, 2, 1, 3, 4].map((run) => JSON.stringify({ run })),
    );
    expect((await ask('/page', { authorization: 'ada' })).headers.get('cache-control')).toBe('private');
  });

  test('by does not keep no-store, nor cookies', async () => {
    const { ask } = await open((ctx) => ctx.response().header('Cache-Control', 'no-store').string(200, 'a'), {
      by: () => 'all',
    });
    await ask();
    expect((await ask()).cache).toBe('fwd=miss; detail=cache-control');
  });
});

test.each<[string, (ctx: Context) => unknown, string]>([
  ['a value of a new session', (ctx) => ctx.request().session().token(), 'session'],
  ['a nonce', (ctx) => ctx.request().cspNonce(), 'vary'],
])('a page with %s is not kept', async (_name, use, detail) => {
  const { app } = await boot({
    plugins: [crypt(), session(), security()],
    more: { app: { key: `base64:${Buffer.alloc(32, 7).toString('base64')}` } },
    routes: (route, middleware) =>
      route.middleware(middleware.session(), middleware.cache()).get('/page', (ctx) => {
        const mine = use(ctx);
        return ctx.response().string(200, String(mine));
      }),
  });
  const ask = () => app.facades.Route().fetch(new Request('http://localhost/page'));
  const [first, second] = [await ask(), await ask()];
  expect(second.headers.get('cache-status')).toBe(`taproot; fwd=miss; detail=${detail}`);
  expect(await first.text()).not.toBe(await second.text());
});

describe('an attacker', () => {
  test.each<[string, string, Record<string, string>]>([
    ['another host', 'http://evil.example/page', {}],
    ['another query', 'http://localhost/page?b=1', {}],
  ])('%s is another response', async (_name, url, headers) => {
    const { ask } = await open((ctx) => ctx.response().string(200, ctx.request().fullUrl()));
    await ask(url, headers);
    expect((await ask()).text).toBe('http://localhost/page');
  });

  test('X-Forwarded-Host of a client changes nothing', async () => {
    const { ask } = await open((ctx) =>
      ctx.response().string(200, `${ctx.request().host()} ${ctx.request().scheme()}`),
    );
    await ask('/page', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-host': 'evil.example' });
    expect(await ask()).toMatchObject({ text: 'localhost http', cache: 'hit' });
  });

  test('a body, which wins over the query, passes by', async () => {
    const { ask } = await open();
    expect((await ask('/page', { 'content-length': '5' })).cache).toBe('fwd=bypass; detail=body');
    expect((await ask()).text).toBe('{"run":2}');
  });

  test('a huge query, or one that the route does not name, is not kept', async () => {
    const { ask } = await open(plain, { query: ['page'] });
    for (const query of [`page=${'x'.repeat(2100)}`, 'page=1&evil=2'])
      expect((await ask(`/page?${query}`)).cache).toBe('fwd=bypass; detail=query');
    await ask('/page?page=1');
    expect([(await ask('/page?page=1')).cache, (await ask('/page?page=2')).cache]).toEqual(['hit', 'fwd=miss; stored']);
  });

  test('the order of parameters does not matter, that of equal ones does', async () => {
    const { ask } = await open();
    await ask('/page?b=2&a=1&a=3');
    expect([(await ask('/page?a=1&a=3&b=2')).cache, (await ask('/page?a=3&a=1&b=2')).cache]).toEqual([
      'hit',
      'fwd=miss; stored',
    ]);
  });

  test('HTML and JSON of one address do not answer each other', async () => {
    const { ask } = await open((ctx) => ctx.response().string(200, String(ctx.request().wantsJson())));
    await ask('/page', { accept: 'text/html' });
    expect((await ask('/page', { accept: 'application/json' })).text).toBe('true');
  });
});

test('streams and large bodies are sent, and not kept', async () => {
  const stream = await open((ctx) => ctx.response().stream(200, Readable.from(['a', 'b'])));
  expect([(await stream.ask()).text, (await stream.ask()).text, stream.runs()]).toEqual(['ab', 'ab', 2]);
  const large = await open((ctx) => ctx.response().string(200, 'ü'.repeat(6)), { max_body: 11 });
  await large.ask();
  expect([(await large.ask()).cache, large.runs()]).toEqual(['fwd=miss; detail=body', 2]);
});

test('POST runs each time', async () => {
  const { ask, runs } = await open();
  for (let i = 0; i < 2; i++) expect((await ask('/page', {}, 'POST')).cache).toBeNull();
  expect(runs()).toBe(2);
});

test('headers of a request stay its own', async () => {
  const { app } = await boot({
    routes: (route, middleware) => {
      const own = {
        signature: () => 'own',
        handle: (ctx: Context, next: Next) => {
          ctx.response().header('X-Trace', ctx.request().header('x-trace'));
          return next();
        },
      };
      route.middleware(own, middleware.cache()).get('/page', () => ({ a: 1 }));
    },
  });
  const ask = (trace: string) =>
    app.facades.Route().fetch(new Request('http://localhost/page', { headers: { 'x-trace': trace } }));
  await ask('one');
  expect((await ask('two')).headers.get('x-trace')).toBe('two');
});

test.each([204, 206, 304, 99, 2.5])('the status %s stops the boot', async (status) => {
  await expect(open(plain, { statuses: [status] })).rejects.toMatchObject({ code: 'E_CACHE_STATUS' });
});

const manyCallers = async (wanted: Wanted): Promise<void> => {
  const { app, ask, runs } = await open(async (_ctx, run) => (await new Promise(setImmediate), { run }), {}, wanted);
  const answers = await Promise.all(Array.from({ length: 1000 }, () => ask()));
  expect([runs(), new Set(answers.map(({ text }) => text))]).toEqual([1, new Set(['{"run":1}'])]);
  await app.close();
};

test('1,000 callers have one maker', () => manyCallers({}));

onRedis('on Redis', () => {
  test('1,000 callers have one maker', () => manyCallers({ redis: true, config: { store: 'redis' } }));
  test('while Redis is down, handlers answer', async () => {
    const { ask } = await open(plain, {}, { redis: 'redis://127.0.0.1:1', config: { store: 'redis' } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  });
});

onEngines((engine) => {
  test('1,000 callers have one maker', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, (connection) => manyCallers({ connection, config: { store: 'database' } })),
    ));
});
