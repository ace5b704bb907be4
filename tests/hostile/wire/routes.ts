import { setTimeout as wait } from 'node:timers/promises';
import { type FacadesHandle, ForbiddenError, type Handler, type Middleware } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';

/** A guard as authors write it: by the path the request says it has. */
const guard: Middleware = {
  signature: () => 'guard',
  handle: (ctx, next) => {
    if (ctx.request().path().startsWith('/static/private')) throw new ForbiddenError();
    return next();
  },
};

const thrown: Readonly<Record<string, unknown>> = {
  error: new Error('secret detail'),
  text: 'secret detail',
  null: null,
  frozen: Object.freeze({ detail: 'secret detail' }),
};

const everything: Handler = (ctx) => ctx.response().json(200, ctx.request().all());

/** Routes that give a hostile client something to work on. */
export const registerRoutes = (route: RootRouter, handle: FacadesHandle, directory: string): void => {
  const { facades, middleware } = handle;
  route.get('/health', (ctx) => ctx.response().string(200, 'ok')).name('health');
  route.get('/echo/{id}', (ctx) => ctx.response().json(200, { id: ctx.request().route('id') }));
  route.get('/users/{id}', (ctx) => ctx.response().string(200, `user ${ctx.request().route('id')}`));
  route.get('/rest/{path*}', (ctx) => ctx.response().string(200, ctx.request().route('path')));
  route.get('/users/me', (ctx) => ctx.response().string(200, 'me'));
  route.get('/dashes/{a}-{b}-{c}', (ctx) => ctx.response().string(200, 'dashes'));
  route.any('/input', everything);
  route.get('/inherited', (ctx) =>
    ctx.response().json(
      200,
      ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a.constructor'].map((name) => [
        ctx.request().input(name, 'absent'),
        ctx.request().query(name, 'absent'),
      ]),
    ),
  );
  route.get('/header', (ctx) => ctx.response().header('X-From', ctx.request().query('value')).string(200, 'set'));
  route.get('/cookie', (ctx) => ctx.response().cookie('a', ctx.request().query('value')).string(200, 'set'));
  route.get('/download', (ctx) =>
    ctx.response().download(`${directory}/public/hello.txt`, ctx.request().query('name')),
  );
  route.get('/redirect', (ctx) => ctx.response().redirect(302, ctx.request().query('to'), '/health'));
  route.get('/cookies', (ctx) =>
    ctx.response().json(
      200,
      ['a', 'c', '__proto__', 'toString'].map((name) => ctx.request().cookie(name, 'absent')),
    ),
  );
  route.get('/client', (ctx) => {
    const request = ctx.request();
    return ctx.response().json(200, { ip: request.ip(), scheme: request.scheme(), host: request.host() });
  });
  route.get('/accepts', (ctx) => ctx.response().json(200, ctx.request().accepts('application/json', 'text/html')));
  route.get('/env', (ctx) =>
    ctx.response().json(200, { env: facades.App().config.app.env, debug: facades.App().debug }),
  );
  route.get('/throw/{kind}', (ctx) => Promise.reject(thrown[ctx.request().route('kind')]));
  route.get('/twice', (ctx) => {
    ctx.response().writer().end('by hand');
    return ctx.response().string(500, 'late');
  });

  route.post('/upload', async (ctx) => {
    const files = ['f', 'g', 'f[]'].flatMap((name) => ctx.request().files(name));
    const described = files.map(async (file) => [
      file.field,
      file.clientName(),
      file.size,
      await file.mimeType(),
      /^taproot-[0-9a-f]{32}$/.test(file.path.split('/').at(-1) ?? ''),
    ]);
    return ctx.response().json(200, { files: await Promise.all(described), text: ctx.request().input('f', 'none') });
  });
  route.post('/upload/throws', () => Promise.reject(new Error('after the upload')));

  route.post('/valid', async (ctx) =>
    ctx.response().json(
      200,
      await ctx.request().validated({
        name: 'required|string|max:20',
        age: 'integer|between:0,150',
        role: 'in:user,editor',
        site: 'url',
        email: 'email',
        born: 'date',
        'items.*.id': 'required|integer',
        avatar: 'file',
      }),
    ),
  );
  route.post('/valid/regex', async (ctx) =>
    ctx.response().json(200, await ctx.request().validated({ a: ['required', 'regex:^(a+)+$'] })),
  );
  route.post('/valid/json', async (ctx) =>
    ctx.response().json(200, await ctx.request().validated({ a: 'required|json' })),
  );

  route.get('/locale', (ctx) => {
    facades.App().setLocale(ctx, ctx.request().query('l'));
    return ctx.response().string(200, facades.Lang(ctx).get('greet'));
  });
  route.get('/text', (ctx) =>
    ctx.response().string(200, facades.Lang(ctx).get('hello', { name: ctx.request().query('name') })),
  );
  route.get('/key', (ctx) => ctx.response().json(200, facades.Lang(ctx).has(ctx.request().query('key'))));
  route.middleware(middleware.locale()).get('/negotiated', (ctx) => ctx.response().string(200, ctx.locale()));

  route.middleware(middleware.throttle('10,1')).get('/limited/{id}', (ctx) => ctx.response().string(200, 'ok'));
  route.get('/slow', async (ctx) => {
    await wait(Number(ctx.request().query('ms')), undefined, { signal: ctx.request().signal() });
    return ctx.response().string(200, 'slow');
  });
  route.get('/big', (ctx) =>
    ctx.response().stream(
      200,
      (function* () {
        for (let sent = 0; sent < 64 * 1024 * 1024; sent += 65_536) yield Buffer.alloc(65_536, 'b');
      })(),
    ),
  );
  route.middleware(guard).static('/static', `${directory}/public`);
};
