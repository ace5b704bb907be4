import { describe, expect, test } from '@jest/globals';
import { type Application, createFacades, fromWeb, setup } from '@taproot/core';
import { configOriginOf, isWebResponse } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin, type HealthCheck, perApp, Stage } from '@taproot/core/plugin';
import { fakeContext } from '@taproot/testing';
import { bootWith, pluginFailed, withCode } from './support.ts';

interface Greeter {
  greet(name: string): string;
}
declare module '@taproot/core' {
  interface Facades {
    Greeter(): Greeter;
  }
  interface ConfigFiles {
    greeter: { greeting: string; nested: { loud: boolean } };
  }
}

const greeter = (trace: string[] = []) =>
  definePlugin({
    name: 'greeter',
    config: { greeter: { greeting: 'Hello', nested: { loud: false } } },
    facades: { Greeter: (app) => ({ greet: (name) => `${app.config.greeter.greeting} ${name}` }) },
    steps: {
      withGuests: (_app: Application, guests: string[]) => {
        trace.push(...guests);
      },
    },
    apply(app) {
      app.hooks.boot.tap('greeter', () => void trace.push('boot'));
    },
  });

describe('setup', () => {
  test('builds an application whose plugins add facades, configuration and builder steps', async () => {
    const trace: string[] = [];
    const handle = createFacades();
    const app = await setup(handle, { env: { APP_ENV: 'testing' } })
      .withPlugins([greeter(trace), definePlugin({ name: 'other' })])
      .withGuests(['Ada', 'Grace'])
      .withConfig({ greeter: { greeting: 'Hi' } })
      .withCallback(() => void trace.push('callback'))
      .create();
    expect(handle.facades.Greeter().greet('Ada')).toBe('Hi Ada');
    expect(app.config.greeter.nested.loud).toBe(false);
    expect(trace).toEqual(['Ada', 'Grace', 'callback', 'boot']);
    await app.close();
  });

  test('tells the name of a step that no plugin brought', async () => {
    const builder: object = setup().withPlugins([greeter()]);
    expect(() => Reflect.get(builder, 'withRules')).toThrow(
      expect.objectContaining({
        code: 'E_STEP_UNKNOWN',
        message: 'The builder has no step withRules().',
        fix: 'Add validation() of @taproot/validation to withPlugins(), before this step. Steps so far: withPlugins(), withConfig(), withCallback(), create(), withGuests().',
      }),
    );
    expect(Reflect.get(builder, 'then')).toBeUndefined();
  });

  test('tells the steps there are where no plugin of the framework adds one of this name', () => {
    expect(() => Reflect.get(setup(), 'withUnicorns')).toThrow(
      withCode('E_STEP_UNKNOWN', {
        fix: 'Add the plugin that adds it to withPlugins(), before this step. Steps so far: withPlugins(), withConfig(), withCallback(), create().',
      }),
    );
  });

  test('tells the steps of every builder to a tool that looks at their prototype', () => {
    const prototype: object = Object.getPrototypeOf(setup().withPlugins([greeter()]));
    expect(() => Reflect.get(prototype, 'withRules')).toThrow(
      withCode('E_STEP_UNKNOWN', {
        fix: expect.stringMatching(/: withPlugins\(\), withConfig\(\), withCallback\(\), create\(\)\.$/),
      }),
    );
  });

  test('keeps where the configuration came from, for the application that it made alone', async () => {
    const app = await setup(null, { env: { GREETING: 'Hi', EMPTY: '' } }).create();
    const origin = configOriginOf(app);
    expect([origin?.variable('GREETING'), origin?.variable('EMPTY'), origin?.variable('NONE')]).toEqual([
      'setup',
      null,
      null,
    ]);
    expect(configOriginOf(new Proxy(app, {}))).toBeNull();
  });

  test('E_STEP_FAILED has the line of the chain where a step fails without a line of the application', async () => {
    const failing = definePlugin({
      name: 'failing',
      steps: { withFailure: () => Promise.reject(Object.assign(new Error('no'), { stack: '' })) },
    });
    await expect(setup().withPlugins([failing]).withFailure().create()).rejects.toMatchObject({
      code: 'E_STEP_FAILED',
      message: expect.stringMatching(/^withFailure\(\) failed at tests\/core\/setup\.test\.ts:\d+: no$/),
    });
  });

  test('needs neither handle nor options nor plugins', async () => {
    const app = await setup().create();
    expect(app.isProduction).toBe(true);
    expect(app.debug).toBe(false);
  });

  test('shows errors in development, elsewhere only when APP_DEBUG says so', async () => {
    const debugIn = async (env: Record<string, string>) => (await setup(null, { env }).create()).debug;
    expect(await debugIn({ APP_ENV: 'development' })).toBe(true);
    expect(await debugIn({ APP_ENV: 'testing' })).toBe(false);
    expect(await debugIn({ APP_ENV: 'production', APP_DEBUG: 'true' })).toBe(true);
  });

  test('a file given again to withConfig() replaces the one given before, other files stay', async () => {
    const app = await setup()
      .withPlugins([greeter()])
      .withConfig({ greeter: { greeting: 'Hi', nested: { loud: true } }, app: { name: 'Mine' } })
      .withConfig({ greeter: { greeting: 'Hey' } })
      .create();
    expect(app.config.greeter).toEqual({ greeting: 'Hey', nested: { loud: false } });
    expect(app.config.app.name).toBe('Mine');
  });
});

