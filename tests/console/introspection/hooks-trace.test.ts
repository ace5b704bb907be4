import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, type Context, type Middleware, type Next, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';

interface Traced {
  readonly status: number;
  readonly route: { readonly path: string; readonly name: string } | null;
  readonly bytes: number;
  readonly duration: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly spans: readonly {
    readonly kind: string;
    readonly name: string;
    readonly plugin: string | null;
    readonly start: number;
    readonly end: number;
    readonly depth: number;
  }[];
}

class Named implements Middleware {
  readonly #name: string;
  prepared = 0;

  constructor(name: string) {
    this.#name = name;
  }

  signature(): string {
    return this.#name;
  }

  prepare(): void {
    this.prepared += 1;
  }

  async handle(_ctx: Context, next: Next) {
    await sleep(1);
    return next();
  }
}

const audit = definePlugin({
  name: 'audit',
  requires: ['routing'],
  apply(app) {
    const { hooks } = app.facades.Http();
    hooks.request.tapPromise('audit', async () => undefined);
    hooks.response.tap('audit', (response) => response.setHeader('X-Audited', 'yes'));
    hooks.error.tap('audit', () => undefined);
    // Nobody is told of the errors these tests provoke.
    app.hooks.report.tap('audit', () => undefined);
  },
});

const opened: Application[] = [];
const outer = new Named('outer');
const inner = new Named('inner');

const boot = async (driver = 'koa') => {
  const app = await setup(null, { env: { APP_ENV: 'testing', HTTP_DRIVER: driver } })
    .withPlugins([consoleKernel(), routing(), fastify(), audit])
    .withMiddleware((stack) => stack.append(outer))
    .withRouting((route) => {
      route.get('/', function home(ctx) {
        return ctx.response().string(200, 'hello');
      });
      route
        .middleware(inner)
        .post('/echo/{id}', async (ctx) => {
          // A timer alone may end early: it counts from when the loop last looked at the clock.
          for (const until = performance.now() + 2; performance.now() < until; ) await sleep(1);
          return ctx.response().json(201, { id: ctx.request().route('id'), body: ctx.request().all() });
        })
        .name('echo');
      route.withoutMiddleware(outer).get('/bare', () => undefined);
      route.get('/broken', () => {
        throw new Error('broken');
      });
    })
    .create();
  opened.push(app);
  return app;
};

const trace = async (app: Application, ...args: string[]): Promise<Traced> => {
  const { code, output } = await app.facades.Console().call('hooks:trace', [...args, '--json']);
  expect(output).toMatch(/^\{/);
  expect(code).toBe(0);
  return JSON.parse(output) as Traced;
};

const steps = ({ spans }: Traced) =>
  spans.map(
    ({ kind, name, plugin, depth }) => `${'  '.repeat(depth)}${kind} ${name}${plugin === null ? '' : ` ${plugin}`}`,
  );

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

describe.each(drivers)('on %s', (driver) => {
  test('the taps, middleware and handler of a request are shown in the order they begin, nested as they run', async () => {
    const traced = await trace(await boot(driver), 'POST', '/echo/7', '--data', '{"a":1}');
    expect(steps(traced)).toEqual([
      'hook http.request audit',
      'middleware outer',
      '  middleware inner',
      '    handler closure',
      'hook http.response audit',
    ]);
    expect(traced).toMatchObject({ status: 201, route: { path: '/echo/{id}', name: 'echo' } });
    expect(traced.headers['x-audited']).toBe('yes');
  });

  test('an unknown path is traced through the global middleware', async () => {
    const traced = await trace(await boot(driver), 'GET', '/nowhere');
    expect(steps(traced)).toEqual([
      'hook http.request audit',
      'middleware outer',
      '  hook http.error audit',
      'hook http.response audit',
    ]);
    expect(traced).toMatchObject({ status: 404, route: null });
  });
});

test('every step lies within the one it runs in, and all within the request', async () => {
  const { spans, duration } = await trace(await boot(), 'POST', '/echo/7', '--data', 'a=1');
  const [, one, two, handler, response] = spans;
  for (const [within, around] of [
    [two, one],
    [handler, two],
  ] as const) {
    expect(within?.start).toBeGreaterThanOrEqual(around?.start ?? Infinity);
    expect(within?.end).toBeLessThanOrEqual(around?.end ?? 0);
  }
  expect((handler?.end ?? 0) - (handler?.start ?? 0)).toBeGreaterThanOrEqual(1.5);
  expect(response?.start).toBeGreaterThanOrEqual(one?.end ?? Infinity);
  expect(duration).toBeGreaterThanOrEqual(response?.end ?? Infinity);
});

test('excluded middleware does not appear, and named functions do by their name', async () => {
  const app = await boot();
  expect(steps(await trace(app, 'GET', '/bare'))).not.toContain('middleware outer');
  expect(steps(await trace(app, 'get', '/'))).toContain('  handler home');
});

test('what throws is traced to its end', async () => {
  const traced = await trace(await boot(), 'GET', '/broken');
  expect(traced.status).toBe(500);
  expect(traced.spans.every(({ end }) => end !== null)).toBe(true);
});

test('headers and data are sent: as JSON if they are, else as a form', async () => {
  const sent: unknown[] = [];
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([consoleKernel(), routing()])
    .withRouting((route) => {
      route.post('/', (ctx) => {
        const { 'content-type': type, 'x-a': a } = ctx.request().headers();
        sent.push({ type, a, body: ctx.request().all() });
      });
    })
    .create();
  opened.push(app);
  await trace(app, 'POST', '/', '--data', '{"n":1}', '--header', 'X-A: b: c');
  await trace(app, 'POST', '/', '--data', 'n=1&m=2');
  await trace(app, 'POST', '/', '--data', 'n=1', '--header', 'Content-Type: text/plain');
  expect(sent).toEqual([
    { type: 'application/json', a: 'b: c', body: { n: 1 } },
    { type: 'application/x-www-form-urlencoded', a: undefined, body: { n: '1', m: '2' } },
    { type: 'text/plain', a: undefined, body: {} },
  ]);
});

test('the application is as it was: same replies, nothing prepared twice, nothing recorded', async () => {
  const app = await boot();
  const before = inner.prepared;
  await trace(app, 'POST', '/echo/7', '--warm', '2');
  expect(inner.prepared).toBe(before);
  const response = await http(app).get('/');
  expect(response.text).toBe('hello');
  expect(response.headers.get('x-audited')).toBe('yes');
});

test('requests that are answered meanwhile are not taken for steps of the traced one', async () => {
  const app = await boot();
  const others = Promise.all(Array.from({ length: 5 }, () => http(app).post('/echo/1')));
  const traced = await trace(app, 'POST', '/echo/7');
  await others;
  expect(traced.spans).toHaveLength(5);
});

test.each([
  [['GTE', '/'], 'There is no method "GTE"'],
  [['GET', 'posts'], 'The path begins with a slash'],
  [['GET', '/a b'], 'The path begins with a slash'],
  [['GET', '/', '--header', 'no colon'], 'A header is written'],
  [['GET', '/', '--header', 'X: a\r\nY: b'], 'A header is written'],
])('%j is refused', async (args, told) => {
  const { code, output } = await (await boot()).facades.Console().call('hooks:trace', args);
  expect(code).toBe(64);
  expect(output).toContain(told);
});
