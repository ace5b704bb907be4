import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { type ConfigFile } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { http, pluginChecks, type TestApplication, testApplication } from '@taproot/testing';
import { requestLog } from '@taproot-examples/plugin-request-log';

type Line = Readonly<Record<string, unknown>>;

const readLine = (text: string): Line => JSON.parse(text);

interface Logged {
  readonly app: TestApplication;
  /** Resolves to so many lines, once they are there. */
  readonly lines: (count: number) => Promise<Line[]>;
}

const boot = async (
  routes: (route: RootRouter) => void,
  log: ConfigFile<'access'> = {},
  driver = 'koa',
  timeout = 30,
): Promise<Logged> => {
  const written: Line[] = [];
  let told = (): void => undefined;
  const stream = {
    write: (text: string): void => {
      written.push(readLine(text));
      told();
    },
  };
  const app = await testApplication({
    plugins: [routing(), fastify(), cors(), requestLog({ stream })],
    config: { access: log, http: { driver, request_timeout: timeout } },
    register: ({ facades }) => routes(facades.Route()),
  });
  const lines = async (count: number): Promise<Line[]> => {
    while (written.length < count) await new Promise<void>((resolve) => (told = resolve));
    return written;
  };
  return { app, lines };
};

const hello = (route: RootRouter): void => {
  route.get('/hello/{name}', (ctx) => ctx.response().string(200, `Hello, ${ctx.request().route('name')}`));
};

describe('the plugin request-log', () => {
  const quiet = { write: () => undefined };
  for (const { name, run } of pluginChecks(() => requestLog({ stream: quiet }), { beside: () => [routing()] }))
    test(name, run);
});

test.each(['koa', 'fastify'])('%s: one line tells what was asked and what was answered', async (driver) => {
  const { app, lines } = await boot(hello, {}, driver);
  const reply = await http(app).withHeader('User-Agent', 'tests').get('/hello/Ada?token=secret').assertOk();

  const [line, ...others] = await lines(1);
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    id: reply.headers.get('x-request-id'),
    method: 'GET',
    route: '/hello/{name}',
    path: '/hello/Ada',
    status: 200,
    ms: expect.any(Number),
    bytes: 10,
    headers: { 'user-agent': 'tests' },
  });
  expect(others).toEqual([]);
  await app.close();
});

test('the level follows the status; errors of the server come with their causes', async () => {
  const { app, lines } = await boot((route) => {
    route.get('/broken', () => Promise.reject(new Error('no answer', { cause: new Error('no network') })));
  });
  await http(app).get('/nowhere').assertNotFound();
  await http(app).get('/broken').assertInternalServerError();

  const [missing, broken] = await lines(2);
  expect(missing).toMatchObject({ level: 'warn', route: null, path: '/nowhere', status: 404 });
  expect(missing).not.toHaveProperty('err');
  expect(broken).toMatchObject({
    level: 'error',
    status: 500,
    err: { message: 'no answer', stack: expect.any(String), cause: { message: 'no network' } },
  });
  await app.close();
});

test('an id that was sent is kept and sent back, if it is sane', async () => {
  const { app, lines } = await boot(hello);
  const sent = ['req-2026-0001', 'short', 'a'.repeat(129), 'id with spaces', '../../etc/passwd', '"}{"level":"fatal'];
  const echoed = [];
  for (const id of sent) {
    const reply = await http(app).withHeader('X-Request-Id', id).get('/hello/Ada');
    echoed.push(reply.headers.get('x-request-id'));
  }
  expect(echoed.map((id, index) => id === sent[index])).toEqual([true, false, false, false, false, false]);
  expect((await lines(sent.length)).map(({ id }) => id)).toEqual(echoed);
  await app.close();
});

test.each(['koa', 'fastify'])('%s: a failure has the ids of its line in header and body', async (driver) => {
  const { app, lines } = await boot(
    (route) => route.get('/broken', () => Promise.reject(new Error('no answer'))),
    {},
    driver,
  );
  for (const path of ['/nowhere', '/broken', '/bro%ken']) {
    const reply = await http(app).withHeader('X-Request-Id', 'order-0007').get(path);
    const { request_id } = readLine(reply.text);
    expect([path, reply.headers.get('x-request-id')]).toEqual([path, 'order-0007']);
    expect((await lines(1)).splice(0)).toEqual([expect.objectContaining({ id: 'order-0007', path, request_id })]);
  }
  const own = await http(app).get('/nowhere');
  const [line] = await lines(1);
  expect(line).toMatchObject({ id: own.headers.get('x-request-id') });
  expect(line).not.toHaveProperty('request_id');
  await app.close();
});

