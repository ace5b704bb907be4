import { afterEach, expect, test } from '@jest/globals';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { setup } from '@taproot/core';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';

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
