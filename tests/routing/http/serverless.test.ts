import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { bootRoutes } from '../../support/serve.ts';

interface Result {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

type Handler = (event: object, context: object) => Promise<Result>;

const closed: Promise<unknown>[] = [];
const sent: number[] = [];

const routes = (route: RootRouter): void => {
  route.get('/hello/{name}', (ctx) => {
    closed.push(once(ctx.response().writer(), 'close'));
    return ctx
      .response()
      .cookie('a', '1')
      .cookie('b', '2')
      .json(200, {
        hello: ctx.request().route('name'),
        page: ctx.request().query('page'),
        ip: ctx.request().ip(),
        agent: ctx.request().userAgent(),
      });
  });
  route.post('/echo', (ctx) => ctx.request().all());
  route.get('/bytes', (ctx) => ctx.response().data(200, 'image/png', Buffer.from([0, 255, 128])));
  route.get('/stream', (ctx) => ctx.response().stream(200, ['a', 'b'], 'text/plain'));
};

/** An event of an HTTP API, format 2.0. */
const event = (method: string, path: string, body?: string): object => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: path.split('?')[0],
  rawQueryString: path.split('?')[1] ?? '',
  headers: {
    host: 'shop.example.com',
    'user-agent': 'test',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  requestContext: {
    domainName: 'shop.example.com',
    http: { method, path: path.split('?')[0], protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
    stage: '$default',
    time: '12/Mar/2025:19:03:58 +0000',
    timeEpoch: 1_583_348_638_390,
  },
  ...(body === undefined ? {} : { body }),
  isBase64Encoded: false,
});

const adapters: Readonly<Record<string, (listener: RequestListener) => Promise<Handler>>> = {
  'serverless-http': async (listener) => {
    const name: string = 'serverless-http';
    const { default: adapt } = (await import(name)) as {
      default: (listener: RequestListener, options: object) => Handler;
    };
    return adapt(listener, { binary: ['image/*'] });
  },
  '@codegenie/serverless-express': async (listener) => {
    const name: string = '@codegenie/serverless-express';
    const { default: adapter } = (await import(name)) as {
      default: { configure: (options: { app: RequestListener }) => Handler };
    };
    return adapter.configure({ app: listener });
  },
};

let app: Application | null = null;

afterEach(async () => {
  await app?.close();
  app = null;
  closed.length = 0;
  sent.length = 0;
});

const open = async (): Promise<Application> => {
  app = await bootRoutes(routes, {
    config: { http: { listen: false } },
    apply: ({ facades }) => facades.Http().hooks.sent.tap('test', ({ status }) => void sent.push(status)),
  });
  await app.open();
  return app;
};

describe.each(Object.entries(adapters))('D-5: behind %s', (_name, adapt) => {
  test('requests are answered, and nothing of them is kept', async () => {
    const handler = await adapt((await open()).facades.Http().listener);
    const hello = await handler(event('GET', '/hello/ada?page=2'), {});
    expect([hello.statusCode, JSON.parse(hello.body)]).toEqual([
      200,
      { hello: 'ada', page: '2', ip: '203.0.113.7', agent: 'test' },
    ]);
    const cookies = hello.cookies ?? hello.multiValueHeaders?.['set-cookie'] ?? [];
    expect(cookies).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(Object.keys(hello.headers ?? hello.multiValueHeaders ?? {})).not.toContain('0');
    await Promise.all(closed);
    const echo = await handler(event('POST', '/echo', '{"a":1}'), {});
    expect([echo.statusCode, JSON.parse(echo.body)]).toEqual([200, { a: 1 }]);
    const bytes = await handler(event('GET', '/bytes'), {});
    expect([bytes.isBase64Encoded, bytes.body]).toEqual([true, Buffer.from([0, 255, 128]).toString('base64')]);
    const stream = await handler(event('GET', '/stream'), {});
    expect(stream.isBase64Encoded === true ? atob(stream.body) : stream.body).toBe('ab');
    expect((await handler(event('GET', '/none'), {})).statusCode).toBe(404);
    // Waits for requests whose end nobody has seen.
    await app?.close();
    app = null;
    expect(sent).toEqual([200, 200, 200, 200, 404]);
  });
});

test('D-5: fetch() takes the address of the client, and refuses what is none', async () => {
  const route = (await open()).facades.Route();
  const request = (): Request => new Request('https://shop.example.com/hello/ada');
  const ipOf = async (options?: { ip?: string }): Promise<unknown> =>
    ((await (await route.fetch(request(), options)).json()) as { ip: string }).ip;
  expect([await ipOf(), await ipOf({ ip: '203.0.113.7' }), await ipOf({ ip: '2001:DB8::1' })]).toEqual([
    '127.0.0.1',
    '203.0.113.7',
    '2001:db8::1',
  ]);
  await expect(route.fetch(request(), { ip: '203.0.113.7:80' })).rejects.toMatchObject({ code: 'E_FETCH_ADDRESS' });
});
