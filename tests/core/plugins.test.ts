import { describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import type { Steps } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin, type PluginDefinition } from '@taproot/core/plugin';
import { bootWith, withCode } from './support.ts';

interface Order {
  readonly requires?: readonly string[];
  readonly after?: readonly string[];
}

const named = (name: string, order: Order = {}) => definePlugin({ name, ...order });

const orderOf = async (...plugins: ReturnType<typeof named>[]): Promise<string[]> => {
  const app = await bootWith(plugins);
  return app.plugins.map(({ name }) => name).slice(1);
};

declare module '@taproot/core' {
  interface MiddlewareFactories {
    echo(): never;
  }
  interface RequestMethods {
    echo(): string;
  }
}

describe('the order of plugins', () => {
  test("is the author's", async () => {
    expect(await orderOf(named('c'), named('a'), named('b'))).toEqual(['c', 'a', 'b']);
  });

  test('puts a plugin after those it requires or wants to be after, and moves no other', async () => {
    const a = named('a', { requires: ['d'] });
    const b = named('b', { after: ['c', 'absent'] });
    expect(await orderOf(a, b, named('c'), named('d'))).toEqual(['d', 'a', 'c', 'b']);
  });

  test('begins with the core, under the name "app"', async () => {
    expect((await bootWith([named('a', { requires: ['app'] })])).plugins.map(({ name }) => name)).toEqual(['app', 'a']);
  });

  test('LC-11 a circle is spelt out, without what leads into it, before anything is applied', async () => {
    const applied: string[] = [];
    const first = definePlugin({ name: 'first', apply: () => void applied.push('first') });
    const circle = [named('a', { after: ['b'] }), named('b', { requires: ['c'] }), named('c', { after: ['a'] })];
    await expect(bootWith([first, named('entry', { after: ['a'] }), ...circle])).rejects.toEqual(
      withCode('E_PLUGIN_CYCLE', { message: expect.stringMatching(/: a -> b -> c -> a\.$/) }),
    );
    expect(applied).toEqual([]);
  });

  test('LC-11 a plugin that waits for itself is a circle of one', async () => {
    await expect(bootWith([named('a', { requires: ['a'] })])).rejects.toEqual(
      withCode('E_PLUGIN_CYCLE', { message: expect.stringMatching(/: a -> a\.$/) }),
    );
  });

  test('LC-11 a missing requirement names both plugins', async () => {
    await expect(bootWith([named('a', { requires: ['b'] })])).rejects.toEqual(
      withCode('E_PLUGIN_MISSING', { message: expect.stringMatching(/"a" requires the plugin "b"/) }),
    );
  });

  test('LC-12 two plugins of one name are an error that names it', async () => {
    await expect(bootWith([named('a'), named('a')])).rejects.toEqual(
      withCode('E_PLUGIN_DUPLICATE', { message: 'Two plugins are called "a".' }),
    );
    await expect(bootWith([named('app')])).rejects.toEqual(withCode('E_PLUGIN_DUPLICATE'));
  });

  test('LC-12 a plugin with steps that is given twice is told as such', async () => {
    const stepping = () => definePlugin({ name: 'a', steps: { withA: (_app: Application) => undefined } });
    await expect(bootWith([stepping(), stepping()])).rejects.toEqual(withCode('E_PLUGIN_DUPLICATE'));
  });
});

