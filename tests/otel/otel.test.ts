import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type Application, type Config, HttpError, setup } from '@taproot/core';
import { channels, definePlugin, Stage } from '@taproot/core/plugin';
import { database, sql } from '@taproot/database';
import { lang } from '@taproot/lang';
import { otel, resourceAttributes } from '@taproot/otel';
import { type RootRouter, routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { Receiver } from './support/receiver.ts';
import { register } from './support/telemetry.ts';

/** Makes transactions of spans by the interface that the SDKs of vendors implement: roots of the process, named at their end. */
class Transactions implements SpanProcessor {
  readonly sent: { readonly name: string; readonly route: unknown; readonly kind: SpanKind; readonly spans: number }[] =
    [];
  readonly #spans = new Map<string, number>();
  #wake: () => void = () => undefined;

  onStart(): void {
    // Named at the end: the route is not known yet.
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const spans = (this.#spans.get(traceId) ?? 0) + 1;
    this.#spans.set(traceId, spans);
    if (span.parentSpanContext !== undefined && span.parentSpanContext.isRemote !== true) return;
    this.sent.push({ name: span.name, route: span.attributes['http.route'], kind: span.kind, spans });
    this.#wake();
  }

  /** Resolves once there are so many. */
  async reach(count: number): Promise<void> {
    while (this.sent.length < count) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async forceFlush(): Promise<void> {}
  async shutdown(): Promise<void> {}
}

afterEach(() => {
  for (const api of [trace, context]) api.disable();
});

test('a transaction of Sentry or Datadog has the name of its route, and all spans of its request', async () => {
  const transactions = new Transactions();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [transactions] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), otel()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/posts/{id}', async () => {
        await Promise.resolve();
        return {};
      });
    })
    .create();
  await app.open();
  for (const path of ['/posts/1', '/posts/2', '/nowhere'])
    await (await fetch(`${app.facades.Http().address?.url}${path}`, { headers: { connection: 'close' } })).text();
  await transactions.reach(3);
  const post = { name: 'GET /posts/{id}', route: '/posts/{id}', kind: SpanKind.SERVER, spans: 2 };
  expect(transactions.sent).toEqual([post, post, { ...post, name: 'GET', route: undefined }]);
  await app.close();
});