test('credentials and cookies are not written, even when their headers are asked for', async () => {
  const { app, lines } = await boot(hello, { headers: ['authorization', 'cookie', 'accept'] });
  await http(app).withToken('letmein').withCookie('session', 'opensesame').accept('text/plain').get('/hello/Ada');

  const [line] = await lines(1);
  expect(line?.['headers']).toEqual({ authorization: '[redacted]', cookie: '[redacted]', accept: 'text/plain' });
  // The line has a random id in hexadecimal, which no secret here can be a part of.
  expect(JSON.stringify(line)).not.toMatch(/letmein|opensesame/);
  await app.close();
});

test('what a client writes stays one line', async () => {
  const { app, lines } = await boot(hello);
  await http(app).withHeader('User-Agent', 'x","level":"fatal').get('/hello/a%0Ab');
  const [line] = await lines(1);
  expect(line).toMatchObject({ level: 'info', headers: { 'user-agent': 'x","level":"fatal' } });
  await app.close();
});

test('a preflight that cors answers by itself is logged', async () => {
  const { app, lines } = await boot(hello);
  const client = http(app).withHeaders({ Origin: 'https://a.test', 'Access-Control-Request-Method': 'GET' });
  await client.options('/hello/Ada').assertNoContent();
  expect(await lines(1)).toEqual([expect.objectContaining({ method: 'OPTIONS', status: 204 })]);
  await app.close();
});

test('a handler that takes too long is logged with what the client got, when it got it', async () => {
  let end = (): void => undefined;
  const routes = (route: RootRouter): void => {
    route.get('/slow', async (ctx) => {
      await new Promise<void>((resolve) => (end = resolve));
      return ctx.response().noContent();
    });
  };
  const { app, lines } = await boot(routes, {}, 'koa', 0.1);
  await http(app).get('/slow').assertServiceUnavailable();
  expect(await lines(1)).toEqual([expect.objectContaining({ level: 'error', status: 503 })]);
  end();
  await app.close();
});

test('a client that leaves is logged as gone', async () => {
  let begun = (): void => undefined;
  const { app, lines } = await boot((route) => {
    route.get('/slow', async (ctx) => {
      begun();
      await new Promise((resolve) => ctx.request().signal().addEventListener('abort', resolve));
      return ctx.response().noContent();
    });
  });
  await app.open();
  await new Promise<void>((resolve) => {
    const asked = get(`${app.facades.Http().address?.url ?? ''}/slow`);
    asked.on('error', () => resolve());
    begun = () => asked.destroy(new Error('enough'));
  });
  expect(await lines(1)).toEqual([
    expect.objectContaining({ level: 'warn', status: null, aborted: true, route: '/slow' }),
  ]);
  await app.close();
});

test('a handler writes lines of the same id, and withLogFields() adds to the last', async () => {
  const { app, lines } = await boot((route) => {
    route.get('/', (ctx) => {
      ctx.request().log().info({ order: 7 }, 'paid');
      return ctx.response().noContent();
    });
  });
  app.facades.RequestLog().fields.push((ctx) => ({ language: ctx.locale() }));
  await http(app).withHeader('X-Request-Id', 'order-0007').get('/');
  expect(await lines(2)).toEqual([
    expect.objectContaining({ id: 'order-0007', order: 7, msg: 'paid' }),
    expect.objectContaining({ id: 'order-0007', status: 204, language: 'en' }),
  ]);
  await app.close();
});

test('what withLogFields() adds is asked for before the reply is sent', async () => {
  const { app, lines } = await boot(hello);
  app.facades.RequestLog().fields.push((ctx) => ({ begun: ctx.response().writer().headersSent }));
  for (const path of ['/hello/Ada', '/nowhere']) await http(app).get(path);
  expect(await lines(2)).toEqual([
    expect.objectContaining({ begun: false }),
    expect.objectContaining({ begun: false }),
  ]);
  await app.close();
});

test('withLogFields() that throws adds nothing, is reported, and harms no request', async () => {
  const routes = (route: RootRouter): void => {
    route.get('/', async (ctx) => {
      if (ctx.request().query('wait') !== '') await new Promise<void>(() => undefined);
      return ctx.response().noContent();
    });
  };
  const { app, lines } = await boot(routes, {}, 'koa', 0.1);
  const failure = new Error('no user');
  app.facades.RequestLog().fields.push(
    () => ({ first: 1 }),
    () => {
      throw failure;
    },
    () => ({ last: 2 }),
  );
  for (const [path, status] of [
    ['/', 204],
    ['/nowhere', 404],
    ['/?wait=1', 503],
  ] as const) {
    expect((await http(app).get(path)).status).toBe(status);
    const written = (await lines(2)).splice(0);
    const wrong = { level: 'error', where: 'request-log', err: expect.objectContaining({ message: 'no user' }) };
    expect(written).toEqual([expect.objectContaining(wrong), expect.objectContaining({ status, first: 1, last: 2 })]);
  }
  expect(app.reports.filter((report) => report === failure)).toHaveLength(3);
  await app.close();
});

