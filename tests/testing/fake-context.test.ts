import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { expect, jest, test } from '@jest/globals';
import { type Handler, HttpError, type Middleware, type Next, type Response, type UploadedFile } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { fakeContext, http, testApplication } from '@taproot/testing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { withCode } from '../core/support.ts';

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
  answer
    .assertHeader('X-Before', '1')
    .assertHeader('X-After', '2')
    .assertHeader('Content-Type', /^application\/json/);
});

test('next() returns the response of an error that the handler throws', async () => {
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
  expect([answer.error, answer.headers.get('x-price')]).toEqual([error, '5']);
});

test.each([
  ['an error of JavaScript', new TypeError('broken')],
  ['a text', 'broken'],
])('%s is answered 500, and kept', async (_name, error: unknown) => {
  const answer = await fakeContext().through(pass, () => Promise.reject(error));
  const body = { message: 'Internal Server Error', code: 'E_HTTP_500', request_id: 'fake' };
  expect([answer.status, answer.json(), answer.error]).toEqual([500, body, error]);
});

type Step = Middleware['handle'];

/** Middleware whose answer is that of the error they throw or provoke. */
const failing: Readonly<Record<string, Step>> = {
  'input before the body is read': (ctx, next) => {
    ctx.response().header('X-Who', ctx.request().input('who'));
    return next();
  },
  'a map of input before the body is read': (ctx, next) => {
    ctx.request().all();
    return next();
  },
  'input once the body is read': async (ctx, next) => {
    await ctx.request().body();
    return (await next()).setHeader('X-Who', ctx.request().input('who'));
  },
  'input after the handler': async (ctx, next) => (await next()).setHeader('X-Who', ctx.request().input('who')),
  'a header with a line break': (ctx, next) => {
    ctx.response().header('X-Who', 'a\r\nSet-Cookie: x=1');
    return next();
  },
  'a header with a control character, on the response': async (_ctx, next) =>
    (await next()).setHeader('X-Who', ['a', 'b\u0000']),
  'a header beyond Latin-1': async (_ctx, next) => (await next()).appendHeader('X-Who', '\u2603'),
  'a header whose name is none': async (_ctx, next) => (await next()).setHeader('X Who', 'a'),
  'abort with a status': (ctx) => ctx.request().abort(403),
  'abort with a body': (ctx) => ctx.request().abortWithStatusJson(403, { reason: 'suspended' }),
  'abort with a list': (ctx) => ctx.request().abortWithStatusJson(409, [1]),
  'an error of HTTP': () => Promise.reject(new HttpError(402, 'Pay first.', { headers: { 'X-Price': '5' } })),
  'an error with details': () => Promise.reject(new HttpError(422, 'No.', { details: { errors: { a: ['b'] } } })),
  'an error of the server': () => Promise.reject(new HttpError(503, 'db-7 is down')),
  'an error of a status that is none': () => Promise.reject(new HttpError(200, 'odd')),
  'an error of a library, meant for the client': () =>
    Promise.reject(Object.assign(new Error('teapot'), { status: 418, expose: true })),
  'an error of a library, not meant for the client': () =>
    Promise.reject(Object.assign(new Error('teapot'), { status: 418 })),
};

test.each(Object.entries(failing))('%s is answered as routing answers it', async (_name, handle) => {
  const reply: Handler = (ctx) => ctx.response().json(200, { who: ctx.request().input('who') });
  await using app = await testApplication({
    plugins: [routing()],
    register: ({ facades }) => facades.Route().middleware(middleware(handle)).post('/', reply),
  });
  const real = await http(app).post('/', { who: 'ann' });
  const fake = await fakeContext({ method: 'POST', body: { who: 'ann' } }).through(middleware(handle), reply);
  const shown = (status: number, body: unknown, type: unknown, who: unknown) => ({ status, body, type, who });
  const id = real.headers.get('X-Request-Id') ?? 'fake';
  expect(shown(fake.status, fake.text, fake.headers.get('Content-Type'), fake.headers.get('X-Who'))).toEqual(
    shown(real.status, real.text.replace(id, 'fake'), real.headers.get('Content-Type'), real.headers.get('X-Who')),
  );
});

test('with debug, the response shows the message of a server error', async () => {
  await using app = await testApplication({ config: { app: { debug: true } } });
  const answer = await fakeContext({ app }).through(pass, () => Promise.reject(new TypeError('broken')));
  expect(answer.json()).toMatchObject({ message: 'broken', code: 'E_HTTP_500' });
});

test('what a service or a form request is given has its body read', () => {
  expect(
    fakeContext({ method: 'POST', body: { who: 'ann' } })
      .request()
      .input('who'),
  ).toBe('ann');
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
  expect([answer.status, answer.text, answer.headers.get('x-made')]).toEqual([203, 'made elsewhere', 'elsewhere']);
});

test('the locale is that of the application, without one English', async () => {
  await using app = await testApplication({ config: { app: { locale: 'fr' } } });
  expect([fakeContext({ app }).locale(), fakeContext().locale()]).toEqual(['fr', 'en']);
});

test('values and the locale are kept', () => {
  const ctx = fakeContext({ locale: 'de' });
  ctx.withValue('user', 7).setLocale('fr');
  expect([ctx.value('user'), ctx.locale()]).toEqual([7, 'fr']);
});

