import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import {
  channels,
  definePlugin,
  type TraceChannel,
  type TraceEvent,
  trace,
  traceChannel,
  tracedWork,
} from '@taproot/core/plugin';
import { devtools } from '@taproot/devtools';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { ask, learn } from '../devtools/asking.ts';
import { Receiver } from '../otel/support/receiver.ts';
import { register } from '../otel/support/telemetry.ts';

interface MailEvent extends TraceEvent {
  readonly to: string;
  sent: boolean | null;
}

const mails: TraceChannel<MailEvent> = traceChannel<MailEvent>('tests:mail');

const send = async (to: string): Promise<void> => {
  const event: MailEvent = { to, sent: null };
  await trace(
    mails,
    event,
    () => (to === 'nobody' ? Promise.reject(new Error('no such address')) : Promise.resolve(true)),
    (sent) => (event.sent = sent),
  );
};

const mail = () =>
  definePlugin({
    name: 'mail',
    package: new URL('../../package.json', import.meta.url),
    traces: [
      tracedWork({
        kind: 'mail',
        channel: mails,
        name: ({ to }) => `${to} at smtp://ada:hunter2@relay`,
        facts: ({ to }) => ({ to, password: 'hunter2' }),
        passed: ({ sent }) => sent,
      }),
    ],
    apply: (app) => app.hooks.report.tap('mail', () => undefined),
  });

const receiver = new Receiver();
let telemetry: ReturnType<typeof register>;
let apps: readonly Application[];

const create = () =>
  setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'development' } })
    .withPlugins([routing(), otel(), devtools(), mail()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/mail/{to}', async (ctx) => {
        await send(ctx.request().route('to'));
        return ctx.response().noContent();
      });
    })
    .create();

beforeAll(async () => {
  telemetry = register(await receiver.open());
  apps = await Promise.all([create(), create()]);
  for (const app of apps) await app.open();
});

afterAll(async () => {
  for (const app of apps) await app.close();
  await telemetry.end();
  receiver.close();
});

describe('a channel that a plugin declares', () => {
  test('is a step on the pages of devtools', async () => {
    const [app] = apps;
    if (app === undefined) throw new Error('There is no application.');
    const { id, steps } = await learn(app, '/mail/ada');
    expect(steps).toContainEqual(
      expect.objectContaining({
        kind: 'mail',
        plugin: 'mail',
        name: 'ada at smtp://ada:********@relay',
        outcome: true,
      }),
    );
    const { text } = await ask(app, `/_taproot/requests/${id}`);
    expect(text).toContain('<span class="kind k-mail">mail</span>');
    expect(text).not.toContain('hunter2');
    const failed = await learn(app, '/mail/nobody');
    expect(failed.steps).toContainEqual(expect.objectContaining({ kind: 'mail', error: 'Error: no such address' }));
  });

  test('is one span, however many applications of the process have it', async () => {
    const [, app] = apps;
    if (app === undefined) throw new Error('There is no application.');
    receiver.spans.length = 0;
    await ask(app, '/mail/grace');
    await telemetry.flush();
    const spans = receiver.spans.filter(({ name }) => name.startsWith('mail grace'));
    expect(spans).toMatchObject([
      {
        name: 'mail grace at smtp://ada:********@relay',
        attributes: { 'mail.to': 'grace', 'mail.password': '********', 'mail.passed': true },
      },
    ]);
    const request = receiver.spans.find(({ name }) => name.startsWith('GET /mail'));
    expect(receiver.spans.map(({ traceId }) => traceId)).toContain(request?.traceId);
  });

  test('ends with the last application', async () => {
    const [first, second] = [await create(), await create()];
    await first.close();
    expect(mails.hasSubscribers).toBe(true);
    await second.close();
    expect(channels.request.hasSubscribers).toBe(true);
  });
});

test.each([
  ['a kind with spaces', [tracedWork({ kind: 'Send mail', channel: mails, name: () => '' })]],
  ['a channel', [mails]],
  ['no list', tracedWork({ kind: 'mail', channel: mails, name: () => '' })],
])('%s is refused', (_what, traces) => {
  expect(() => definePlugin({ name: 'mail', traces: traces as never })).toThrow(/"traces" of "mail" is /);
});
