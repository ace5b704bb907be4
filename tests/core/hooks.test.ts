import { describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { superviseSync } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin, type HookTable } from '@taproot/core/plugin';
import { testApplication } from '@taproot/testing';
import { AsyncSeriesHook, HookMap, SyncHook } from 'tapable';
import { bootWith, pluginFailed, withCode } from './support.ts';

const tableOf = () => ({
  saved: new SyncHook<[string]>(['name']),
  sent: new AsyncSeriesHook<[string]>(['name']),
  driver: new HookMap(() => new SyncHook<[string]>(['native'])),
});

declare module '@taproot/core' {
  interface PluginHooks {
    mail: ReturnType<typeof tableOf>;
  }
}

const late = (hook: string) => withCode('E_HOOKS_FROZEN', { message: `Plugin "late" tapped ${hook} too late.` });

describe('superviseSync()', () => {
  const fail = (): never => {
    throw new Error('disk full');
  };

  test('names the plugin of a tap that throws', () => {
    const hook = new SyncHook<[string]>(['name']);
    superviseSync('mail.saved', hook);
    hook.tap('archive', fail);
    expect(() => hook.call('a')).toThrow(expect.objectContaining({ message: expect.stringContaining('archive') }));
  });

  test('hands it to collect() where that is given, and goes on', () => {
    const hook = new SyncHook<[string]>(['name']);
    const collected: unknown[] = [];
    const heard: string[] = [];
    superviseSync('mail.saved', hook, (error) => collected.push(error));
    hook.tap('archive', fail);
    hook.tap('log', (name) => void heard.push(name));
    hook.call('a');
    expect([collected.length, heard]).toEqual([1, ['a']]);
  });
});

describe('hook tables', () => {
  const mail = (name = 'mail') => definePlugin({ name, hooks: { mail: tableOf } });

  test('are declared by the key "hooks", frozen, and listed by name; that of the application comes first', async () => {
    const app = await bootWith([mail()]);
    const table = app.hookTables.of('mail');
    expect(Object.isFrozen(table)).toBe(true);
    expect(Object.isFrozen(app.hooks)).toBe(true);
    expect([...app.hookTables].map(([owner]) => owner)).toEqual(['app', 'mail']);
    expect(new Map<string, HookTable>(app.hookTables).get('mail')).toBe(table);
  });

  test('exist before any plugin is applied, in whatever order the plugins come', async () => {
    const heard: string[] = [];
    const early = definePlugin({
      name: 'early',
      apply: (app) => app.hookTables.of('mail').saved.tap('early', (name) => void heard.push(name)),
    });
    const app = await bootWith([early, mail()]);
    app.hookTables.of('mail').saved.call('a');
    expect(heard).toEqual(['a']);
  });

  test('are made once for each application, from its configuration', async () => {
    const made: string[] = [];
    const plugin = definePlugin({
      name: 'post',
      hooks: {
        mail: (app) => {
          made.push(app.config.app.name);
          return tableOf();
        },
      },
    });
    const [one, two] = [
      await bootWith([plugin], { app: { name: 'one' } }),
      await bootWith([plugin], { app: { name: 'two' } }),
    ];
    expect(made).toEqual(['one', 'two']);
    expect(one.hookTables.of('mail')).toBe(one.hookTables.of('mail'));
    expect(one.hookTables.of('mail')).not.toBe(two.hookTables.of('mail'));
  });

  test('have one plugin for each name, and none takes that of the application', async () => {
    await expect(bootWith([mail('post'), mail('courier')])).rejects.toEqual(
      withCode('E_HOOKS_DUPLICATE', { message: 'The hooks "mail" are provided by both "post" and "courier".' }),
    );
    const greedy: AnyPlugin = { name: 'greedy', ...Object.fromEntries([['hooks', { app: tableOf }]]) };
    await expect(bootWith([greedy])).rejects.toEqual(
      withCode('E_HOOKS_DUPLICATE', { message: 'The hooks "app" are provided by both "app" and "greedy".' }),
    );
  });

  test('a table that no plugin has: the nearest one, or the plugin that has it', async () => {
    const app = await bootWith([mail()]);
    const of = (name: string) => () => app.hookTables.of(name as 'mail');
    expect(of('mial')).toThrow(
      withCode('E_HOOKS_UNKNOWN', {
        message: 'No plugin of this application has hooks called "mial". Did you mean "mail"?',
      }),
    );
    expect(of('http')).toThrow(
      withCode('E_HOOKS_UNKNOWN', {
        fix: 'Add routing() of @taproot/routing to withPlugins() (bootstrap/plugins.ts). Hook tables now: app, mail.',
      }),
    );
  });

  test('a plugin that fails to make its table is named', async () => {
    const faulty = definePlugin({
      name: 'faulty',
      hooks: {
        mail: () => {
          throw new Error('no post office');
        },
      },
    });
    await expect(bootWith([faulty])).rejects.toEqual(pluginFailed('faulty', 'hooks.mail', 'no post office'));
    const nothing: AnyPlugin = { name: 'nothing', ...Object.fromEntries([['hooks', { mail: () => undefined }]]) };
    await expect(bootWith([nothing])).rejects.toEqual(withCode('E_PLUGIN_FAILED'));
    const map: AnyPlugin = { name: 'map', ...Object.fromEntries([['hooks', { mail: tableOf() }]]) };
    expect(() => bootWith([map])).toThrow(withCode('E_PLUGIN_INVALID'));
  });

  test('a hook is used when something taps it, whatever intercepts it', async () => {
    const app = await bootWith([
      definePlugin({ name: 'early', apply: (app) => app.hooks.start.tap('early', () => undefined) }),
    ]);
    expect(app.hooks.ready.isUsed()).toBe(false);
    expect(app.hooks.start.isUsed()).toBe(true);
  });
});

