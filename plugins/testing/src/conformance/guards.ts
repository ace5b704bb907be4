import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { expect } from 'expect';
import { after, before, test } from './cases.ts';
import type { Opened, Suite } from './suite.ts';

/** Lets in requests with its key; everyone has the key `open`. */
class Guard implements Middleware {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  signature(): string {
    return 'guard';
  }

  handle(ctx: Context, next: Next): Response | Promise<Response> {
    const given = ctx.request().header('x-key');
    return this.#key === 'open' || given === this.#key ? next() : ctx.response().string(401, `not ${this.#key}`);
  }
}

/** Answers preflights for one origin, as CORS does. */
class Cors implements Middleware {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  signature(): string {
    return 'cors';
  }

  handle(ctx: Context, next: Next): Response | Promise<Response> {
    const request = ctx.request();
    if (request.method() !== 'OPTIONS' || request.header('origin') === '') return next();
    return ctx.response().header('Access-Control-Allow-Origin', this.#origin).noContent();
  }
}

const guard = new Guard('global');
const cors = new Cors('everybody');
const text = (what: string) => (ctx: Context) => ctx.response().string(200, what);

/** Middleware before a handler always runs, whatever the request contains and however routes were ordered. */
export const guards = (suite: Suite): void => {
  let directory = '';
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'taproot-guards-'));
    writeFileSync(join(directory, 'file.txt'), 'from the disk');
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const open = (register: (route: RootRouter) => void, ...stack: readonly Middleware[]): Promise<Opened> =>
    suite.open(register, {
      apply: (app) => void app.facades.Http().globalMiddleware.append(...stack),
    });
  const asking = { 'access-control-request-method': 'GET' };
  const preflight = { ...asking, origin: 'https://page.test' };
  const ask = async (url: string, init: RequestInit = {}): Promise<[status: number, text: string]> => {
    const response = await fetch(url, init);
    return [response.status, await response.text()];
  };
  const allowed = async (url: string): Promise<string | null> =>
    (await fetch(url, { method: 'OPTIONS', headers: preflight })).headers.get('access-control-allow-origin');

  test.each([
    ['says so alone', asking],
    ['is a whole preflight', preflight],
  ])(
    'what another route of the path excludes guards an OPTIONS route, though the request %s',
    async (_how, headers) => {
      const { url } = await open((route) => {
        route.match(['POST', 'OPTIONS'], '/graphql', (ctx) => text(`ran ${ctx.request().input('query')}`)(ctx));
        route.get('/graphql', text('page')).withoutMiddleware(guard);
        route.any('/api/{path*}', text('all'));
        route.get('/api/health', text('well')).withoutMiddleware(guard);
        route.options('/open', text('mine'));
        route.get('/open', text('page')).middleware(new Guard('open'));
      }, guard);
      const body = '{"query":"drop"}';
      const json = { ...headers, 'content-type': 'application/json' };
      const refused = [401, 'not global'];
      expect(await ask(`${url}/graphql`, { method: 'OPTIONS', headers: json, body })).toEqual(refused);
      expect(await ask(`${url}/api/health`, { method: 'OPTIONS', headers })).toEqual(refused);
      expect(await ask(`${url}/open`, { method: 'OPTIONS', headers })).toEqual(refused);
      const known = { method: 'OPTIONS', headers: { ...json, 'x-key': 'global' }, body };
      expect(await ask(`${url}/graphql`, known)).toEqual([200, 'ran drop']);
      expect(await ask(`${url}/graphql`)).toEqual([200, 'page']);
    },
  );

  test('an OPTIONS route keeps what it has in place of global middleware', async () => {
    const { url } = await open((route) => {
      route.options('/', text('ran')).middleware(new Guard('strict'));
      route.get('/', text('page')).middleware(new Guard('open'));
    }, guard);
    expect(await ask(url, { method: 'OPTIONS', headers: { ...preflight, 'x-key': 'global' } })).toEqual([
      401,
      'not strict',
    ]);
    expect(await ask(url, { method: 'OPTIONS', headers: { ...preflight, 'x-key': 'strict' } })).toEqual([200, 'ran']);
  });

  test('what no route answers by OPTIONS, and the fallback, are guarded alike', async () => {
    const { url } = await open((route) => {
      route.get('/public', text('page')).withoutMiddleware(guard);
      route.withoutMiddleware(guard).static('/', directory);
      route.fallback((ctx) => text(`fallback ${ctx.request().method()}`)(ctx));
    }, guard);
    for (const path of ['/public', '/nothing'])
      expect(await ask(url + path, { method: 'OPTIONS', headers: preflight })).toEqual([401, 'not global']);
  });

  test('CORS is that of the route asked about, around or without that of the OPTIONS route', async () => {
    const { url } = await open(
      (route) => {
        route.any('/all/{path*}', (ctx) => text(ctx.request().method())(ctx));
        route.get('/all/own', text('page')).middleware(new Cors('own'));
        route.get('/all/closed', text('page')).withoutMiddleware(cors, guard);
        route.get('/own', text('page')).middleware(new Cors('own'));
        route.get('/closed', text('page')).withoutMiddleware(cors);
      },
      cors,
      guard,
    );
    expect([await allowed(`${url}/all/x`), await allowed(`${url}/all/own`), await allowed(`${url}/own`)]).toEqual([
      'everybody',
      'own',
      'own',
    ]);
    for (const path of ['/all/closed', '/closed']) {
      expect([
        await allowed(url + path),
        ...(await ask(url + path, { method: 'OPTIONS', headers: preflight })),
      ]).toEqual([null, 401, 'not global']);
    }
    const known = { method: 'OPTIONS', headers: { ...preflight, 'x-key': 'global' } };
    expect(await ask(`${url}/all/closed`, known)).toEqual([200, 'OPTIONS']);
    expect(await ask(`${url}/closed`, known)).toEqual([204, '']);
  });

  test('the fallback below a directory has the global middleware around it that the directory lacks or overrides', async () => {
    const { url } = await open((route) => {
      route.withoutMiddleware(guard).static('/open', directory);
      route.middleware(new Guard('open')).static('/other', directory);
      route.fallback((ctx) => text(`fallback ${ctx.request().method()}`)(ctx));
    }, guard);
    for (const path of ['/open', '/other']) {
      expect(await ask(`${url}${path}/file.txt`)).toEqual([200, 'from the disk']);
      expect(await ask(`${url}${path}/nothing`)).toEqual([401, 'not global']);
      expect(await ask(`${url}${path}/nothing`, { method: 'POST' })).toEqual([401, 'not global']);
      expect(await ask(`${url}${path}/nothing`, { headers: { 'x-key': 'global' } })).toEqual([200, 'fallback GET']);
    }
  });

  test('an error of the fallback below a directory is answered once, inside of the global middleware', async () => {
    const { url } = await open((route) => {
      route.withoutMiddleware(guard).static('/', directory);
      route.fallback(() => Promise.reject(new Error('fallback')));
    }, guard);
    expect((await ask(`${url}/nothing`, { headers: { 'x-key': 'global' } }))[0]).toBe(500);
    expect(suite.reported.map(String)).toEqual([expect.stringContaining('fallback')]);
  });

  test('a route takes back what its group excludes', async () => {
    const { url } = await open((route) => {
      route.withoutMiddleware(guard).group((group) => {
        group.get('/', text('home'));
        group.get('/account', text('account')).middleware(new Guard('route'));
        group.middleware(new Guard('inner')).get('/inner', text('inner'));
      });
    }, guard);
    expect(await ask(url)).toEqual([200, 'home']);
    expect(await ask(`${url}/account`)).toEqual([401, 'not route']);
    expect(await ask(`${url}/inner`)).toEqual([401, 'not inner']);
  });
};
