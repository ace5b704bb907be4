import { describe, expect, test } from '@jest/globals';
import { type Config, type Duration, defineConfig } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { definePlugin, durations, orNull, type Settings } from '@taproot/core/plugin';
import { bootWith, withCode } from './support.ts';

interface StoreConfig {
  name: string;
  size: number;
  on: boolean;
  list: readonly string[] | number;
  pattern: RegExp | string;
  make: ((name: string) => string) | null;
  nested: { deep: { loud: boolean; quiet: boolean } };
  connections: Record<string, { url: string; pool?: { size: number } }>;
}

interface LeaseRate {
  least: number;
  most: number | null;
}

interface LeaseConfig {
  owner: string | null;
  limit: number | null;
  end: Duration | null;
  rate: LeaseRate | null;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    lease: LeaseConfig;
    store: StoreConfig;
    stores: Record<string, { url: string }>;
    absent: { key: string };
  }
}

const defaults = (): StoreConfig => ({
  name: 'store',
  size: 1,
  on: false,
  list: ['a', 'b'],
  pattern: /x/,
  make: null,
  nested: { deep: { loud: false, quiet: true } },
  connections: openRecord({ main: { url: 'main' } }),
});

const store = () => definePlugin({ name: 'store', config: { store: defaults() } });

const resolve = async (config: Config) => (await bootWith([store()], config)).config.store;

// A value the compiler would not let pass; authors without types have only the check at boot.
const untyped = (values: unknown) => ({ store: values }) as Config;

