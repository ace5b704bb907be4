import { expect, test } from '@jest/globals';
import { HttpError, type Middleware, type Next, type Response } from '@taproot/core';
import { FakeContext, fakeContext, testApplication } from '@taproot/core/testing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

const middleware = (handle: Middleware['handle']): Middleware => ({ signature: () => 'test', handle });
const pass = middleware((_ctx, next: Next) => next());

test('a request is what is given, and plain where nothing is', () => {
  const request = fakeContext({
    method: 'POST',
    url: '/posts/7?page=2&tag=a&tag=b&sort[name]=asc',
    headers: { Authorization: 'Bearer letmein', 'Content-Type': 'application/json; charset=utf-8' },
    cookies: { theme: 'dark' },
    params: { id: '7' },
    route: { path: '/posts/{id}', name: 'posts.update' },
    body: { title: 'Roots', tags: ['a', 'b'], size: '12px', deep: { on: 'yes' } },
  }).request();

  expect([request.method(), request.path(), request.originPath(), request.name()]).toEqual([
    'POST',
    '/posts/7',
    '/posts/{id}',
    'posts.update',
  ]);
  expect(request.fullUrl()).toBe('http://localhost/posts/7?page=2&tag=a&tag=b&sort[name]=asc');
  expect([request.bearerToken(), request.contentType(), request.cookie('theme'), request.ip()]).toEqual([
    'letmein',
    'application/json',
    'dark',
    '192.0.2.1',
  ]);
  expect([request.routeInt('id'), request.queryInt('page'), request.queryArray('tag')]).toEqual([7, 2, ['a', 'b']]);
  expect(request.queryMap('sort')).toEqual({ name: 'asc' });
  expect([request.input('title'), request.input('tags'), request.inputInt('size')]).toEqual(['Roots', 'a,b', 12]);
  expect([request.inputBool('deep.on'), request.input('page'), request.input('none', '-')]).toEqual([true, '2', '-']);
  expect(request.only('title', 'id')).toEqual({ title: 'Roots', id: '7' });
  expect([request.has('title', 'deep.on'), request.has('none'), request.filled('title')]).toEqual([true, false, true]);
  expect(fakeContext().request().path()).toBe('/');
});

test('own members alone are input', () => {
  const request = fakeContext({ body: {} }).request();
  expect(request.input('__proto__.constructor', '-')).toBe('-');
});

test('a middleware runs around a handler', async () => {
  const ctx = fakeContext();
  const answer = await ctx.through(
    middleware(async (inner, next) => {
      inner.response().header('X-Before', 1);
      return (await next()).setHeader('X-After', 2);
    }),
    (inner) => inner.response().json(201, { ok: true }),
  );
  expect([answer.status, answer.json()]).toEqual([201, { ok: true }]);
  expect([...answer.headers()].map(([name, value]) => `${name}: ${String(value)}`)).toEqual([
    'X-Before: 1',
    'Content-Type: application/json; charset=utf-8',
    'X-After: 2',
  ]);
});

test('what a handler throws comes back from next() as the response of its error', async () => {
  const seen: number[] = [];
  const error = new HttpError(402, 'Pay first.', { headers: { 'X-Price': '5' } });
  const answer = await fakeContext().through(
    middleware(async (_ctx, next) => {
      const response = await next();
      seen.push(response.status);
      return response;
    }),
    () => Promise.reject(error),
  );
  expect(seen).toEqual([402]);
  expect([answer.error, answer.header('x-price')]).toEqual([error, '5']);
});

test.each([
  ['an error of JavaScript', new TypeError('broken')],
  ['a text', 'broken'],
])('%s is answered 500, and kept', async (_name, error: unknown) => {
  const answer = await fakeContext().through(pass, () => Promise.reject(error));
  expect([answer.status, answer.json(), answer.error]).toEqual([500, { code: 'E_HTTP_500' }, error]);
});

test('abort() ends the request where it is called', async () => {
  const answer = await fakeContext().through(pass, (ctx) => ctx.request().abort(418));
  expect(answer.status).toBe(418);
});

test('a handler that returns nothing answers what was made last', async () => {
  const answer = await fakeContext().through(pass, (ctx) => void ctx.response().string(202, 'later'));
  expect([answer.status, answer.text]).toEqual([202, 'later']);
});

test('nor is anything made, it is an empty 200', async () => {
  const answer = await fakeContext().through(pass, () => undefined);
  expect([answer.status, answer.text]).toEqual([200, '']);
});

test('a response of another make is taken over, with its headers', async () => {
  const foreign: Response = {
    status: 203,
    body: 'made elsewhere',
    header: () => undefined,
    setHeader: () => foreign,
    appendHeader: () => foreign,
    removeHeader: () => foreign,
    vary: () => foreign,
    headers: () => new Map([['X-Made', ['X-Made', 'elsewhere'] as [string, string]]]).values(),
  };
  const answer = await fakeContext().through(pass, () => foreign);
  expect([answer.status, answer.text, answer.header('x-made')]).toEqual([203, 'made elsewhere', 'elsewhere']);
});

test('the locale is that of the application, without one English', async () => {
  await using app = await testApplication({ config: { app: { locale: 'fr' } } });
  expect([fakeContext({ app }).locale(), fakeContext().locale(), new FakeContext().locale()]).toEqual([
    'fr',
    'en',
    'en',
  ]);
});

test('cookies, values and the locale are kept', () => {
  const ctx = fakeContext({ locale: 'de' });
  ctx.withValue('user', 7).setLocale('fr');
  ctx.response().cookie('session', 'a', { httpOnly: true }).withoutCookie('old');
  expect([ctx.value('user'), ctx.locale()]).toEqual([7, 'fr']);
  expect([...ctx.response().cookies]).toEqual([
    ['session', { name: 'session', value: 'a', httpOnly: true }],
    ['old', null],
  ]);
});

test('a client that leaves is told to whoever listens', () => {
  const request = fakeContext().request();
  const signal = request.signal();
  expect(signal.aborted).toBe(false);
  request.leave();
  expect(signal.aborted).toBe(true);
});

test("the methods of an application's plugins are there", async () => {
  await using app = await testApplication({ plugins: [validation()] });
  const validator = await fakeContext({ app, method: 'POST', body: { title: '' } })
    .request()
    .validate({ title: 'required' });
  expect(validator.fails()).toBe(true);
});

test('a middleware of a plugin needs no routing', async () => {
  await using app = await testApplication({
    plugins: [throttle()],
    register: ({ facades }) => facades.RateLimiter().for('one', () => limit.perMinute(1)),
  });
  const one = app.middleware.throttle('one');
  const first = await fakeContext().through(one);
  const second = await fakeContext().through(one);
  expect([first.status, second.status]).toEqual([204, 429]);
  expect(second.header('Retry-After')).toMatch(/^\d+$/);
});
