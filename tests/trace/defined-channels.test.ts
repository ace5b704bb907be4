import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { channels, defineChannel, definePlugin, type Origin, originOf } from '@taproot/core/plugin';
import { devtools } from '@taproot/devtools';
import { log } from '@taproot/log';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { ask, learn, type Seen } from '../devtools/asking.ts';
import { type ReceivedSpan, Receiver } from '../otel/support/receiver.ts';
import { register } from '../otel/support/telemetry.ts';

interface Job {
  readonly job: string;
  readonly id: number;
  sent?: boolean;
}

const jobs = defineChannel('job', {
  name: ({ job }: Job) => job,
  facts: ({ id }) => ({ id, password: 'hunter2' }),
  attributes: ({ id }) => ({ 'messaging.message.id': String(id) }),
  span: 'consumer',
  passed: ({ sent }) => sent ?? null,
});

const consumer = 5;
// Devtools keep work of later in the folder of the application.
const folder = mkdtempSync(join(tmpdir(), 'taproot-channels-'));
const receiver = new Receiver();
const lines: Record<string, unknown>[] = [];
let telemetry: ReturnType<typeof register>;
let app: Application;
let stored: Origin | null = null;

const perform = (id: number, origin?: Origin): Promise<string> =>
  jobs.run(
    app,
    { job: 'invoice.send', id },
    async (facts) => {
      await Promise.resolve();
      app.facades.Log().channel('inside').info('at work');
      if (id < 0) throw new Error('no such invoice');
      facts.sent = id > 0;
      return originOf(app).requestId;
    },
    origin,
  );

const spans = async (name: string): Promise<ReceivedSpan[]> => {
  await telemetry.flush();
  return receiver.spans.filter((span) => span.name === name);
};

const entries = async (): Promise<Seen[]> => JSON.parse((await ask(app, '/_taproot/requests.json')).text) as Seen[];

beforeAll(async () => {
  telemetry = register(await receiver.open());
  const queue = definePlugin({
    name: 'queue',
    package: new URL('../../package.json', import.meta.url),
    traces: [jobs],
  });
  app = await setup(null, { basePath: folder, env: { APP_ENV: 'development' } })
    .withPlugins([
      routing(),
      log({ enabled: true, format: 'json', level: 'info', write: (line) => void lines.push(JSON.parse(line)) }),
      otel(),
      devtools(),
      queue,
    ])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/now/{id}', async (ctx) => ({ requestId: await perform(ctx.request().routeInt('id')) }));
      route.get('/later', (ctx) => {
        stored = originOf(app);
        return { same: originOf(app, ctx).requestId === stored.requestId };
      });
    })
    .create();
  await app.open();
});

afterAll(async () => {
  await app.close();
  await telemetry.end();
  receiver.close();
  rmSync(folder, { recursive: true });
  expect([jobs.channel.hasSubscribers, channels.request.hasSubscribers]).toEqual([false, false]);
});

beforeEach(() => {
  receiver.spans.length = 0;
  lines.length = 0;
});

const jobLines = () => lines.filter(({ channel }) => channel === 'job');

describe('work on a channel of defineChannel()', () => {
  test('in a request is a step, a span below it, and a line with its id', async () => {
    const { steps, request_id } = await learn(app, '/now/7');
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'job', plugin: 'queue', name: 'invoice.send', outcome: true }),
    );
    const [span] = await spans('job invoice.send');
    const [request] = await spans('GET /now/{id}');
    expect(span).toMatchObject({
      kind: consumer,
      traceId: request?.traceId,
      attributes: { 'job.id': 7, 'job.password': '********', 'job.passed': true, 'messaging.message.id': '7' },
    });
    expect(jobLines()).toEqual([
      expect.objectContaining({
        level: 'info',
        message: 'job invoice.send',
        id: 7,
        password: '********',
        passed: true,
        ms: expect.any(Number),
        requestId: request_id,
      }),
    ]);
  });

  test('that was stored continues the request and the trace that it comes from', async () => {
    await learn(app, '/later');
    const origin = JSON.parse(JSON.stringify(stored)) as Origin;
    expect(origin.requestId).not.toBe('');
    expect(await perform(8, origin)).toBe(origin.requestId);
    const [request] = await spans('GET /later');
    const handler = receiver.spans.find(({ name }) => name.startsWith('handler'));
    const [span] = await spans('job invoice.send');
    expect(span).toMatchObject({ traceId: request?.traceId, parentSpanId: handler?.spanId });
    expect(jobLines()).toMatchObject([{ requestId: origin.requestId, traceId: request?.traceId }]);
    const entry = (await entries()).find(({ method }) => method === 'job');
    expect(entry).toMatchObject({ target: 'invoice.send', request_id: origin.requestId });
    const { text } = await ask(app, `/_taproot/requests/${entry?.id}`);
    expect(text).toContain('<b class="status s2">done</b>');
    expect(text).not.toMatch(/hunter2|Send it again/);
  });

  test('of its own begins a trace and an entry; a failure is told by all three', async () => {
    await expect(perform(-1)).rejects.toThrow('no such invoice');
    const [span] = await spans('job invoice.send');
    expect(span).toMatchObject({ status: { code: 2 } });
    expect(span?.parentSpanId).toBeUndefined();
    expect(jobLines()).toMatchObject([{ level: 'error', message: 'job invoice.send failed', id: -1 }]);
    expect(jobLines()[0]).not.toHaveProperty('requestId');
    const entry = (await entries()).find(({ method }) => method === 'job');
    const { text } = await ask(app, `/_taproot/requests/${entry?.id}`);
    expect(text).toContain('<b class="status s5">failed</b>');
    expect(text).toContain('no such invoice');
  });

  test('that did not pass is a warning', async () => {
    await perform(0);
    expect(jobLines()).toMatchObject([{ level: 'warn', passed: false }]);
  });

  test('gives the lines of facades.Log() inside of it the request and the trace that it comes from', async () => {
    const inside = () => lines.filter(({ channel }) => channel === 'inside');
    const { requestId } = (await (await fetch(`${app.facades.Http().address?.url}/now/3`)).json()) as {
      requestId: string;
    };
    expect(inside()).toEqual([expect.objectContaining({ requestId, message: 'at work' })]);
    lines.length = 0;
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await perform(4, { requestId: 'r-stored', trace: { traceparent } });
    expect(inside()).toEqual([
      expect.objectContaining({ requestId: 'r-stored', traceId: '0af7651916cd43dd8448eb211c80319c' }),
    ]);
    lines.length = 0;
    await perform(5);
    expect(inside()).toHaveLength(1);
    expect(inside()[0]).not.toHaveProperty('requestId');
  });
});

test.each(['', 'Job', 'send mail', 'query'])('%j is no kind of a channel', (kind) => {
  expect(() => defineChannel(kind, { name: () => '' })).toThrow(expect.objectContaining({ code: 'E_CHANNEL_KIND' }));
});
