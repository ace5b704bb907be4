import { connect, type LookupFunction } from 'node:net';
import { describe, expect, jest, test } from '@jest/globals';
import { createFacades, FrameworkError, setup } from '@taproot/core';
import { type AnyPlugin, type AppHooks, definePlugin, Stage, withDeadline } from '@taproot/core/plugin';
import { freePort } from '../support/free-port.ts';
import { bootWith, never, pluginFailed, stderrOf, withCode } from './support.ts';

/** Deadlines so short that what stalls is soon told. */
const soon = { app: { boot_timeout: 0.3, shutdown_timeout: 0.4 } };

/** What `work` writes to stderr, on a clock of the test's that goes on by so many seconds meanwhile. */
const stderrWithin = async (seconds: number, work: () => Promise<void>): Promise<string> => {
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] });
  try {
    const written = stderrOf(work);
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    return await written;
  } finally {
    jest.useRealTimers();
  }
};

type LifeHook = 'boot' | 'ready' | 'start' | 'shutdown';

/** A plugin that notes when it boots and closes, and does `work` in one hook. */
const noting = (name: string, trace: string[], hook: LifeHook = 'boot', work: () => unknown = () => undefined) =>
  definePlugin({
    name,
    apply({ hooks }) {
      hooks.boot.tap(name, () => void trace.push(`${name} boots`));
      hooks.shutdown.tap(name, () => void trace.push(`${name} closes`));
      hooks[hook].tapPromise(name, async () => void (await work()));
    },
  });

const fail = (): never => {
  throw new Error('no connection');
};

const failed = (place: string) => pluginFailed('faulty', place, 'no connection');

const stalled = (place: string, setting: string) =>
  withCode('E_PLUGIN_STALLED', {
    message: expect.stringContaining(`Plugin "faulty" did not finish ${place} within 0.`),
    fix: expect.stringContaining(`app.${setting}`),
  });

