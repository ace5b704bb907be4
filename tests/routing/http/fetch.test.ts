import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { bootRoutes } from '../../support/serve.ts';
import { withApp } from '../../testing/support.ts';

/** What a handler saw of its exchange. */
interface Seen {
  readonly pieces: number[];
  readonly begun: Promise<void>;
  readonly end: Promise<string>;
  begin(): void;
  leave(how: string): void;
}

const watcher = (): Seen => {
  let begin: () => void = () => undefined;
  let leave: (how: string) => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const end = new Promise<string>((resolve) => (leave = resolve));
  return { pieces: [], begun, end, begin, leave };
};

const routes = (seen: Seen) => (route: RootRouter) => {
  const watch = (signal: AbortSignal): void => {
    signal.addEventListener('abort', () => seen.leave((signal.reason as { code: string }).code));
  };
  route.any('/echo', (ctx) => {
    const { complete, headers } = ctx.request().origin();
    return ctx.response().json(200, { all: ctx.request().all(), complete, coding: headers['transfer-encoding'] });
  });
  route.post('/unread', (ctx) => ctx.response().noContent()).rawBody();
  route.get('/quick', async (ctx) => {
    watch(ctx.request().signal());
    const res = ctx.response().writer();
    const ends = [once(res, 'close'), once(ctx.request().origin().socket, 'close')];
    void Promise.all(ends).then(() => seen.leave(`closed, finished: ${res.writableFinished}`));
    return ctx.response().string(200, 'done');
  });
  route.get('/slow', (ctx) => {
    watch(ctx.request().signal());
    seen.begin();
    return new Promise(() => undefined);
  });
  route.get('/stream', (ctx) => {
    watch(ctx.request().signal());
    return ctx.response().stream(200, async function* () {
      for (let piece = 0; ; piece++) {
        seen.pieces.push(piece);
        yield 'x'.repeat(64 * 1024);
      }
    });
  });
  route.get('/cookies', (ctx) => ctx.response().cookie('a', '1').cookie('b', '2').noContent());
  route.get('/scheme', (ctx) => ctx.response().string(200, ctx.request().fullUrl()));
};

const withFetch = (
  seen: Seen,
  work: (fetch: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
): Promise<void> =>
  withApp(routes(seen), (_client, app: Application) =>
    work((path, init) => app.facades.Route().fetch(new Request(new URL(path, 'http://localhost'), init))),
  );

describe('Route().fetch()', () => {
  test('reads a body that comes in chunks, whole', () =>
    withFetch(watcher(), async (fetch) => {
      const headers = { 'Content-Type': 'application/json' };
      for (const method of ['POST', 'DELETE']) {
        const response = await fetch('/echo', { method, headers, body: '{"a":1}' });
        expect(await response.json()).toEqual({ all: { a: 1 }, complete: true, coding: 'chunked' });
      }
      const sized = await fetch('/echo', {
        method: 'POST',
        headers: { ...headers, 'Content-Length': '7' },
        body: '{"a":1}',
      });
      expect(await sized.json()).toEqual({ all: { a: 1 }, complete: true });
    }));

  test('answers a body nobody reads, and one that is too large', () =>
    withFetch(watcher(), async (fetch) => {
      expect((await fetch('/unread', { method: 'POST', body: 'x'.repeat(3 << 20) })).status).toBe(204);
      const headers = { 'Content-Type': 'application/json' };
      expect((await fetch('/echo', { method: 'POST', headers, body: 'x'.repeat(3 << 20) })).status).toBe(413);
    }));

  test('ends an exchange as a socket does: closed, finished, and nobody left', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      expect(await (await fetch('/quick')).text()).toBe('done');
      expect(await seen.end).toBe('closed, finished: true');
    });
  });

  test('is waited for when the application closes: whoever listens for its end has heard of it', async () => {
    const ended: string[] = [];
    let goOn: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (goOn = resolve));
    const route = (router: RootRouter): void =>
      void router.get('/', (ctx) => {
        ctx
          .response()
          .writer()
          .once('close', () => ended.push('ended'));
        return ctx.response().stream(200, async function* () {
          yield 'a';
          await told;
          yield 'b';
        });
      });
    await withApp(route, async (_client, app) => {
      await app.facades.Route().fetch(new Request('http://localhost/'));
      const closing = app.close();
      goOn();
      await closing;
      expect(ended).toEqual(['ended']);
    });
  });

  test('holds a close up no longer than half a second when nobody reads it', async () => {
    const seen = watcher();
    await withApp(routes(seen), async (_client, app) => {
      const reply = await app.facades.Route().fetch(new Request('http://localhost/stream'));
      expect(await app.close()).toEqual([]);
      expect(reply.bodyUsed).toBe(false);
      // What nobody reads is held back meanwhile.
      expect(seen.pieces.length).toBeLessThan(40);
    });
  });

  test('gives a null body where HTTP has none', () =>
    withFetch(watcher(), async (fetch) => {
      const cookies = await fetch('/cookies');
      expect([cookies.status, cookies.body]).toEqual([204, null]);
      expect(cookies.headers.getSetCookie()).toHaveLength(2);
      const head = await fetch('/quick', { method: 'HEAD' });
      expect([head.body, head.headers.get('content-length')]).toEqual([null, '4']);
    }));

  test('knows an encrypted address', () =>
    withApp(routes(watcher()), async (_client, app) => {
      const response = await app.facades.Route().fetch(new Request('https://example.com/scheme?a=1'));
      expect(await response.text()).toBe('https://example.com/scheme?a=1');
    }));

  test('tells the handler when the signal is aborted before the reply', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      const controller = new AbortController();
      const reply = fetch('/slow', { signal: controller.signal });
      await seen.begun;
      controller.abort();
      await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
      expect(await seen.end).toBe('E_CLIENT_LEFT');
    });
  });

  test('streams with back-pressure, and stops when the body is cancelled', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      const { body } = await fetch('/stream');
      const reader = body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      // Far below what an unread reply would take in if nobody held it back.
      expect(seen.pieces.length).toBeLessThan(40);
      await reader?.cancel();
      expect(await seen.end).toBe('E_CLIENT_LEFT');
    });
  });

  test('breaks a stream off when the signal is aborted in the midst of it', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      const controller = new AbortController();
      const reply = await fetch('/stream', { signal: controller.signal });
      controller.abort();
      await expect(reply.text()).rejects.toMatchObject({ name: 'AbortError' });
      expect(await seen.end).toBe('E_CLIENT_LEFT');
    });
  });
});

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

const routesOfServerless = (route: RootRouter): void => {
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
  app = await bootRoutes(routesOfServerless, {
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