describe('builder steps', () => {
  const trace: string[] = [];
  const note = (entry: string) => async () => {
    await Promise.resolve();
    trace.push(entry);
  };
  const rules = () =>
    definePlugin({
      name: 'rules',
      apply: (app) => app.hooks.boot.tapPromise('rules', note('rules boots')),
      after: ['http'],
      steps: { withRules: (_app: Application, name: string) => note(name)() },
    });
  const http = () =>
    definePlugin({
      name: 'http',
      apply: (app) => app.hooks.boot.tapPromise('http', note('http boots')),
      steps: {
        withRouting: { stage: Stage.routing, run: note('routing') },
        withStack: { stage: Stage.middleware, run: note('middleware') },
        withDrivers: note('drivers'),
      },
    });

  test('run by stage, then in plugin order, then in the order of their calls, wherever they stand in the chain', async () => {
    trace.length = 0;
    await setup()
      .withCallback(note('callback'))
      .withPlugins([rules(), http()])
      .withRules('rules 1')
      .withRouting()
      .withDrivers()
      .withRules('rules 2')
      .withStack()
      .create();
    expect(trace).toEqual([
      'middleware',
      'drivers',
      'rules 1',
      'rules 2',
      'routing',
      'callback',
      'http boots',
      'rules boots',
    ]);
  });

  test('get the application, and may be given several times', async () => {
    const seen: Application[] = [];
    const keep = (app: Application) => void seen.push(app);
    const app = await setup().withCallback(keep).withCallback(keep).create();
    expect(seen).toEqual([app, app]);
  });

  test('that fail are reported with the name of the step', async () => {
    const failing = setup().withCallback(() => {
      throw new Error('no such limiter');
    });
    await expect(failing.create()).rejects.toEqual(
      withCode('E_STEP_FAILED', {
        message: expect.stringMatching(
          /^withCallback\(\) failed at tests\/core\/setup\.test\.ts:\d+: no such limiter$/,
        ),
      }),
    );
  });

  test('LC-12 of one name from two plugins are an error that names both', () => {
    const other = definePlugin({ name: 'other', steps: { withGuests: () => undefined } });
    expect(() => setup().withPlugins([greeter(), other] as AnyPlugin[])).toThrow(
      withCode('E_STEP_DUPLICATE', { message: 'Builder step withGuests() is provided by both "greeter" and "other".' }),
    );
  });

  test.each(['create', 'withConfig', 'toString'])("LC-12 cannot take the builder's own %s()", (name) => {
    const plugin = definePlugin({ name: 'thief', steps: { [name]: () => undefined } });
    expect(() => setup().withPlugins([plugin] as AnyPlugin[])).toThrow(
      withCode('E_STEP_DUPLICATE', { message: expect.stringContaining('"app" and "thief"') }),
    );
  });
});

test('perApp() makes a value at the first call, one for each application', async () => {
  const made: Application[] = [];
  const counterOf = perApp((app) => {
    made.push(app);
    return { count: 0 };
  });
  const [one, two] = [await bootWith([]), await bootWith([])];
  expect(made).toEqual([]);
  counterOf(one).count++;
  counterOf(one).count++;
  expect([counterOf(one).count, counterOf(two).count]).toEqual([2, 0]);
  expect(made).toEqual([one, two]);
});