describe('boot', () => {
  test('runs apply of every plugin, then boot, then ready; start waits for open()', async () => {
    const trace: string[] = [];
    const tapAll = (name: string) =>
      definePlugin({
        name,
        async apply({ hooks }) {
          await Promise.resolve();
          trace.push(`${name} apply`);
          for (const hook of ['boot', 'ready', 'start'] as const)
            hooks[hook].tap(name, () => void trace.push(`${name} ${hook}`));
        },
      });
    const app = await bootWith([tapAll('a'), tapAll('b')]);
    expect(trace).toEqual(['a apply', 'b apply', 'a boot', 'b boot', 'a ready', 'b ready']);
    await app.open();
    expect(trace.slice(6)).toEqual(['a start', 'b start']);
  });

  test.each(['boot', 'ready'] as const)(
    'LC-10 a plugin that throws, rejects or calls back with an error in %s is named, and everything is closed again',
    async (hook) => {
      const throwing = (tap: (hooks: AppHooks) => void) =>
        definePlugin({ name: 'faulty', apply: (app) => tap(app.hooks) });
      const faults = [
        throwing((hooks) => hooks[hook].tap('faulty', fail)),
        throwing((hooks) => hooks[hook].tapPromise('faulty', fail)),
        throwing((hooks) => hooks[hook].tapPromise('faulty', async () => fail())),
        throwing((hooks) => hooks[hook].tapAsync('faulty', (_app, done) => done(new Error('no connection')))),
        throwing((hooks) => hooks[hook].tapAsync('faulty', fail)),
      ];
      for (const faulty of faults) {
        const trace: string[] = [];
        await expect(bootWith([noting('a', trace), noting('b', trace), faulty])).rejects.toEqual(failed(`app.${hook}`));
        expect(trace).toEqual(['a boots', 'b boots', 'b closes', 'a closes']);
      }
    },
  );

  test('LC-10 a plugin that never settles is named once its time is over, and everything is closed again', async () => {
    const trace: string[] = [];
    await expect(bootWith([noting('a', trace), noting('faulty', trace, 'boot', never)], soon)).rejects.toEqual(
      stalled('app.boot', 'boot_timeout'),
    );
    expect(trace).toEqual(['a boots', 'faulty boots', 'faulty closes', 'a closes']);
  });

  test('LC-10 a plugin that fails or stalls in apply() is named', async () => {
    const applying = (apply: () => void | Promise<void>) => bootWith([definePlugin({ name: 'faulty', apply })], soon);
    await expect(applying(fail)).rejects.toEqual(failed('apply()'));
    await expect(applying(async () => fail())).rejects.toEqual(failed('apply()'));
    await expect(applying(never)).rejects.toEqual(stalled('apply()', 'boot_timeout'));
  });

  test("LC-10 what was thrown is the cause; the framework's own errors are told as they are", async () => {
    const own = new FrameworkError('E_OWN', 'Of its own.');
    const throwing = (error: unknown) =>
      bootWith([
        noting('faulty', [], 'boot', () => {
          throw error;
        }),
      ]);
    await expect(throwing(own)).rejects.toBe(own);
    await expect(throwing('a text')).rejects.toMatchObject({ code: 'E_PLUGIN_FAILED', cause: 'a text' });
    await expect(throwing(undefined)).rejects.toThrow('app.boot: undefined');
  });

  test.each<[string, unknown, string]>([
    ['several errors under no message', new AggregateError([new Error('one'), new Error('two')]), 'one; two'],
    ['the same error twice', new AggregateError([new Error('one'), new Error('one')]), 'one'],
    ['several errors under a message', new AggregateError([new Error('one')], 'All are down.'), 'All are down.'],
    ['a code alone', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['an error that says nothing', new TypeError(), 'TypeError'],
    ['an object without prototype', Object.create(null), '[Object: null prototype] {}'],
    ['an object', { status: 'down' }, "{ status: 'down' }"],
    ['a symbol', Symbol('down'), 'Symbol(down)'],
    [
      'what throws when it is looked at',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('do not look');
          },
        },
      ),
      'an error that cannot be shown',
    ],
  ])('LC-10 the plugin is named, and why it failed: %s', async (_what, thrown, reason) => {
    const apply = () => {
      throw thrown;
    };
    await expect(bootWith([definePlugin({ name: 'faulty', apply })])).rejects.toEqual(
      pluginFailed('faulty', 'apply()', reason),
    );
  });

  test('LC-10 a service of which no address answers is told with each of them', async () => {
    const lookup: LookupFunction = (_host, _options, done) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]);
    const port = await freePort();
    const apply = () =>
      new Promise<void>((resolve, reject) => {
        connect({ port, host: 'cache.example', lookup, autoSelectFamily: true }, resolve).on('error', reject);
      });
    await expect(bootWith([definePlugin({ name: 'faulty', apply })])).rejects.toEqual(
      withCode('E_PLUGIN_FAILED', {
        message: `Plugin "faulty" failed in apply(): connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`,
      }),
    );
  });

  test('a tap that takes a callback is waited for', async () => {
    let called = false;
    const slow = definePlugin({
      name: 'slow',
      apply(app) {
        app.hooks.boot.tapAsync('slow', (_app, done) =>
          setImmediate(() => {
            called = true;
            done();
          }),
        );
      },
    });
    await bootWith([slow]);
    expect(called).toBe(true);
  });

  test('LC-10 a plugin that fails in start is named, and everything is closed again', async () => {
    const trace: string[] = [];
    const app = await bootWith([noting('a', trace), noting('faulty', trace, 'start', fail)]);
    await expect(app.open()).rejects.toEqual(failed('app.start'));
    expect(trace.slice(2)).toEqual(['faulty closes', 'a closes']);
    await expect(app.open()).rejects.toEqual(withCode('E_APP_CLOSED'));
  });
});

describe('close() while the application is made', () => {
  const closing = { name: 'closing' };
  const places: readonly [place: string, plugin: AnyPlugin][] = [
    ['apply()', { ...closing, apply: async (app) => void (await app.close()) }],
    [
      'boot',
      { ...closing, apply: ({ hooks }) => hooks.boot.tapPromise('closing', async (app) => void (await app.close())) },
    ],
    [
      'ready',
      { ...closing, apply: ({ hooks }) => hooks.ready.tapPromise('closing', async (app) => void (await app.close())) },
    ],
  ];

  test.each(places)('in %s lets no later plugin open anything, and create() rejects', async (place, plugin) => {
    const trace: string[] = [];
    const late = definePlugin({
      name: 'late',
      apply({ hooks }) {
        trace.push('apply()');
        hooks.boot.tap('late', () => void trace.push('boot'));
        hooks.ready.tap('late', () => void trace.push('ready'));
      },
    });
    await expect(bootWith([plugin, late])).rejects.toEqual(withCode('E_APP_CLOSED'));
    const all = ['apply()', 'boot', 'ready'];
    expect(trace).toEqual(all.slice(0, all.indexOf(place)));
  });

  test.each(places)('in %s of the last plugin makes create() reject, and frees the handle', async (_place, plugin) => {
    const handle = createFacades();
    await expect(setup(handle).withPlugins([plugin]).create()).rejects.toEqual(withCode('E_APP_CLOSED'));
    expect(handle.app).toBeNull();
  });
});