describe('tapping', () => {
  const tapped = definePlugin({
    name: 'early',
    hooks: { mail: tableOf },
    apply(app) {
      const table = app.hookTables.of('mail');
      table.saved.tap('early', () => undefined);
      table.driver.for('smtp').tap('early', () => undefined);
    },
  });

  test('is open until the application is frozen, also within the boot hook', async () => {
    const ready: string[] = [];
    await bootWith([
      definePlugin({
        name: 'late',
        apply: (app) => app.hooks.boot.tap('late', () => app.hooks.ready.tap('late', () => void ready.push('ready'))),
      }),
    ]);
    expect(ready).toEqual(['ready']);
  });

  test('afterwards is an error that names plugin and hook', async () => {
    const app = await bootWith([tapped]);
    const mail = app.hookTables.of('mail');
    expect(() => app.hooks.shutdown.tap('late', () => undefined)).toThrow(late('app.shutdown'));
    expect(() => mail.saved.tap('late', () => undefined)).toThrow(late('mail.saved'));
    expect(() => mail.sent.tapPromise('late', async () => undefined)).toThrow(late('mail.sent'));
    expect(() => mail.sent.tapAsync('late', () => undefined)).toThrow(late('mail.sent'));
    expect(() => mail.driver.for('smtp').tap('late', () => undefined)).toThrow(late("mail.driver.for('smtp')"));
    expect(() => mail.driver.for('new').tap('late', () => undefined)).toThrow(late("mail.driver.for('new')"));
    expect(mail.driver.get('smtp')?.taps).toHaveLength(1);
  });

  test('the boot hook is closed while it runs', async () => {
    const lateIn = (apply: (app: Application) => void) => bootWith([definePlugin({ name: 'late', apply })]);
    const nothing = () => undefined;
    await expect(lateIn(({ hooks }) => hooks.boot.tap('late', () => hooks.boot.tap('late', nothing)))).rejects.toEqual(
      late('app.boot'),
    );
  });
});

describe('an asynchronous tap of a hook that waits for none', () => {
  const failing = async (): Promise<void> => Promise.reject(new Error('the store is down'));

  const auditOf = (tap: (table: ReturnType<typeof tableOf>) => void) => {
    const table = tableOf();
    const audit = definePlugin({
      name: 'audit',
      hooks: { mail: () => table },
      apply: () => tap(table),
    });
    return { table, audit };
  };

  test.each<[string, (table: ReturnType<typeof tableOf>) => void, (table: ReturnType<typeof tableOf>) => void]>([
    ['mail.saved', ({ saved }) => saved.tap('audit', failing), ({ saved }) => saved.call('a')],
    [
      "mail.driver.for('smtp')",
      ({ driver }) => driver.for('smtp').tap('audit', failing),
      ({ driver }) => driver.for('smtp').call('a'),
    ],
  ])('of %s that rejects is reported, with plugin and hook named', async (hook, tap, call) => {
    const { table, audit } = auditOf(tap);
    await using app = await testApplication({ plugins: [audit] });
    call(table);
    await new Promise(setImmediate);
    expect(app.reports).toEqual([pluginFailed('audit', hook, 'the store is down')]);
  });

  test('keeps no other tap from running, and throws as it did where it throws at once', async () => {
    const heard: string[] = [];
    const { table, audit } = auditOf(({ saved }) => {
      saved.tap('audit', failing);
      saved.tap('audit', (name) => void heard.push(name));
      saved.tap('audit', (name) => {
        if (name === 'b') throw new Error('at once');
      });
    });
    await using app = await testApplication({ plugins: [audit] });
    table.saved.call('a');
    expect(() => table.saved.call('b')).toThrow('at once');
    await new Promise(setImmediate);
    expect([heard, app.reports.length]).toEqual([['a', 'b'], 2]);
  });
});

describe('the declarative keys of a plugin', () => {
  test('builder steps are taps of the boot hook: an interceptor sees them, with their stage', async () => {
    const seen: [string, number | undefined][] = [];
    const watcher = definePlugin({
      name: 'watcher',
      steps: { withNothing: (_app: Application) => undefined },
      apply: (app) => app.hooks.boot.intercept({ tap: ({ name, stage }) => void seen.push([name, stage]) }),
    });
    await setup()
      .withPlugins([watcher])
      .withNothing()
      .withCallback(() => undefined)
      .create();
    expect(seen).toEqual([
      ['watcher', -200],
      ['app', -50],
    ]);
  });

  test('a configuration that fails names its plugin', async () => {
    const faulty = definePlugin({
      name: 'faulty',
      config: {
        app: () => {
          throw new Error('no disk');
        },
      },
    });
    await expect(bootWith([faulty])).rejects.toEqual(pluginFailed('faulty', 'config.app', 'no disk'));
  });
});

test('the name of a hook that does not exist: the nearest one, not a raw TypeError', async () => {
  const app = await bootWith([]);
  expect(() => Reflect.get(app.hooks, 'shutdwon')).toThrow(
    withCode('E_HOOK_UNKNOWN', { message: 'The hook app.shutdwon does not exist. Did you mean "shutdown"?' }),
  );
});