describe('configuration', () => {
  test("has the plugins' defaults where the author says nothing", async () => {
    expect(await resolve({})).toEqual(defaults());
  });

  test("lies under the author's values, all the way down", async () => {
    const config = await resolve({ store: { size: 2, nested: { deep: { loud: true } } } });
    expect(config).toMatchObject({ name: 'store', size: 2, nested: { deep: { loud: true, quiet: true } } });
  });

  test('is read from functions of the environment, on both sides', async () => {
    const plugin = definePlugin({
      name: 'store',
      config: { store: (env) => ({ ...defaults(), name: env('APP_ENV') }) },
    });
    const file = defineConfig('store', (env) => ({ size: env('NO_SUCH_SIZE', 7) }));
    expect((await bootWith([plugin], { store: file })).config.store).toMatchObject({ name: 'testing', size: 7 });
  });

  test('replaces lists, functions and instances whole', async () => {
    const make = (name: string) => name;
    const pattern = /y/;
    const config = await resolve({ store: { list: ['c'], make, pattern } });
    expect(config.list).toEqual(['c']);
    expect(config.make).toBe(make);
    expect(config.pattern).toBe(pattern);
  });

  test('keeps the default where the author gives undefined', async () => {
    expect(await resolve(untyped({ size: undefined, nested: { deep: undefined } }))).toEqual(defaults());
    expect(await resolve({ store: () => ({}) })).toEqual(defaults());
  });

  test("takes the author's own keys in an open record, and checks the known ones", async () => {
    const config = await resolve({ store: { connections: { other: { url: 'other', pool: { size: 3 } } } } });
    expect(config.connections).toEqual({ main: { url: 'main' }, other: { url: 'other', pool: { size: 3 } } });
    await expect(resolve(untyped({ connections: { main: { uri: 'x' } } }))).rejects.toMatchObject({
      message: expect.stringContaining('"store.connections.main.uri"'),
    });
  });

  test('a whole file may be open', async () => {
    const plugin = definePlugin({ name: 'stores', config: { stores: openRecord({ main: { url: 'a' } }) } });
    const app = await bootWith([plugin], { stores: { other: { url: 'b' } } });
    expect(app.config.stores).toEqual({ main: { url: 'a' }, other: { url: 'b' } });
  });

  test('a default that two plugins give is an error that names both', async () => {
    const second = definePlugin({ name: 'second', after: ['store'], config: { store: defaults } });
    await expect(bootWith([second, store()])).rejects.toEqual(
      withCode('E_CONFIG_DUPLICATE', {
        message: 'Both "store" and "second" declare a default for configuration "store.name".',
      }),
    );
  });

  test('a second plugin may add keys to a file', async () => {
    const config = { store: { color: 'red' } } as unknown as { store: StoreConfig };
    const app = await bootWith([store(), definePlugin({ name: 'second', config })], { store: { size: 6 } });
    expect(app.config.store).toMatchObject({ color: 'red', size: 6, name: 'store' });
  });

  test.each([['10.0.0.1'], [true], [null]])(
    'a list is not %j: one entry without its list is an error',
    async (list) => {
      await expect(resolve(untyped({ list }))).rejects.toEqual(
        withCode('E_CONFIG_TYPE', {
          message: expect.stringMatching(/^Configuration "store\.list" must be of type list, not /),
        }),
      );
    },
  );

  test('LC-15 an unknown file is an error with the nearest name', async () => {
    await expect(bootWith([store()], { stroe: {} } as Config)).rejects.toEqual(
      withCode('E_CONFIG_UNKNOWN_FILE', { message: expect.stringMatching(/"stroe".*Did you mean "store"\?/) }),
    );
  });

  test.each([
    [{ nmae: 'x' }, 'store.nmae', 'name'],
    [{ nested: { deep: { loude: true } } }, 'store.nested.deep.loude', 'loud'],
    [JSON.parse('{"__proto__": {"size": 9}}'), 'store.__proto__', null],
  ])('LC-15 an unknown key in %j is an error with its path', async (values: unknown, path, near) => {
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    await expect(resolve(untyped(values))).rejects.toEqual(
      withCode('E_CONFIG_UNKNOWN_KEY', { message: `Unknown configuration key "${path}".${hint}` }),
    );
  });

  test('an unknown key is an error that lists the known ones', async () => {
    await expect(resolve(untyped({ nested: { deep: { x: 1 } } }))).rejects.toMatchObject({
      fix: 'Known keys here: loud, quiet.',
    });
  });

  test.each([
    [{ size: '1' }, 'store.size', 'number', 'string'],
    [{ size: Number.NaN }, 'store.size', 'number', 'NaN'],
    [{ on: 1 }, 'store.on', 'boolean', 'number'],
    [{ list: { 0: 'a' } }, 'store.list', 'list', 'object'],
    [{ nested: null }, 'store.nested', 'object', 'null'],
    [{ nested: { deep: ['x'] } }, 'store.nested.deep', 'object', 'list'],
    [{ nested: new Date(0) }, 'store.nested', 'object', 'Date'],
    [{ nested: true }, 'store.nested', 'object', 'boolean'],
    [[], 'store', 'object', 'list'],
  ])('LC-15 %j is an error: %s must be of type %s', async (values: unknown, path, expected, actual) => {
    await expect(resolve(untyped(values))).rejects.toEqual(
      withCode('E_CONFIG_TYPE', {
        message: `Configuration "${path}" must be of type ${expected}, not ${actual}.`,
        fix: expect.stringContaining('in config/store.ts'),
      }),
    );
  });

  test('types that a default cannot show are left to the compiler: a number for a list', async () => {
    expect(await resolve(untyped({ list: 2 }))).toMatchObject({ list: 2 });
  });

  test.each([
    [{ name: null }, 'name', 'string'],
    [{ size: null }, 'size', 'number'],
    [{ pattern: null }, 'pattern', 'RegExp'],
  ])('%j is an error: null is a value of a marked key alone', async (values: unknown, key, expected) => {
    await expect(resolve(untyped(values))).rejects.toEqual(
      withCode('E_CONFIG_TYPE', { message: `Configuration "store.${key}" must be of type ${expected}, not null.` }),
    );
  });

  describe('orNull()', () => {
    const lease = (): Settings<LeaseConfig> =>
      orNull(
        durations<LeaseConfig>(
          { owner: 'ada', limit: 5, end: 60, rate: orNull<LeaseRate>({ least: 1, most: null }, 'most') },
          'end',
        ),
        'owner',
        'limit',
        'end',
        'rate',
      );
    const read = async (values: unknown) =>
      (
        await bootWith([definePlugin({ name: 'lease', config: { lease } })], {
          lease: values,
        } as Config)
      ).config.lease;

    test('lets null switch a setting off, an object of settings as well', async () => {
      expect(await read({ owner: null, limit: null, end: null, rate: null })).toEqual({
        owner: null,
        limit: null,
        end: null,
        rate: null,
      });
      expect(await read({ rate: { most: 3 } })).toMatchObject({ owner: 'ada', rate: { least: 1, most: 3 } });
    });

    test.each([
      ['rate', false, 'object or null', 'boolean'],
      ['owner', 7, 'string or null', 'number'],
    ])('names null for %s, where another type was given', async (key, value, expected, actual) => {
      await expect(read({ [key]: value })).rejects.toEqual(
        withCode('E_CONFIG_TYPE', {
          message: `Configuration "lease.${key}" must be of type ${expected}, not ${actual}.`,
        }),
      );
    });

    test.each([
      [{ owner: '' }, 'lease.owner', 'the string ""'],
      [{ limit: 0 }, 'lease.limit', '0'],
      [{ end: 0 }, 'lease.end', '0'],
      [{ end: '0s' }, 'lease.end', '0'],
      [{ rate: { most: 0 } }, 'lease.rate.most', '0'],
    ])('refuses %j, with null in its place', async (values: unknown, path, value) => {
      await expect(read(values)).rejects.toEqual(
        withCode('E_CONFIG_NULL', {
          message: `Configuration "${path}" is ${value}, but a setting without a value is null.`,
          fix: expect.stringMatching(/^Write null in config\/lease\.ts/),
        }),
      );
    });

    test('leaves 0 and an empty string to keys that are not marked', async () => {
      expect(await read({ rate: { least: 0 } })).toMatchObject({ rate: { least: 0 } });
    });
  });

  test('LC-15 is frozen all the way down, other files and keys cannot be added', async () => {
    const { config } = await bootWith([store()], { store: { list: ['c'], connections: { own: { url: 'x' } } } });
    for (const part of [
      config,
      config.store,
      config.store.list,
      config.store.nested.deep,
      config.store.connections.own,
    ])
      expect(Object.isFrozen(part)).toBe(true);
    expect(() => Object.assign(config, { other: {} })).toThrow(TypeError);
    expect(Object.isFrozen(config.store.pattern)).toBe(false);
  });

  test("LC-15 leaves the author's objects alone: not frozen, and later changes to them are without effect", async () => {
    const list = ['c'];
    const values = { list, connections: { own: { url: 'x' } } };
    const config = await resolve({ store: values });
    list.push('d');
    values.connections.own.url = 'changed';
    expect(config.list).toEqual(['c']);
    expect(config.connections.own?.url).toBe('x');
  });

  test("LC-16 a plugin's defaults are shared by no two applications", async () => {
    const declared = defaults();
    const shared = definePlugin({ name: 'store', config: { store: declared } });
    const [first, second] = [await bootWith([shared]), await bootWith([shared])];
    expect(first.config.store).toEqual(second.config.store);
    expect(first.config.store).not.toBe(second.config.store);
    expect(Object.isFrozen(declared.nested)).toBe(false);
  });

  test('a file that no plugin declares is an error when it is read, and none when it is looked for', async () => {
    const { config } = await bootWith([]);
    expect(() => config.absent.key).toThrow(
      withCode('E_CONFIG_MISSING', { message: expect.stringContaining('"absent"') }),
    );
    expect('absent' in config).toBe(false);
    expect(Object.keys(config)).toEqual(['app']);
  });

  test('the app file has safe defaults, and follows APP_*', async () => {
    const { app } = (await bootWith([])).config;
    expect(app).toMatchObject({
      name: 'Taproot',
      url: null,
      key: null,
      env: 'testing',
      debug: false,
      locale: 'en',
      unhandled: 'exit',
    });
  });
});