describe('otel', () => {
  const secret = 'sw0rdfish';
  let receiverOfOtel: Receiver;
  let collector: string;
  let telemetryOfOtel: ReturnType<typeof register>;
  let app: Application | null;

  type Routes = (route: RootRouter, app: Application) => void;

  const boot = async (routes: Routes, config: Config = {}): Promise<string> => {
    const testing = definePlugin({
      name: 'test',
      after: ['routing', 'throttle'],
      apply(owner) {
        owner.hooks.report.tap('test', () => undefined);
        owner.hooks.boot.tap({ name: 'test', stage: Stage.routing }, () => routes(owner.facades.Route(), owner));
      },
    });
    const booted = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), throttle(), lang(), validation(), database(), otel(), testing])
      .withConfig({ http: { port: 0 }, database: { connections: { sqlite: { path: ':memory:' } } }, ...config })
      .create();
    app = booted;
    await booted.open();
    return booted.facades.Http().address?.url ?? '';
  };

  beforeEach(async () => {
    app = null;
    receiverOfOtel = new Receiver();
    collector = await receiverOfOtel.open();
    telemetryOfOtel = register(collector);
  });

  afterEach(async () => {
    await app?.close();
    await telemetryOfOtel.end();
    receiverOfOtel.close();
  });

  const get = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(url, { headers: { connection: 'close', ...headers } });
    await response.text();
    return response.status;
  };

  const span = (name: string) => receiverOfOtel.spans.find((one) => one.name === name);

  test('a request is a span named by its route, below the span of its caller, with its parts below it', async () => {
    const url = await boot((route, { facades, middleware }) => {
      facades.RateLimiter().for('api', () => limit.perMinute(100));
      route.middleware(middleware.throttle('api')).get('/posts/{id}', async (ctx) => {
        await ctx.request().validate({ page: 'integer' });
        await sql`select ${secret} as word`.execute(facades.DB());
        return { id: ctx.request().route('id') };
      });
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect(await get(`${url}/posts/7?token=${secret}`, { traceparent, authorization: `Bearer ${secret}` })).toBe(200);
    await telemetryOfOtel.flush();

    const server = span('GET /posts/{id}');
    expect(server).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/posts/{id}',
        'http.response.status_code': 200,
        'url.path': '/posts/7',
        'url.scheme': 'http',
        'client.address': '127.0.0.1',
      },
    });
    const middleware = span('middleware throttle:api');
    const handler = receiverOfOtel.spans.find(({ name }) => name.startsWith('handler '));
    expect(middleware?.parentSpanId).toBe(server?.spanId);
    expect(span('throttle api')).toMatchObject({
      parentSpanId: middleware?.spanId,
      attributes: { 'taproot.allowed': true },
    });
    expect(handler?.parentSpanId).toBe(middleware?.spanId);
    expect(span('validation')).toMatchObject({
      parentSpanId: handler?.spanId,
      attributes: { 'taproot.validation.fields': ['page'], 'taproot.validation.passed': true },
    });
    expect(span('SELECT')).toMatchObject({
      parentSpanId: handler?.spanId,
      kind: 3,
      attributes: { 'db.system.name': 'sqlite', 'db.query.text': 'select ? as word' },
    });
    expect(new Set(receiverOfOtel.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(receiverOfOtel.text).not.toContain(secret);
  });

  test('what is traced inside a handler is below its span, and outgoing requests carry the context', async () => {
    const seen: Record<string, string> = {};
    const url = await boot((route) => {
      route.get('/', async () => {
        await Promise.resolve();
        trace.getTracer('application').startSpan('own').end();
        propagation.inject(context.active(), seen);
        return {};
      });
    });
    await get(url);
    await telemetryOfOtel.flush();
    const handler = receiverOfOtel.spans.find(({ name }) => name.startsWith('handler '));
    expect(span('own')?.parentSpanId).toBe(handler?.spanId);
    expect(seen['traceparent']).toBe(`00-${handler?.traceId}-${handler?.spanId}-01`);
  });

  test('OT-1: a span has no empty address when the client left before anybody asked for it', async () => {
    const handler = new EventEmitter();
    const running = once(handler, 'runs');
    const url = await boot((route) => {
      route.get('/slow', async (ctx) => {
        const left = once(ctx.request().signal(), 'abort');
        handler.emit('runs');
        await left;
        return {};
      });
    });
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: a.test\r\n\r\n');
    await running;
    socket.destroy();
    // It waits for the handler.
    await app?.close();
    await telemetryOfOtel.flush();
    const { attributes } = span('GET /slow') ?? { attributes: {} };
    expect(attributes).toMatchObject({ 'url.path': '/slow', 'error.type': 'aborted' });
    expect([undefined, '127.0.0.1']).toContain(Reflect.get(attributes, 'client.address'));
  });

  test('spans of requests at the same time are not mixed up', async () => {
    const url = await boot((route) => {
      route.get('/{name}', async (ctx) => {
        await new Promise((resolve) => setImmediate(resolve));
        trace
          .getTracer('application')
          .startSpan(`own ${ctx.request().route('name')}`)
          .end();
        return {};
      });
    });
    await Promise.all(Array.from({ length: 20 }, (_, at) => get(`${url}/r${at}`)));
    await telemetryOfOtel.flush();
    const servers = receiverOfOtel.spans.filter(({ name }) => name === 'GET /{name}');
    expect(servers).toHaveLength(20);
    for (const server of servers) {
      const inside = receiverOfOtel.spans.filter(
        ({ traceId, name }) => traceId === server.traceId && name.startsWith('own '),
      );
      expect(inside.map(({ name }) => `/${name.slice('own '.length)}`)).toEqual([server.attributes['url.path']]);
    }
  });

  test('errors have their type and no message; what is unknown has no route, and a made-up method no name of its own', async () => {
    const url = await boot((route) => {
      route.get('/fails', () => Promise.reject(new TypeError(`no ${secret}`)));
      route.get('/refuses', () => Promise.reject(new HttpError(403, 'No.')));
    });
    expect([await get(`${url}/fails`), await get(`${url}/refuses`), await get(`${url}/nowhere`)]).toEqual([
      500, 403, 404,
    ]);
    await telemetryOfOtel.flush();
    expect(span('GET /fails')).toMatchObject({
      status: { code: 2 },
      attributes: { 'http.response.status_code': 500, 'error.type': 'TypeError' },
    });
    expect(span('GET /refuses')?.status.code).toBe(0);
    expect(span('GET')?.attributes).toMatchObject({ 'http.response.status_code': 404, 'url.path': '/nowhere' });
    expect(span('GET')?.attributes).not.toHaveProperty('http.route');
    expect(receiverOfOtel.text).not.toContain(secret);
  });

  test('OP-20 a process has attributes of its own, with the version of the application', async () => {
    await boot(() => undefined);
    const attributes = app === null ? {} : resourceAttributes(app);
    expect(attributes).toEqual({
      'service.name': 'Taproot',
      'service.instance.id': expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
      'host.name': hostname(),
      'process.pid': process.pid,
    });
    const root = join(import.meta.dirname, '..', '..', 'plugins', 'otel');
    const versioned = await setup(null, { basePath: root, env: { APP_NAME: 'Shop' } }).create();
    expect(resourceAttributes(versioned)).toEqual({
      ...attributes,
      'service.name': 'Shop',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    await versioned.close();
  });

  test('requests are measured by route and status, probes too; they have no span', async () => {
    const url = await boot((route) => {
      route.get('/posts/{id}', () => ({}));
      route.get('/health/live', () => ({}));
    });
    for (const path of ['/posts/1', '/posts/2', '/health/live']) await get(url + path);
    await telemetryOfOtel.flush();
    const duration = receiverOfOtel.metrics.find(({ name }) => name === 'http.server.request.duration');
    expect(duration?.unit).toBe('s');
    expect(duration?.points.map(({ attributes, count }) => [attributes['http.route'], count])).toEqual([
      ['/posts/{id}', 2],
      ['/health/live', 1],
    ]);
    expect(duration?.points[0]?.attributes).toEqual({
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'http.route': '/posts/{id}',
      'http.response.status_code': 200,
    });
    const active = receiverOfOtel.metrics.find(({ name }) => name === 'http.server.active_requests');
    expect(active?.points).toEqual([expect.objectContaining({ asDouble: 0 })]);
    expect(span('GET /health/live')).toBeUndefined();
  });

  test('a provider that is registered after the application serves is used from then on', async () => {
    await telemetryOfOtel.end();
    const url = await boot((route) => void route.get('/{when}', () => ({})));
    await get(`${url}/before`);
    telemetryOfOtel = register(collector);
    await get(`${url}/after`);
    await telemetryOfOtel.flush();
    const served = receiverOfOtel.spans.filter(({ name }) => name === 'GET /{when}');
    expect(served.map(({ attributes }) => attributes['url.path'])).toEqual(['/after']);
    expect(receiverOfOtel.metrics.map(({ name }) => name)).toContain('http.server.request.duration');
  });

  test.each<[string, (receiverOfOtel: Receiver) => void]>([
    ['is down', (one) => one.close()],
    ['answers 500', (one) => (one.answer = (_req, res) => void res.writeHead(500).end())],
    ['never answers', (one) => (one.answer = () => undefined)],
  ])('while the collector %s, requests are answered', async (_how, break_) => {
    const url = await boot((route) => void route.get('/', () => ({})));
    break_(receiverOfOtel);
    const statuses = await Promise.all(Array.from({ length: 50 }, () => get(url)));
    void telemetryOfOtel.flush().catch(() => undefined);
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => get(url)))));
    expect(statuses).toEqual(Array.from({ length: 100 }, () => 200));
  });

  test('an unknown kind of span stops the boot, with the nearest name', async () => {
    const spans = ['querry'] as unknown as ['query'];
    await expect(boot(() => undefined, { otel: { spans } })).rejects.toMatchObject({
      code: 'E_OTEL_SPAN',
      message: expect.stringContaining('"query"'),
    });
  });

  test('closing the last application ends the subscriptions', async () => {
    await boot(() => undefined);
    expect(channels.request.hasSubscribers).toBe(true);
    await app?.close();
    expect(channels.request.hasSubscribers).toBe(false);
  });
});