describe('open', () => {
  /** A plugin whose start waits until the test lets it end. */
  const held = (work: () => void = () => undefined) => {
    let enter = (): void => undefined;
    let release = (): void => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    const plugin = noting('held', [], 'start', async () => {
      enter();
      await released;
      work();
    });
    return { plugin, entered, release };
  };

  test('once close() was called nothing more starts, and it rejects', async () => {
    const trace: string[] = [];
    const { plugin, entered, release } = held();
    const app = await bootWith([plugin, noting('late', trace, 'start', () => trace.push('late starts'))]);
    const opening = expect(app.open()).rejects.toEqual(withCode('E_APP_CLOSED'));
    await entered;
    expect(await app.close()).toEqual([]);
    release();
    await opening;
    expect(trace).toEqual(['late boots', 'late closes']);
  });

  test('rejects too when close() was called while the last plugin started', async () => {
    const { plugin, entered, release } = held();
    const app = await bootWith([plugin]);
    const opening = expect(app.open()).rejects.toEqual(withCode('E_APP_CLOSED'));
    await entered;
    const closed = app.close();
    release();
    await opening;
    expect(await closed).toEqual([]);
  });

  test('what fails because it is being closed is the cause', async () => {
    const { plugin, entered, release } = held(fail);
    const app = await bootWith([plugin]);
    const opening = expect(app.open()).rejects.toEqual(
      withCode('E_APP_CLOSED', { cause: withCode('E_PLUGIN_FAILED') }),
    );
    await entered;
    await app.close();
    release();
    await opening;
  });

  test('start() that is closed while it starts ends as at any close(), and does not say that it serves', async () => {
    const { plugin, entered, release } = held();
    const app = await bootWith([plugin]);
    let serves = false;
    const served = app.start({ opened: () => (serves = true) });
    await entered;
    await app.close();
    release();
    await served;
    expect(serves).toBe(false);
  });

  test('a second time rejects, starts nothing and closes nothing', async () => {
    const trace: string[] = [];
    const app = await bootWith([noting('a', trace, 'start', () => trace.push('a starts'))]);
    const opening = app.open();
    await expect(app.open()).rejects.toEqual(withCode('E_APP_OPENED'));
    await opening;
    await expect(app.open()).rejects.toEqual(withCode('E_APP_OPENED'));
    await expect(app.start()).rejects.toEqual(withCode('E_APP_OPENED'));
    expect(trace).toEqual(['a boots', 'a starts']);
    await app.close();
  });
});