describe('what plugins register', () => {
  const middleware = {
    echo: () => () => {
      throw new Error('never called');
    },
  };
  const request = { echo: () => () => 'echo' };

  test('LC-12 the same middleware factory twice names both plugins', async () => {
    const plugins = [definePlugin({ name: 'a', middleware }), definePlugin({ name: 'b', middleware })];
    await expect(bootWith(plugins)).rejects.toEqual(
      withCode('E_MIDDLEWARE_DUPLICATE', { message: expect.stringMatching(/echo\(\) .* "a" and "b"/) }),
    );
  });

  test('LC-12 the same request method twice names both plugins', async () => {
    const plugins = [definePlugin({ name: 'a', request }), definePlugin({ name: 'b', request })];
    await expect(bootWith(plugins)).rejects.toEqual(
      withCode('E_REQUEST_METHOD_DUPLICATE', { message: expect.stringMatching(/echo\(\) .* "a" and "b"/) }),
    );
  });

  test('LC-12 the same driver twice names both plugins', async () => {
    const drivers = {
      bare: () => {
        throw new Error('never called');
      },
    };
    await expect(bootWith(['a', 'b'].map((name) => definePlugin({ name, drivers })))).rejects.toEqual(
      withCode('E_DRIVER_DUPLICATE', { message: expect.stringMatching(/bare.* "a" and "b"/) }),
    );
  });

  test('what a plugin provides is made once, when it is first asked for; nothing is null', async () => {
    let made = 0;
    const answer = { present: async () => [] };
    const provides: AnyPlugin['provides'] = { presence: () => (made++, answer), rows: () => null };
    const app = await bootWith([definePlugin({ name: 'a', provides })]);
    expect(made).toBe(0);
    expect([app.provided('presence'), app.provided('presence'), made]).toEqual([answer, answer, 1]);
    expect([app.provided('rows'), app.provided('redis')]).toEqual([null, null]);
  });

  test.each<[string, AnyPlugin['provides']]>([
    ['presence', { presence: () => ({ present: async () => [] }) }],
    [
      'rows',
      {
        rows: () => () => {
          throw new Error('never called');
        },
      },
    ],
  ])('LC-12 %s provided twice names both plugins: an application has one of it', async (key, provides) => {
    const plugins = ['a', 'b'].map((name) => definePlugin({ name, ...(provides === undefined ? {} : { provides }) }));
    await expect(bootWith(plugins)).rejects.toEqual(
      withCode('E_PROVIDER_DUPLICATE', { message: expect.stringMatching(`"a" and "b" .*"${key}"`) }),
    );
    await expect(bootWith(plugins.slice(1))).resolves.toBeDefined();
  });

  test('is listed with the plugin it comes from', async () => {
    const { registry } = await bootWith([definePlugin({ name: 'a', middleware, request })]);
    expect(registry.facades.get('App')?.plugin).toBe('app');
    expect(registry.middleware.get('echo')?.plugin).toBe('a');
    expect(registry.requestMethods.get('echo')?.plugin).toBe('a');
  });

  test('a definition is frozen once it is a plugin', () => {
    expect(Object.isFrozen(named('a'))).toBe(true);
  });
});

const audit = () => definePlugin({ name: 'audit' });

/** What only somebody without a compiler can give. */
const given = (plugins: unknown) => () => setup(null, { env: {} }).withPlugins(plugins as AnyPlugin[]);

const defined = (definition: object) => () => definePlugin(definition as PluginDefinition<Steps>);

const invalid = (problem: string, fix: string) =>
  withCode('E_PLUGIN_INVALID', { message: `Invalid plugin: ${problem}.`, fix });

