import { describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import type { Steps } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin, type PluginDefinition } from '@taproot/core/plugin';
import { withCode } from './support.ts';

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
      expect.objectContaining({ place: expect.stringMatching(/^tests\/core\/invalid-plugins\.test\.ts:\d+$/) }),
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
        place: expect.stringMatching(/^tests\/core\/invalid-plugins\.test\.ts:\d+$/),
      }),
    );
  });
});
