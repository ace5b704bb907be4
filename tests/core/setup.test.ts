import { describe, expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { configOriginOf } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin, Stage } from '@taproot/core/plugin';
import { withCode } from './support.ts';

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