test('cookies are set on the reply', async () => {
  await fakeContext()
    .handle((ctx) => {
      ctx.response().cookie('session', 'a b', { httpOnly: true }).withoutCookie('old');
    })
    .assertCookie('session', 'a b')
    .assertCookieExpired('old');
});

test('a client that leaves aborts signal()', () => {
  const ctx = fakeContext();
  const signal = ctx.request().signal();
  expect(signal.aborted).toBe(false);
  ctx.leave();
  expect(signal.reason).toMatchObject({ code: 'E_CLIENT_LEFT' });
});

test("the methods of an application's plugins are there", async () => {
  await using app = await testApplication({ plugins: [validation()] });
  const validator = await fakeContext({ app, method: 'POST', body: { title: '' } })
    .request()
    .validate({ title: 'required' });
  expect(validator.fails()).toBe(true);
});

declare module '@taproot/core' {
  interface RequestMethods {
    tenant(): string;
  }
}

test("a plugin's method may ask the request when it is made", async () => {
  const tenant = definePlugin({
    name: 'tenant',
    request: {
      tenant: (ctx) => {
        const host = ctx.request().host();
        return () => host;
      },
    },
  });
  await using app = await testApplication({ plugins: [tenant] });
  expect(fakeContext({ app, origin: 'https://oak.example' }).request().tenant()).toBe('oak.example');
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
  expect(second.headers.get('Retry-After')).toMatch(/^\d+$/);
});

test('what watches the reply hears its end, on one and the same object', async () => {
  const heard: string[] = [];
  const ctx = fakeContext();
  await ctx.through(
    middleware((inner, next) => {
      const writer = inner.response().writer();
      for (const event of ['finish', 'close']) writer.once(event, () => heard.push(`${event} ${writer.statusCode}`));
      return next();
    }),
    (inner) => inner.response().string(201, 'made'),
  );
  expect(heard).toEqual(['finish 201', 'close 201']);
  expect(ctx.response().writer()).toBe(ctx.response().writer());
});

test('a handler may write to the response by itself, before anything else runs', async () => {
  const answer = await fakeContext().handle((ctx) => {
    ctx.response().writer().writeHead(202, { 'X-Own': '1' }).end('own');
  });
  expect([answer.status, answer.text, answer.headers.get('X-Own')]).toEqual([202, 'own', '1']);
});

test('a context answers once', async () => {
  const ctx = fakeContext();
  await ctx.through(pass).assertNoContent();
  await expect(ctx.handle(() => undefined)).rejects.toEqual(withCode('E_CONTEXT_ANSWERED'));
});

test('a client that leaves before the reply gets none', async () => {
  const ctx = fakeContext();
  const sent = ctx.through(pass, async (inner) => {
    ctx.leave();
    expect(inner.request().signal().aborted).toBe(true);
    return inner.response().noContent();
  });
  await expect(sent).rejects.toMatchObject({ code: 'E_REPLY_BROKEN' });
});

test('a form is parsed as one, nested fields as well', async () => {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = { user: { name: 'ann' }, tags: ['a', 'b'] };
  expect(fakeContext({ headers: type, body }).request().all()).toEqual(body);
  expect(
    fakeContext({ body: new URLSearchParams('a[b]=c') })
      .request()
      .all(),
  ).toEqual({ a: { b: 'c' } });
});

test('uploads are unread in middleware, as any body', async () => {
  const photo = { field: 'photo', size: 3 } as UploadedFile;
  const answer = await fakeContext({ body: { title: 'Oak' }, files: { photo: [photo] } }).through(
    middleware((ctx, next) => {
      expect(() => ctx.request().file('photo')).toThrow(withCode('E_BODY_UNREAD'));
      return next();
    }),
    (ctx) => ctx.response().json(200, [ctx.request().input('title'), ctx.request().file('photo')?.size]),
  );
  expect(answer.json()).toEqual(['Oak', 3]);
});

test('the addresses of an application are there', async () => {
  await using app = await testApplication({
    plugins: [routing()],
    register: ({ facades }) =>
      facades
        .Route()
        .get('/posts/{id}', (ctx) => ctx.response().noContent())
        .name('posts.show'),
  });
  await fakeContext({ app })
    .handle((ctx) => ctx.response().redirectToRoute('posts.show', { id: 7 }))
    .assertRedirect('/posts/7');
});

test('errors of the server are reported by the application, and by none without one', async () => {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await using app = await testApplication();
  await fakeContext({ app }).handle(() => Promise.reject(new TypeError('broken')));
  await fakeContext().handle(() => Promise.reject(new TypeError('broken')));
  expect([app.reports.map(String), stderr.mock.calls]).toEqual([['TypeError: broken'], []]);
  stderr.mockRestore();
});

test('nothing is left open', async () => {
  const within = new AsyncLocalStorage<boolean>();
  // These end when memory is collected, and keep no process alive.
  const collected = new Set(['PROMISE', 'BLOBREADER']);
  const open = new Map<number, string>();
  // What the process holds besides (a connection of an earlier test that is closing) is not counted.
  const hook = createHook({
    init: (id, kind) => {
      if (within.getStore() && !collected.has(kind)) open.set(id, kind);
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  await within.run(true, async () => {
    await fakeContext().through(pass);
    fakeContext();
  });
  await new Promise((resolve) => setTimeout(resolve));
  hook.disable();
  expect([...open.values()]).toEqual([]);
});
