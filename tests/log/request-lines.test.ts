import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
import { type Logged, logged } from './support.ts';

let open: Application | null = null;

const boot = async (options: Parameters<typeof logged>[0] = {}): Promise<Logged> => {
  const made = await logged({ routes, ...options });
  open = made.app;
  return made;
};

const routes = (route: RootRouter): void => {
  route.get('/posts/{id}', (ctx) => ctx.response().string(200, `post ${ctx.request().route('id')}`));
  route.get('/reset/{token}', (ctx) => ctx.response().string(200, 'ok'));
  route.get('/fails', () => Promise.reject(new Error('no posts, password=hunter2')));
  route.get('/web', () => new Response('web'));
  route.get('/raw', (ctx) => {
    const writer = ctx.response().writer();
    writer.end('raw');
  });
};

afterEach(async () => {
  await open?.close();
  open = null;
});

test('a request is one line, with its route, status, time, bytes, client and ids', async () => {
  const { app, lines } = await boot();
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const response = await http(app)
    .withHeaders({ traceparent: `00-${trace}-b7ad6b7169203331-01` })
    .get('/posts/7?token=hunter2');
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'GET',
      route: '/posts/{id}',
      path: '/posts/7',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      client: expect.any(String),
      requestId: response.headers.get('x-request-id'),
      traceId: trace,
      message: 'GET /posts/7 200',
    },
  ]);
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-z]{16,}$/);
});

test('what a client sends takes the place of no own member of a line', async () => {
  const body = {
    requestId: 'forged',
    traceId: 'forged',
    level: 'fatal',
    time: 'never',
    message: 'forged',
    title: 'Moss',
  };
  const { app, lines, raw } = await boot({
    routes: (route) =>
      route.post('/says', (ctx) => {
        const all = ctx.request().all();
        app.facades.Log(ctx).info(all, 'said');
        app.facades.Log(ctx).child(all).warn('child');
        return ctx.response().noContent();
      }),
  });
  const response = await http(app).post('/says', body);
  const requestId = response.headers.get('x-request-id');
  const { title, traceId, ...forged } = body;
  expect(lines().slice(0, 2)).toMatchObject([
    { level: 'info', requestId, message: 'said', title, said: forged },
    { level: 'warn', requestId, message: 'child', title, said: forged },
  ]);
  // Nothing says which trace it is, so the member is the client's.
  expect(lines()[0]).toMatchObject({ traceId });
  for (const line of raw) expect(`${JSON.stringify(JSON.parse(line))}\n`).toBe(line);
});

describe('X-Request-Id', () => {
  test.each(['/posts/1', '/web', '/nowhere', '/fails'])('is on the response to %s, and in its lines', async (path) => {
    const { app, lines } = await boot();
    const response = await http(app).get(path);
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-z]{16,}$/);
    expect(lines().map(({ requestId }) => requestId)).toEqual(lines().map(() => id));
  });

  test.each([
    ['of a client', [], 'abcdef-123456', false],
    ['of a trusted proxy', ['127.0.0.1', '::1'], 'abcdef-123456', true],
    ['of a trusted proxy that is too short', ['127.0.0.1', '::1'], 'abc', false],
    ['of a trusted proxy with a quote', ['127.0.0.1', '::1'], 'abcdef"123456', false],
    ['of a trusted proxy that is too long', ['127.0.0.1', '::1'], 'a'.repeat(129), false],
  ])('%s', async (_whose, trusted_proxies, sent, kept) => {
    const { app, lines } = await boot({ http: { trusted_proxies } });
    await app.open();
    const answer = await fetch(`${app.facades.Http().address?.url}/posts/1`, { headers: { 'X-Request-Id': sent } });
    const id = answer.headers.get('x-request-id');
    await answer.text();
    await new Promise((resolve) => setImmediate(resolve));
    expect(id === sent).toBe(kept);
    expect(lines().at(-1)?.['requestId']).toBe(id);
  });

  test('is not sent while the log is off', async () => {
    const { app, raw } = await boot({ log: { enabled: false } });
    const response = await http(app).get('/posts/1');
    app.facades.Log().error('nobody hears this');
    expect([response.headers.get('x-request-id'), raw]).toEqual([null, []]);
  });
});

test('a secret parameter is not in the path; its pattern is', async () => {
  const { app, raw, lines } = await boot();
  await http(app).get('/reset/hunter2');
  expect(lines()[0]).toMatchObject({ route: '/reset/{token}', path: '/reset/{token}', status: 200 });
  expect(raw.join('')).not.toContain('hunter2');
});

test('a failure is an error line with the report, and one of the request', async () => {
  const { app, lines, raw } = await boot();
  await http(app).get('/fails').assertStatus(500);
  const [report, request] = lines();
  expect(report).toMatchObject({ level: 'error', where: 'request', method: 'GET', path: '/fails' });
  expect(report?.['stack']).toContain('request-lines.test');
  expect(request).toMatchObject({ level: 'error', status: 500, requestId: report?.['requestId'] });
  expect(raw.join('')).not.toContain('hunter2');
});

test('levels: 4xx is a warning with its code, and config/log.ts silences channels', async () => {
  const first = await boot();
  await http(first.app).get('/nowhere');
  expect(first.lines()[0]).toMatchObject({ level: 'warn', status: 404, code: 'E_ROUTE_NOT_FOUND' });
  expect(first.lines()[0]).not.toHaveProperty('route');
  await first.app.close();
  const quiet = await boot({ log: { levels: { http: 'error' } } });
  await http(quiet.app).get('/posts/1');
  quiet.app.facades.Log().info('heard');
  expect(quiet.lines().map(({ message }) => message)).toEqual(['heard']);
});

test('sampling leaves out requests that went well, and none that failed', async () => {
  const { app, lines } = await boot({ log: { sample: 0 } });
  for (const path of ['/posts/1', '/posts/2', '/nowhere']) await http(app).get(path);
  expect(lines().map(({ status }) => status)).toEqual([404]);
});

test('headers that are asked for are there, credentials masked', async () => {
  const { app, lines, raw } = await boot({ log: { headers: ['user-agent', 'authorization', 'cookie'] } });
  await http(app)
    .withHeaders({ 'User-Agent': 'curl\u0085 "x"', Authorization: 'Bearer hunter2222', Cookie: 'sid=hunter2' })
    .get('/posts/1');
  expect(lines()[0]?.['headers']).toMatchObject({ authorization: '********', cookie: '********' });
  expect(raw.join('')).not.toContain('hunter2');
});

test('bytes that are no HTTP are a line, and what they hold breaks none', async () => {
  const { app, lines } = await boot();
  await app.open();
  const address = new URL(app.facades.Http().address?.url ?? '');
  const socket = connect(Number(address.port), address.hostname);
  socket.write('GET /a\u0000\r\n{"level":"fatal"}\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  expect(lines().at(-1)).toMatchObject({ level: 'warn', status: 400, message: 'bytes that are no HTTP' });
});

test('a user whom auth found is in the line', async () => {
  const { app, lines } = await boot({
    routes: (route) =>
      route.get('/me', (ctx) => {
        const identity = {
          id: '7',
          guard: 'api',
          user: {},
          issuedAt: null,
          expiresAt: null,
          session: '',
          abilities: null,
        };
        ctx.withValue('auth', { guard: 'api', identities: new Map([['api', identity]]) });
        return ctx.response().string(200, '');
      }),
  });
  await http(app).get('/me');
  expect(lines()[0]?.['userId']).toBe('7');
});