describe('withPlugins()', () => {
  test.each<[string, unknown, string, string]>([
    [
      'the function of a plugin',
      [audit(), audit],
      'got the function audit at index 1 of its list',
      'Call it: audit().',
    ],
    ['a promise', [Promise.resolve(audit())], 'got a promise at index 0 of its list', 'Await it first.'],
    [
      'undefined',
      [undefined],
      'got undefined at index 0 of its list',
      'Check what it is imported from: nothing of that name is exported there.',
    ],
    [
      'a hole',
      Array.from({ length: 1 }),
      'got undefined at index 0 of its list',
      'Check what it is imported from: nothing of that name is exported there.',
    ],
    ['a list in the list', [[audit()]], 'got a list at index 0 of its list', 'Spread it into the list: ...plugins.'],
    [
      'a name',
      ['audit'],
      'got the string "audit" at index 0 of its list',
      'Import the function of the plugin and call it, for example routing() of @taproot/routing.',
    ],
    ['a number', [5], 'got 5 at index 0 of its list', 'Give what definePlugin({ name: "audit", ... }) returns.'],
    [
      'a function without a name',
      [[() => audit()].at(0)],
      'got a function at index 0 of its list',
      'Give what definePlugin({ name: "audit", ... }) returns.',
    ],
    [
      'a plugin alone',
      audit(),
      "got the object { name: 'audit' } in place of a list",
      'Put it into a list: withPlugins([routing()]).',
    ],
    ['nothing', undefined, 'got undefined in place of a list', 'Give a list of plugins: withPlugins([routing()]).'],
  ])('refuses %s', (_what, plugins, problem, fix) => {
    expect(given(plugins)).toThrow(invalid(`withPlugins() ${problem}`, fix));
  });

  test('refuses an object without a name', () => {
    expect(given([{}])).toThrow(
      invalid(
        'the object at index 0 of withPlugins() has no name',
        'Give it one: definePlugin({ name: "audit", ... }).',
      ),
    );
    expect(given([{ name: '' }])).toThrow(
      invalid(
        "the object at index 0 of withPlugins() has the name ''",
        'Give it one: definePlugin({ name: "audit", ... }).',
      ),
    );
  });

  test('D-8: says which object of the list has no name', () => {
    expect(given([definePlugin({ name: 'first' }), {}])).toThrow('the object at index 1 of withPlugins() has no name');
  });

  test('D-8: advises a plugin in place of a class, which cannot be called', () => {
    class Audit {
      name = 'audit';
    }
    expect(given([Audit])).toThrow(
      expect.objectContaining({ fix: expect.stringMatching(/^A plugin is no class: .*definePlugin\(/) }),
    );
  });

  test('shows the line of the chain', () => {
    expect(given([audit])).toThrow(
      expect.objectContaining({ place: expect.stringMatching(/^tests\/core\/plugins\.test\.ts:\d+$/) }),
    );
  });

  test('takes an object that was not made by definePlugin()', () => {
    expect(given([{ name: 'audit' }])).not.toThrow();
  });
});

describe('definePlugin()', () => {
  test.each<[object, string, string]>([
    [{ facade: {} }, '"audit" has the unknown key "facade"', 'Rename it to "facades".'],
    [{ Apply() {} }, '"audit" has the unknown key "Apply"', 'Rename it to "apply".'],
    [{ command: () => null }, '"audit" has the unknown key "command"', 'Rename it to "commands".'],
    [{ boot() {} }, '"audit" has the unknown key "boot"', 'Rename it to "apply".'],
    [{ register() {} }, '"audit" has the unknown key "register"', 'Rename it to "apply".'],
    [{ install() {} }, '"audit" has the unknown key "install"', 'Rename it to "apply".'],
    [{ requires: 'routing' }, '"requires" of "audit" is the string "routing"', 'Give a list of names.'],
    [{ facades: { Audit: 5 } }, '"facades" of "audit" is the object { Audit: 5 }', 'Give an object of functions.'],
    [{ apply: null }, '"apply" of "audit" is null', 'Give a function.'],
    [
      { steps: { withAudit: { stage: 1 } } },
      '"steps" of "audit" is the object { withAudit: [Object] }',
      'Give an object of functions.',
    ],
  ])('refuses %j', (definition, problem, fix) => {
    expect(defined({ name: 'audit', ...definition })).toThrow(invalid(problem, fix));
  });

  test.each<[object, string]>([
    [{}, 'no name'],
    [{ name: 5 }, 'the name 5'],
  ])('refuses %j, which has no name to call it by', (definition, what) => {
    expect(defined(definition)).toThrow(
      invalid(`it has ${what}`, 'Give it one: definePlugin({ name: "audit", ... }).'),
    );
  });

  test('leaves keys alone that other plugins may read, and those without a value', () => {
    expect(defined({ name: 'audit', seeds: [], dashboards: {}, facades: undefined })).not.toThrow();
  });
});

describe('names that a plugin of the framework adds', () => {
  test('E_PLUGIN_MISSING tells the plugin and its package, and the nearest name', async () => {
    const needing = (...requires: string[]) =>
      setup(null, { env: { APP_ENV: 'testing' } }).withPlugins([definePlugin({ name: 'a', requires })]);
    await expect(needing('routng').create()).rejects.toMatchObject({
      message: 'Plugin "a" requires the plugin "routng", which this application does not have. Did you mean "routing"?',
    });
    await expect(
      needing('b')
        .withPlugins([definePlugin({ name: 'routing' })])
        .create(),
    ).rejects.toMatchObject({
      fix: 'Add "b" to withPlugins() (bootstrap/plugins.ts), or remove "a".',
    });
    await expect(
      needing('routng')
        .withPlugins([definePlugin({ name: 'routing' })])
        .create(),
    ).rejects.toMatchObject({ fix: 'Write "routing" in requires of "a".' });
    await expect(needing('routing').create()).rejects.toMatchObject({
      fix: 'Add routing() of @taproot/routing to withPlugins() (bootstrap/plugins.ts), or remove "a".',
    });
  });

  test('E_FACADE_UNKNOWN and E_MIDDLEWARE_UNKNOWN tell the package', async () => {
    const app = await setup(null, { env: { APP_ENV: 'testing' } }).create();
    expect(() => Reflect.get(app.facades, 'DB')).toThrow(
      withCode('E_FACADE_UNKNOWN', {
        fix: expect.stringMatching(/^Add database\(\) of @taproot\/database to withPlugins\(\)/),
      }),
    );
    expect(() => Reflect.get(app.facades, 'Console')).toThrow(
      withCode('E_FACADE_UNKNOWN', {
        // The one plugin whose function is not called like its package.
        fix: expect.stringMatching(/^Add consoleKernel\(\) of @taproot\/console to withPlugins\(\)/),
      }),
    );
    expect(() => Reflect.get(app.middleware, 'throtle')).toThrow(
      withCode('E_MIDDLEWARE_UNKNOWN', { message: expect.stringContaining('Did you mean "throttle"?') }),
    );
    expect(() => Reflect.get(app.middleware, 'throttle')).toThrow(
      withCode('E_MIDDLEWARE_UNKNOWN', { fix: expect.stringContaining('throttle() of @taproot/throttle') }),
    );
  });

  test('E_STEP_ARGUMENT: what a function returned in place of the function', () => {
    expect(() => setup().withCallback(undefined as never)).toThrow(
      withCode('E_STEP_ARGUMENT', {
        message: 'withCallback() got undefined in place of a function.',
        place: expect.stringMatching(/^tests\/core\/plugins\.test\.ts:\d+$/),
      }),
    );
  });
});