test('perApp() makes a value anew after one that could not be made', async () => {
  let fail = true;
  const valueOf = perApp(() => {
    if (fail) throw new Error('no disk');
    return 'made';
  });
  const app = await bootWith([]);
  expect(() => valueOf(app)).toThrow('no disk');
  fail = false;
  expect(valueOf(app)).toBe('made');
});

const checking = (name: string, checks: Readonly<Record<string, HealthCheck>>): AnyPlugin =>
  definePlugin({ name, health: () => checks });

test('health checks of plugins are registered by name, before any plugin is applied', async () => {
  const seen: string[] = [];
  const health = definePlugin({
    name: 'health',
    apply: (app) => {
      for (const [name, { plugin }] of app.registry.health) seen.push(`${plugin}: ${name}`);
    },
  });
  const mail = checking('mail', { mail: () => undefined, 'mail.queue': () => ({ waiting: 3 }) });
  await bootWith([health, mail, checking('disk', { disk: () => Promise.resolve('12 GB free') })]);
  expect(seen).toEqual(['mail: mail', 'mail: mail.queue', 'disk: disk']);
});

test('a check may use facades, answer later, give details, and be given up', async () => {
  const app = await bootWith([
    definePlugin({
      name: 'mail',
      health: ({ facades }) => ({
        mail: async (signal) => {
          await Promise.resolve();
          signal.throwIfAborted();
          return { application: facades.App().config.app.name };
        },
      }),
    }),
  ]);
  const { check } = app.registry.health.get('mail') ?? {};
  expect(await check?.(new AbortController().signal)).toEqual({ application: 'Taproot' });
  await expect(check?.(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});

test('two checks of one name are an error that names both plugins; so is a plugin that cannot make its own', async () => {
  const ok = (): undefined => undefined;
  await expect(bootWith([checking('mail', { queue: ok }), checking('jobs', { queue: ok })])).rejects.toEqual(
    withCode('E_HEALTH_DUPLICATE', { message: 'The health check "queue" is provided by both "mail" and "jobs".' }),
  );
  const faulty = definePlugin({
    name: 'faulty',
    health: () => {
      throw new Error('no checks');
    },
  });
  await expect(bootWith([faulty])).rejects.toEqual(pluginFailed('faulty', 'health', 'no checks'));
});

describe('a Web response', () => {
  test('becomes one of ours, with its status, headers and cookies', () => {
    const web = new Response('made', {
      status: 201,
      headers: { 'content-type': 'text/plain', vary: 'Accept, Origin' },
    });
    web.headers.append('set-cookie', 'a=1');
    web.headers.append('set-cookie', 'b=2');
    const response = fromWeb(fakeContext(), web);
    expect([response.status, response.header('content-type')]).toEqual([201, 'text/plain']);
    expect(response.header('set-cookie')).toEqual(['a=1', 'b=2']);
    expect(response.header('vary')).toBe('Accept, Origin');
  });

  test('without a body has none, and loses what belongs to a connection', () => {
    const web = new Response(null, { status: 204, headers: { connection: 'close', 'x-kept': '1' } });
    const response = fromWeb(fakeContext(), web);
    expect([response.status, response.body]).toEqual([204, null]);
    expect([response.header('connection'), response.header('x-kept')]).toEqual([undefined, '1']);
  });

  test('from fetch() loses content-encoding and content-length, because fetch() decoded it; one made by hand keeps them', () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '9' };
    const made = new Response('text', { headers });
    const fetched = new Response('text', { headers });
    Object.defineProperty(fetched, 'url', { value: 'https://example.com/' });
    expect(fromWeb(fakeContext(), made).header('content-encoding')).toBe('gzip');
    const response = fromWeb(fakeContext(), fetched);
    expect([response.header('content-encoding'), response.header('content-length')]).toEqual([undefined, undefined]);
  });

  test.each([null, undefined, 'text', {}, { arrayBuffer: 1 }, { arrayBuffer: () => 1, headers: null }])(
    'is not %j',
    (value) => expect(isWebResponse(value)).toBe(false),
  );

  test('is known by its members, whichever package made it', () => {
    expect(isWebResponse(new Response())).toBe(true);
    expect(isWebResponse({ arrayBuffer: () => null, headers: { getSetCookie: () => [] } })).toBe(true);
  });
});
