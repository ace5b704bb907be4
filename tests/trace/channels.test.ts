import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import type { RequestEvent, TraceChannels } from '@taproot/core/internal';
import {
  channels,
  definePlugin,
  type TraceChannel,
  type TraceEvent,
  trace,
  traceChannel,
  tracedWork,
} from '@taproot/core/plugin';
import { database } from '@taproot/database';
import { devtools } from '@taproot/devtools';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { limit, throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { guardChannel } from '../../core/src/trace/guard-channel.ts';
import { ask, learn } from '../devtools/asking.ts';
import { Receiver } from '../otel/support/receiver.ts';
import { register } from '../otel/support/telemetry.ts';

describe('channels', () => {
  const names = Object.keys(channels) as (keyof TraceChannels)[];

  /** Reports of handlers that fail are not shown. */
  const silent = definePlugin({
    name: 'silent',
    apply: (on: Application) => on.hooks.report.tap('silent', () => undefined),
  });

  let app: Application;
  let heard: string[];
  let stops: (() => void)[];

  /** Writes down what the events of a channel say of themselves. */
  const listen = (...wanted: readonly (keyof TraceChannels)[]): void => {
    for (const name of wanted) {
      const one = channels[name] as (typeof channels)['handler'];
      const said = (step: string) => (event: object) => {
        const { signature, hook, plugin, sql, passed, allowed, ability, limiter, command, exitCode, status } =
          event as Record<string, unknown>;
        const facts = { signature, hook, plugin, sql, passed, allowed, ability, limiter, command, exitCode, status };
        const shown = Object.values(facts)
          .filter((fact) => fact !== undefined && fact !== null)
          .map(String);
        heard.push([`${name}:${step}`, ...shown].join(' '));
      };
      const subscriber = { start: said('start'), end: said('end'), asyncEnd: said('asyncEnd'), error: said('error') };
      one.subscribe(subscriber);
      stops.push(() => one.unsubscribe(subscriber));
    }
  };

  const hearing = (name: string, listener: (event: unknown) => void): void => {
    subscribe(name, listener);
    stops.push(() => unsubscribe(name, listener));
  };

  beforeEach(async () => {
    heard = [];
    stops = [];
    app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
      .withPlugins([silent, consoleKernel(), routing(), throttle(), validation(), database(), auth()])
      .withConfig({
        http: { port: 0 },
        database: { default: 'main', connections: { main: { driver: 'sqlite', path: ':memory:' } } },
      })
      .withCallback(({ facades }) => {
        facades.RateLimiter().for('two', () => limit.perMinute(2));
        facades.Gate().define('test:write', () => true, { guests: true });
      })
      .withRouting((route) => {
        route.get('/posts/{id}', (ctx) => ctx.response().string(200, 'post'));
        route.get('/later', async (ctx) => {
          await Promise.resolve();
          return ctx.response().string(200, 'later');
        });
        route.get('/fails', () => Promise.reject(new Error('no posts')));
        route.get('/throws', () => {
          throw new Error('no posts');
        });
        route.post('/posts', async (ctx) => {
          const checked = await app.facades.Validation().make(ctx, { title: '' }, { title: 'required' });
          return ctx.response().string(200, String(checked.passes()));
        });
        route.get('/gate', async (ctx) =>
          ctx.response().string(200, String(await app.facades.Gate(ctx).allows('test:write'))),
        );
        route.middleware(throttled()).get('/limited', (ctx) => ctx.response().string(200, 'ok'));
      })
      .create();
  });

  const throttled = () => ({
    signature: () => 'throttle:two',
    handle: (...args: Parameters<ReturnType<Application['middleware']['throttle']>['handle']>) =>
      app.middleware.throttle('two').handle(...args),
  });

  afterEach(async () => {
    for (const stop of stops) stop();
    expect(names.filter((name) => channels[name].hasSubscribers)).toEqual([]);
    await app.close();
  });

  describe('channels of a request', () => {
    test('the request ends last, with its route, status and bytes', async () => {
      const events: RequestEvent[] = [];
      listen('request', 'handler');
      hearing('tracing:taproot:request:asyncEnd', (event) => events.push(event as RequestEvent));
      await http(app).get('/posts/7?token=1');
      expect(heard).toEqual([
        'request:start 0',
        'handler:start',
        'handler:end',
        'request:end 0',
        'request:asyncEnd 200',
      ]);
      const [event] = events;
      expect([event?.route?.path, event?.ctx?.request().path(), event?.aborted]).toEqual([
        '/posts/{id}',
        '/posts/7',
        false,
      ]);
      expect(event?.bytes).toBeGreaterThan(4);
    });

    test('a handler that answers later ends later', async () => {
      listen('handler');
      await http(app).get('/later');
      expect(heard).toEqual(['handler:start', 'handler:end', 'handler:asyncEnd']);
    });

    test.each([
      ['/posts/7', undefined],
      ['/later', true],
    ])('at the end of the synchronous part, the event of %s says whether more comes: %s', async (path, pending) => {
      const ends: unknown[] = [];
      const subscriber = { end: (event: { readonly pending?: boolean }) => void ends.push(event.pending) };
      channels.handler.subscribe(subscriber);
      await http(app).get(path);
      channels.handler.unsubscribe(subscriber);
      expect(ends).toEqual([pending]);
    });

    test.each(['/fails', '/throws'])('the error of %s is told by handler and request', async (path) => {
      listen('request', 'handler');
      await http(app).get(path).assertStatus(500);
      expect(heard.filter((one) => one.includes(':error'))).toEqual(['handler:error', 'request:error 500']);
    });

    test('an unknown path has no route, and is no error', async () => {
      const events: RequestEvent[] = [];
      listen('request');
      hearing('tracing:taproot:request:asyncEnd', (event) => events.push(event as RequestEvent));
      await http(app).get('/nowhere').assertStatus(404);
      expect(heard).toEqual(['request:start 0', 'request:end 0', 'request:asyncEnd 404']);
      const error: unknown = expect.objectContaining({ code: 'E_ROUTE_NOT_FOUND' });
      expect([events[0]?.route, events[0]?.error]).toEqual([null, error]);
    });

    test('a limiter decides inside its middleware', async () => {
      listen('middleware', 'throttle', 'handler');
      for (const _ of [1, 2, 3]) await http(app).get('/limited');
      expect(heard.slice(0, 8)).toEqual([
        'middleware:start throttle:two',
        'throttle:start two',
        'throttle:end true two',
        'handler:start',
        'handler:end',
        'middleware:end throttle:two',
        'middleware:asyncEnd throttle:two',
        expect.stringContaining('middleware:start'),
      ]);
      expect(heard).toContain('throttle:end false two');
    });

    test('validations and gates tell their verdict', async () => {
      listen('validation', 'gate');
      await http(app).post('/posts');
      await http(app).get('/gate');
      expect(heard).toEqual([
        'validation:start',
        'validation:end false',
        'gate:start test:write',
        'gate:end test:write',
        'gate:asyncEnd true test:write',
      ]);
    });

    test('a store that is bound to start is there in the handler, and in what it calls', async () => {
      const store = new AsyncLocalStorage<unknown>();
      const seen: unknown[] = [];
      channels.request.start.bindStore(store, () => 'span');
      stops.push(() => channels.request.start.unbindStore(store));
      hearing('tracing:taproot:gate:start', () => seen.push(store.getStore()));
      await http(app).get('/gate');
      expect(seen).toEqual(['span']);
    });
  });

  test('a query tells its statement without values', async () => {
    listen('query');
    const { sql } = await import('kysely');
    await sql`select ${'s3cret'} as value`.execute(app.facades.DB());
    await expect(sql`select nothing`.execute(app.facades.DB())).rejects.toThrow();
    expect(heard).toEqual([
      'query:start select ? as value',
      'query:end select ? as value',
      'query:asyncEnd select ? as value',
      'query:start select nothing',
      'query:end select nothing',
      'query:error select nothing',
      'query:asyncEnd select nothing',
    ]);
  });

  test('a command tells its name and exit code, and no arguments', async () => {
    listen('command');
    await app.facades.Console().call('route:list', ['--json']);
    expect(heard).toEqual(['command:start route:list', 'command:end route:list', 'command:asyncEnd route:list 0']);
  });

  test('taps of hooks are published with plugin and hook, those of the boot too', async () => {
    listen('hook');
    const other = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([
        {
          name: 'mail',
          apply(on) {
            on.hooks.boot.tapPromise('mail', async () => undefined);
            on.hooks.ready.tapAsync('mail', (_, done) => done());
          },
        },
      ])
      .create();
    await other.close();
    expect(heard).toEqual([
      'hook:start app.boot mail',
      'hook:end app.boot mail',
      'hook:asyncEnd app.boot mail',
      'hook:start app.ready mail',
      expect.stringMatching(/^hook:(?:end|asyncEnd) app.ready mail$/),
      expect.stringMatching(/^hook:(?:end|asyncEnd) app.ready mail$/),
    ]);
  });

  describe('a subscriber that fails', () => {
    // Channels belong to the process, and so do their warnings.
    test('becomes one warning of the process, which lives on', async () => {
      const code = `
      import { AsyncLocalStorage } from 'node:async_hooks';
      import { subscribe } from 'node:diagnostics_channel';
      import { channels, trace } from '@taproot/core/plugin';
      const fail = (message) => () => { throw new Error(message); };
      process.on('warning', ({ code, message }) => console.log(code, message));
      subscribe('tracing:taproot:gate:start', fail('tool is down'));
      subscribe('tracing:taproot:gate:end', async () => fail('tool is away')());
      channels.gate.start.bindStore(new AsyncLocalStorage(), fail('store is down'));
      for (const _ of [1, 2]) console.log(trace(channels.gate, { ctx: null, ability: 'a', allowed: null }, () => 'done'));
    `;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
        cwd: join(import.meta.dirname, '../../app-skeleton'),
      });
      const warning = (step: string, reason: string) =>
        `TAPROOT_SUBSCRIBER A subscriber of the channel tracing:taproot:gate:${step} failed: ${reason}`;
      expect(stdout.trim().split('\n').toSorted()).toEqual(
        [
          warning('end', 'tool is away'),
          warning('start', 'store is down'),
          warning('start', 'tool is down'),
          'done',
          'done',
        ].toSorted(),
      );
    });
  });

  test('a subscription ends with the function it began with', () => {
    const one = channel('tracing:taproot:gate:start');
    const listener = (): void => undefined;
    one.subscribe(listener);
    expect(channels.gate.hasSubscribers).toBe(true);
    one.unsubscribe(listener);
    expect(channels.gate.hasSubscribers).toBe(false);
  });

  test('trace() returns the very promise of the work, and its error', async () => {
    listen('gate');
    const event = () => ({ ctx: null, ability: 'a', allowed: null });
    const promise = Promise.resolve(1);
    expect(trace(channels.gate, event(), () => promise)).toBe(promise);
    await expect(trace(channels.gate, event(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('subscribers', () => {
  // A channel of this file alone: those of Taproot belong to the process, and were guarded by the first copy of core in it.
  const start = channel('taproot-tests:subscribers');
  guardChannel(start);
  const event = { ability: 'a' };
  const check = (): string => start.runStores(event, () => 'done');
  const fail = (error: unknown) => (): never => {
    throw error;
  };

  /** What the process is warned of; Node would print it. */
  let warnings: unknown[][];

  beforeEach(() => {
    warnings = [];
    jest.spyOn(process, 'emitWarning').mockImplementation((...warning: unknown[]) => void warnings.push(warning));
  });

  afterEach(() => {
    jest.restoreAllMocks();
    expect([start.hasSubscribers, channels.gate.hasSubscribers]).toEqual([false, false]);
  });

  describe('a subscriber that fails', () => {
    test.each([
      ['an error', new Error('tool is down'), 'tool is down', { detail: expect.stringContaining('tool is down\n') }],
      ['a text', 'tool is down', 'string', {}],
      ['nothing', undefined, 'undefined', {}],
    ])('with %s is one warning, and the work goes on', (_what, error, reason, more) => {
      const listener = fail(error);
      start.subscribe(listener);
      expect([check(), check()]).toEqual(['done', 'done']);
      start.unsubscribe(listener);
      expect(warnings).toEqual([
        [
          `A subscriber of the channel taproot-tests:subscribers failed: ${reason}`,
          { code: 'TAPROOT_SUBSCRIBER', ...more },
        ],
      ]);
    });

    test('after it has returned is one as well', async () => {
      const listener = async (): Promise<void> => {
        await Promise.resolve();
        throw new Error('tool is away');
      };
      start.subscribe(listener);
      check();
      start.unsubscribe(listener);
      await new Promise(setImmediate);
      expect(warnings).toEqual([[expect.stringContaining('tool is away'), expect.anything()]]);
    });

    test('to make a store leaves the one there is, and is a warning', () => {
      const store = new AsyncLocalStorage<unknown>();
      const seen: unknown[] = [];
      const listener = (): unknown => seen.push(store.getStore());
      start.bindStore(store, fail(new Error('store is down')));
      start.subscribe(listener);
      expect(store.run('outer', () => [check(), check()])).toEqual(['done', 'done']);
      start.unsubscribe(listener);
      start.unbindStore(store);
      expect(seen).toEqual(['outer', 'outer']);
      expect(warnings).toHaveLength(1);
    });
  });

  test('a store without a function of its own gets the event', () => {
    const store = new AsyncLocalStorage<unknown>();
    start.bindStore(store);
    expect(start.runStores(event, () => store.getStore())).toBe(event);
    start.unbindStore(store);
  });

  test('what never subscribed cannot end a subscription', () => {
    expect(start.unsubscribe(() => undefined)).toBe(false);
    const listener = (): void => undefined;
    start.subscribe(listener);
    expect(start.unsubscribe(() => undefined)).toBe(false);
    expect(start.unsubscribe(listener)).toBe(true);
  });

  test('a promise that is none of Node, such as a query, is asked once for its result', async () => {
    let asked = 0;
    const query: PromiseLike<string> = {
      // biome-ignore lint/suspicious/noThenProperty: this is how a query builder runs when it is awaited.
      // oxlint-disable-next-line unicorn/no-thenable -- the same
      then: (onResult, onError) => {
        asked++;
        return Promise.resolve('rows').then(onResult, onError);
      },
    };
    const ended: unknown[] = [];
    const subscriber = { asyncEnd: (event: object): unknown => ended.push(event) };
    channels.gate.subscribe(subscriber);
    const asking = { ctx: null, ability: 'a', allowed: null };
    const result = trace(channels.gate, asking, () => query);
    expect([await result, await result]).toEqual(['rows', 'rows']);
    channels.gate.unsubscribe(subscriber);
    expect([asked, ended]).toEqual([1, [asking]]);
  });
});

describe('own channels', () => {
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
});