test('errors that belong to no request are logged as well', async () => {
  const { app, lines } = await boot(hello);
  app.report(new Error('lost'), { where: 'process' });
  expect(await lines(1)).toEqual([
    expect.objectContaining({ level: 'error', where: 'process', err: expect.objectContaining({ message: 'lost' }) }),
  ]);
  await app.close();
});

describe('a file', () => {
  const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'request-log-'));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const bootTo = (file: string): Promise<TestApplication> =>
    testApplication({
      plugins: [routing(), requestLog()],
      config: { access: { file } },
      register: ({ facades }) => hello(facades.Route()),
    });

  test('holds every line once the application is closed', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'logs', 'requests.log');
      const app = await bootTo(file);
      await Promise.all(Array.from({ length: 200 }, (_, index) => http(app).get(`/hello/${index}`)));
      await app.close();
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      expect(new Set(lines.map((line) => readLine(line)['path'])).size).toBe(200);
    }));

  const told = async (file: string, meanwhile: () => Promise<void>): Promise<void> => {
    const reported: unknown[] = [];
    let tell = (): void => undefined;
    const first = new Promise<void>((resolve) => (tell = resolve));
    const app = await testApplication({
      plugins: [routing(), requestLog()],
      config: { access: { file } },
      register: (own) => {
        hello(own.facades.Route());
        own.hooks.report.tap('told', (error) => {
          reported.push(error);
          tell();
        });
      },
    });
    await meanwhile();
    await http(app).get('/hello/Ada').assertOk();
    await first;
    for (const name of ['Ada', 'Charles', 'Grace']) await http(app).get(`/hello/${name}`).assertOk();
    expect(await app.close()).toEqual([]);
    expect(reported).toEqual([expect.objectContaining({ code: 'E_LOG_WRITE' })]);
  };
  const onLinux = existsSync('/dev/full') ? test : test.skip;
  const stderrOf = async (work: () => Promise<void>): Promise<string> => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      await work();
      return written.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      written.mockRestore();
    }
  };

  onLinux('on a disk that is full is told of once, and ends nothing', async () => {
    const said = await stderrOf(() => told('/dev/full', async () => undefined));
    expect(said.match(/The log cannot be written: Error: ENOSPC/g)).toHaveLength(1);
  });

  onLinux('that nobody reads any more is told of once, and ends nothing', () =>
    withFolder(async (folder) => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const reading = open(pipe, 'r');
      const said = await stderrOf(() => told(pipe, async () => (await reading).close()));
      expect(said.match(/The log cannot be written: Error: EPIPE/g)).toHaveLength(1);
    }),
  );

  test('that is closed takes no more lines, and that ends nothing', () =>
    withFolder(async (folder) => {
      let end = (): void => undefined;
      let begun = (): void => undefined;
      const handling = new Promise<void>((resolve) => (begun = resolve));
      let tell: (error: unknown) => void = () => undefined;
      const reported = new Promise((resolve) => (tell = resolve));
      const app = await testApplication({
        plugins: [routing(), requestLog()],
        config: { access: { file: join(folder, 'requests.log') } },
        register: ({ facades, hooks }) => {
          hooks.report.tap('told', (error) => tell(error));
          facades.Route().get('/slow', async (ctx) => {
            begun();
            await new Promise<void>((resolve) => (end = resolve));
            return ctx.response().noContent();
          });
        },
      });
      await stderrOf(async () => {
        const closed = handling.then(() => app.close()).then(() => end());
        await Promise.allSettled([http(app).get('/slow'), closed]);
        expect(await reported).toMatchObject({ code: 'E_LOG_WRITE' });
      });
    }));

  test('that cannot be written to stops the boot', () =>
    withFolder(async (folder) => {
      await expect(bootTo(folder)).rejects.toMatchObject({
        code: 'E_PLUGIN_FAILED',
        message: expect.stringContaining('EISDIR'),
      });
    }));
});

test('switched off it is not there at all', async () => {
  const taps: string[] = [];
  const watch = definePlugin({
    name: 'watch',
    after: ['request-log'],
    apply: (app) => {
      for (const [hook, { taps: all }] of app.hookTables.hooks())
        if (all.some(({ name }) => name === 'request-log')) taps.push(hook);
    },
  });
  await using app = await testApplication({
    plugins: [routing(), requestLog(), watch],
    config: { access: { enabled: false } },
    register: ({ facades }) => hello(facades.Route()),
  });
  const reply = await http(app).get('/hello/Ada').assertOk();
  expect(reply.headers.has('x-request-id')).toBe(false);
  expect(taps).toEqual([]);
  expect(() => app.facades.RequestLog().logger).toThrow('access.enabled is false');
});
