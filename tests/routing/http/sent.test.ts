import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing, type Sent } from '@taproot/routing';
import { http } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';

let app: Application;
let told: Sent[];
let reports: unknown[];
/** Resolves once `told` has as many. */
let waiting: { readonly count: number; readonly done: () => void } | null = null;

const toldOf = async (count: number): Promise<Sent[]> => {
  if (told.length < count) await new Promise<void>((done) => (waiting = { count, done }));
  return told;
};

const boot = async (driver = 'koa', settings: object = {}, broken = false): Promise<Application> => {
  told = [];
  reports = [];
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([
      routing(),
      fastify(),
      {
        name: 'access',
        apply(on) {
          on.hooks.report.tap('access', (error) => void reports.push(error));
          if (broken)
            on.facades.Http().hooks.sent.tap('broken', () => {
              throw new Error('disk full');
            });
          on.facades.Http().hooks.sent.tap('access', (sent) => {
            told.push(sent);
            if (waiting !== null && told.length >= waiting.count) waiting.done();
          });
        },
      },
    ])
    .withConfig({ http: { driver, port: 0, ...settings } })
    .withRouting((route) => {
      route.get('/posts/{id}', (ctx) => ctx.response().string(200, `post ${ctx.request().route('id')}`)).name('posts');
      route.get('/fails', () => Promise.reject(new Error('no posts today')));
      route.get('/hangs', () => new Promise(() => undefined));
    })
    .create();
  return app;
};

afterEach(() => app.close());

/** Sends bytes to the open server; resolves to what comes back until it closes. */
const exchangeBytes = async (bytes: string, leave = false): Promise<string> => {
  const socket = connect(app.facades.Http().address?.port ?? 0, '127.0.0.1');
  let reply = '';
  socket.on('data', (chunk) => (reply += String(chunk)));
  socket.write(bytes);
  if (leave) socket.destroySoon();
  await once(socket, 'close');
  return reply;
};

test.each(drivers)('each request is told once, by the route it met, on %s', async (driver) => {
  await boot(driver);
  await http(app).get('/posts/7?page=2').assertOk();
  await http(app).get('/nothing').assertNotFound();
  await http(app).post('/posts/7').assertStatus(405);
  await http(app).get('/fails').assertStatus(500);

  const [found, unknown, wrong, failed] = await toldOf(4);
  expect(found).toMatchObject({ method: 'GET', path: '/posts/7', status: 200, error: undefined, aborted: false });
  expect([found?.route?.name, found?.ctx?.request().route('id')]).toEqual(['posts', '7']);
  expect(found?.bytes).toBeGreaterThan('post 7'.length);
  expect(found?.seconds).toBeGreaterThan(0);
  expect(unknown).toMatchObject({ route: null, status: 404, error: { code: 'E_ROUTE_NOT_FOUND' } });
  expect(wrong).toMatchObject({ route: null, method: 'POST', status: 405 });
  expect(failed).toMatchObject({ status: 500, error: { message: 'no posts today' } });
});

test('is called for requests that reach no route: a refusal, bytes that are not HTTP, a time-out, a client that leaves', async () => {
  await boot('koa', { request_timeout: 1 });
  await app.open();
  await exchangeBytes('GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\nConnection: close\r\n\r\n');
  await exchangeBytes('no request at all\r\n\r\n');
  const late = await exchangeBytes('GET /hangs HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');
  expect(late).toMatch(/^HTTP\/1\.1 503 /);
  const leaving = connect(app.facades.Http().address?.port ?? 0, '127.0.0.1');
  leaving.write('GET /hangs HTTP/1.1\r\nHost: a.test\r\n\r\n');
  const before = await toldOf(3);
  leaving.resetAndDestroy();

  const [refused, garbage, timedOut, left] = await toldOf(before.length + 1);
  expect(refused).toMatchObject({
    ctx: expect.anything(),
    route: null,
    status: 400,
    error: { code: 'E_HOST_INVALID' },
  });
  expect(garbage).toMatchObject({
    ctx: null,
    method: '',
    path: '',
    status: 400,
    error: { code: 'E_REQUEST_MALFORMED' },
  });
  expect(timedOut).toMatchObject({ path: '/hangs', status: 503, error: { code: 'E_REQUEST_TIMEOUT' } });
  expect(left).toMatchObject({ path: '/hangs', status: 0, aborted: true });
});

test('replies on one connection have their own bytes each', async () => {
  await boot();
  await app.open();
  const socket = connect(app.facades.Http().address?.port ?? 0, '127.0.0.1');
  const sizes: number[] = [];
  for (const path of ['/posts/1', '/posts/12345', '/posts/1']) {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    sizes.push(reply.length);
  }
  socket.destroy();
  expect((await toldOf(3)).map(({ bytes }) => bytes)).toEqual(sizes);
});

test('a tap that throws is reported, and the next one still hears of the request', async () => {
  await boot('koa', {}, true);
  await http(app).get('/posts/1').assertOk();
  expect(await toldOf(1)).toHaveLength(1);
  expect(reports).toEqual([expect.objectContaining({ message: expect.stringContaining('broken') })]);
});