describe('close', () => {
  test('runs in reverse plugin order, a tap with a stage of its own where it says', async () => {
    const trace: string[] = [];
    const first = definePlugin({
      name: 'first',
      apply(app) {
        app.hooks.shutdown.tap('first', () => void trace.push('first closes'));
        app.hooks.shutdown.tap({ name: 'first', stage: -100 }, () => void trace.push('first stops listening'));
      },
    });
    const app = await bootWith([noting('b', [], 'shutdown', () => trace.push('b closes')), first, noting('c', trace)]);
    expect(await app.close()).toEqual([]);
    expect(trace).toEqual(['c boots', 'first stops listening', 'c closes', 'first closes', 'b closes']);
  });

  test('the server opens after every plugin has started, and drains before any closes; "first" and "last" are around all', async () => {
    const trace: string[] = [];
    const note = (name: string) => () => void trace.push(name);
    const staged = (name: string) =>
      definePlugin({
        name,
        apply({ hooks }) {
          for (const [when, hook] of Object.entries({ start: hooks.start, close: hooks.shutdown })) {
            hook.tap({ name, stage: Stage.last }, note(`${when} last ${name}`));
            hook.tap({ name, stage: Stage.server }, note(`${when} server ${name}`));
            hook.tap(name, note(`${when} ${name}`));
            hook.tap({ name, stage: Stage.first }, note(`${when} first ${name}`));
          }
        },
      });
    const app = await bootWith([staged('a'), staged('b')]);
    await app.open();
    await app.close();
    expect(trace.filter((step) => step.startsWith('start'))).toEqual(
      ['first a', 'first b', 'a', 'b', 'server a', 'server b', 'last a', 'last b'].map((step) => `start ${step}`),
    );
    expect(trace.filter((step) => step.startsWith('close'))).toEqual(
      ['first a', 'first b', 'server a', 'server b', 'b', 'a', 'last a', 'last b'].map((step) => `close ${step}`),
    );
  });

  test('a tap knows its deadline, which leaves time to those after it; its signal aborts then, and only then', async () => {
    const seen: { name: string; left: number; signal: AbortSignal }[] = [];
    const tapping = (name: string, work: () => Promise<void>) =>
      definePlugin({
        name,
        apply: ({ hooks }) =>
          hooks.shutdown.tapPromise(name, (_app, { deadline, signal }) => {
            seen.push({ name, left: deadline - Date.now(), signal });
            return work();
          }),
      });
    const app = await bootWith([tapping('quick', () => Promise.resolve()), tapping('faulty', never)], soon);
    expect(await app.close()).toEqual([stalled('app.shutdown', 'shutdown_timeout')]);
    const [hung, quick] = seen;
    expect([hung?.name, quick?.name]).toEqual(['faulty', 'quick']);
    expect(hung?.left).toBeGreaterThan(0);
    expect(hung?.left).toBeLessThanOrEqual(360);
    expect(quick?.left).toBeLessThan(hung?.left ?? 0);
    expect([hung?.signal.aborted, quick?.signal.aborted]).toEqual([true, false]);
    expect(hung?.signal.reason).toEqual(stalled('app.shutdown', 'shutdown_timeout'));
  });

  test("taps of no plugin's name run before those of every plugin: the author's, and a second name of a plugin's", async () => {
    const trace: string[] = [];
    const twice = definePlugin({
      name: 'twice',
      apply({ hooks }) {
        hooks.shutdown.tap('twice', () => void trace.push('twice closes'));
        hooks.shutdown.tap('twice-buffers', () => void trace.push('twice flushes'));
      },
    });
    const app = await setup()
      .withPlugins([noting('db', trace), twice])
      .withCallback(({ hooks }) => {
        hooks.shutdown.tap('flush', () => void trace.push('the author flushes'));
      })
      .create();
    await app.close();
    expect(trace.slice(1)).toEqual(['twice flushes', 'the author flushes', 'twice closes', 'db closes']);
  });

  test('is done once, whoever calls it', async () => {
    const trace: string[] = [];
    const app = await bootWith([noting('a', trace)]);
    const [first, second] = await Promise.all([app.close(), app.close()]);
    expect(second).toBe(first);
    expect(trace).toEqual(['a boots', 'a closes']);
    await expect(app.open()).rejects.toEqual(withCode('E_APP_CLOSED'));
    await expect(app.start()).rejects.toEqual(withCode('E_APP_CLOSED'));
  });

  test('LC-13 a plugin that fails does not keep the others from closing, and is reported', async () => {
    const trace: string[] = [];
    const reported: unknown[] = [];
    const listener = definePlugin({
      name: 'listener',
      apply: (app) => app.hooks.report.tap('listener', (error, { where }) => void reported.push(error, where)),
    });
    const app = await bootWith([
      listener,
      noting('a', trace),
      noting('faulty', trace, 'shutdown', fail),
      noting('c', trace),
    ]);
    const failures = await app.close();
    expect(failures).toEqual([failed('app.shutdown')]);
    expect(trace.slice(3)).toEqual(['c closes', 'faulty closes', 'a closes']);
    expect(reported).toEqual([failures[0], 'shutdown']);
  });

  test('LC-19 a plugin that hangs is named once its time is over, and the others have time to close', async () => {
    const trace: string[] = [];
    const brief = () => new Promise((resolve) => setTimeout(resolve, 5));
    const plugins = [noting('a', trace, 'shutdown', brief), noting('faulty', trace, 'shutdown', never)];
    const app = await bootWith(plugins, { app: { shutdown_timeout: 0.9 } });
    let failures: readonly FrameworkError[] = [];
    const text = await stderrWithin(0.9, async () => {
      failures = await app.close();
    });
    expect(failures).toEqual([stalled('app.shutdown', 'shutdown_timeout')]);
    expect(trace.slice(2)).toEqual(['faulty closes', 'a closes']);
    expect(text).toContain('Plugin "faulty" did not finish app.shutdown');
  });

  test('LC-19 as a whole is bounded too, however many hang, and each has some time', async () => {
    const hanging = ['a', 'b', 'c', 'd'].map((name) => noting(name, [], 'shutdown', never));
    const app = await bootWith(hanging, soon);
    await stderrWithin(soon.app.shutdown_timeout, async () => expect(await app.close()).toHaveLength(4));
  });

  test('ends start() of the application', async () => {
    const trace: string[] = [];
    const app = await bootWith([noting('a', trace, 'start', () => trace.push('started'))]);
    const before = process.listenerCount('SIGTERM');
    const served = app.start();
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    await app.close();
    await served;
    expect(trace).toEqual(['a boots', 'started', 'a closes']);
    expect(process.listenerCount('SIGTERM')).toBe(before);
    expect(process.listenerCount('unhandledRejection')).toBe(0);
  });

  test('any number of served applications add one listener to each event of the process', async () => {
    const events = ['SIGINT', 'SIGTERM', 'unhandledRejection', 'uncaughtException', 'beforeExit'];
    const count = (): number[] => [
      ...events.map((event) => process.listenerCount(event)),
      ...[process.stdout, process.stderr].map((output) => output.listenerCount('error')),
    ];
    const before = count();
    const apps = await Promise.all(Array.from({ length: 12 }, () => bootWith([])));
    const served = apps.map((app) => app.start());
    expect(count()).toEqual(before.map((listeners) => listeners + 1));
    for (const app of apps.slice(1)) await app.close();
    await Promise.all(served.slice(1));
    expect(count()).toEqual(before.map((listeners) => listeners + 1));
    await apps[0]?.close();
    await served[0];
    expect(count()).toEqual(before);
  });

  test('ends the start() that serves, though another was tried meanwhile', async () => {
    const app = await bootWith([]);
    const served = app.start();
    await expect(app.start()).rejects.toEqual(withCode('E_APP_OPENED'));
    await app.close();
    await served;
  });

  test('start() whose plugin fails leaves no listener behind', async () => {
    const app = await bootWith([noting('faulty', [], 'start', fail)]);
    const before = process.listenerCount('SIGINT');
    await expect(app.start()).rejects.toEqual(failed('app.start'));
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  test('releases everything also when an interceptor of the hook fails', async () => {
    const faulty = definePlugin({
      name: 'faulty',
      apply: ({ hooks }) => {
        hooks.shutdown.tap('faulty', () => undefined);
        hooks.shutdown.intercept({ tap: fail });
      },
    });
    const handle = createFacades();
    const app = await setup(handle).withPlugins([faulty]).create();
    let failures: readonly FrameworkError[] = [];
    await stderrOf(async () => {
      failures = await app.close();
    });
    expect(failures).toEqual([pluginFailed('app', 'app.shutdown', 'no connection')]);
    expect(handle.app).toBeNull();
  });
});

describe('withDeadline', () => {
  const late = () => new Error('late');

  test('settles as the work does', async () => {
    await expect(withDeadline(Promise.resolve(1), 1, late)).resolves.toBe(1);
    await expect(withDeadline(Promise.reject(new Error('early')), 1, late)).rejects.toThrow('early');
  });

  test('leaves no timer behind that would keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    await withDeadline(Promise.resolve(1), 60, late);
    expect(timers()).toBe(before);
  });

  test('rejects once the time is over', async () => {
    await expect(withDeadline(never(), 0.01, late)).rejects.toThrow('late');
  });

  test.each([Number.POSITIVE_INFINITY, 60 * 60 * 24 * 365])(
    '%d s is no end, though no timer is that long',
    async (seconds) => {
      // Longer than the one millisecond after which Node fires a timer that is too long for it.
      const work = new Promise((resolve) => setTimeout(resolve, 20, 'done'));
      await expect(withDeadline(work, seconds, late)).resolves.toBe('done');
    },
  );
});
