import { describe, expect, test } from '@jest/globals';
import { type Application } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
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
