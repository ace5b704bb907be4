import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { describeHooks } from '@taproot/core/internal';
import { type AnyHook, definePlugin, Stage } from '@taproot/core/plugin';
import { type TapWatcher, watchTaps } from '@taproot/routing/internal';
import { bootWords } from './fixtures/word-hooks.ts';

const described = (app: Application) => describeHooks(app.hookTables).filter(({ name }) => name.startsWith('words.'));

test('a hook is described with its kind, its arguments, and its taps in the order they run', async () => {
  const { app } = await bootWords((hooks) => {
    hooks.told.tap('second', () => undefined);
    hooks.told.tap({ name: 'third', stage: 10 }, () => undefined);
    hooks.told.tap({ name: 'first', stage: Stage.first }, () => undefined);
    hooks.keyed.for('a').tap('one', () => undefined);
    hooks.keyed.for('empty');
  });
  const none = { key: null, taps: [] };
  expect(described(app)).toEqual([
    {
      name: 'words.told',
      key: null,
      kind: 'SyncHook',
      args: ['word', 'times'],
      taps: [
        { plugin: 'first', stage: 'first' },
        { plugin: 'second', stage: null },
        { plugin: 'third', stage: '10' },
      ],
    },
    { ...none, name: 'words.asked', kind: 'SyncBailHook', args: ['word'] },
    { ...none, name: 'words.done', kind: 'AsyncSeriesHook', args: ['word'] },
    { ...none, name: 'words.made', kind: 'AsyncSeriesWaterfallHook', args: ['word'] },
    {
      name: 'words.keyed',
      key: 'a',
      kind: 'HookMap of SyncHook',
      args: ['word'],
      taps: [{ plugin: 'one', stage: null }],
    },
  ]);
  await app.close();
});

test('taps of the shutdown hook are described by stage, not by the order of the plugins that follows from none', async () => {
  const { app } = await bootWords((_hooks, { hooks: { shutdown } }) => {
    shutdown.tap('words', () => undefined);
    shutdown.tap({ name: 'server', stage: Stage.server }, () => undefined);
  });
  expect(describeHooks(app.hookTables).find(({ name }) => name === 'app.shutdown')?.taps).toEqual([
    { plugin: 'server', stage: 'server' },
    { plugin: 'words', stage: null },
  ]);
  await app.close();
});

test('a hook map without taps is described once, and describing it taps nothing', async () => {
  const { app, hooks } = await bootWords();
  const keyed = { name: 'words.keyed', key: null, kind: 'HookMap of SyncHook', args: ['word'], taps: [] };
  expect(described(app).at(-1)).toEqual(keyed);
  expect(described(app).at(-1)).toEqual(keyed);
  expect(hooks.keyed.for('a').isUsed()).toBe(false);
  await app.close();
});

test('a hook that is none of tapable tells no arguments', async () => {
  class Bell implements AnyHook {
    readonly taps = [];
    isUsed = (): boolean => false;
    intercept = (): void => undefined;
  }
  const tower = definePlugin({ name: 'tower', hooks: { tower: () => ({ bell: new Bell() }) } });
  const { app } = await bootWords(undefined, [tower]);
  const all = describeHooks(app.hookTables);
  expect(all.at(-1)).toEqual({ name: 'tower.bell', key: null, kind: 'Bell', args: [], taps: [] });
  await app.close();
});

test('taps of every kind are watched around their work, and give what they gave', async () => {
  const { app, hooks } = await bootWords(({ told, asked, done, made, keyed }) => {
    told.tap('a', () => undefined);
    asked.tap('b', (word) => word.length);
    done.tapAsync('c', (_word, end) => void setImmediate(end));
    done.tapPromise('d', () => Promise.resolve());
    made.tapPromise('e', async (word) => word.toUpperCase());
    keyed.for('k').tap('f', () => undefined);
  });
  const seen: string[] = [];
  const watch: TapWatcher = (hook, plugin, run) => {
    seen.push(`${hook} ${plugin}`);
    const result = run();
    if (result instanceof Promise) return result.finally(() => seen.push(`end of ${plugin}`));
    seen.push(`end of ${plugin}`);
    return result;
  };
  const use = async () => {
    hooks.told.call('x', 1);
    expect(hooks.asked.call('four')).toBe(4);
    await hooks.done.promise('x');
    expect(await hooks.made.promise('x')).toBe('X');
    hooks.keyed.for('k').call('x');
  };

  const unwatch = watchTaps(app.hookTables, watch);
  await use();
  expect(seen).toEqual(
    ['words.told a', 'words.asked b', 'words.done c', 'words.done d', 'words.made e', "words.keyed.for('k') f"].flatMap(
      (tap) => [tap, `end of ${tap.at(-1) ?? ''}`],
    ),
  );

  unwatch();
  seen.length = 0;
  await use();
  expect(seen).toEqual([]);
  await app.close();
});

test('an error of a watched tap reaches the caller of the hook', async () => {
  const { app, hooks } = await bootWords(({ asked, done }) => {
    asked.tap('a', () => {
      throw new TypeError('sync');
    });
    done.tapAsync('b', (_word, end) => end(new TypeError('async')));
  });
  const unwatch = watchTaps(app.hookTables, (_hook, _plugin, run) => run());
  expect(() => hooks.asked.call('x')).toThrow('sync');
  await expect(hooks.done.promise('x')).rejects.toThrow('async');
  unwatch();
  await app.close();
});

test('the taps are the very same again when nobody watches any more', async () => {
  const { app, hooks } = await bootWords(({ told }) => told.tap('a', () => undefined));
  const taps = () => (hooks.told as unknown as { readonly taps: readonly unknown[] }).taps;
  const [before] = taps();
  watchTaps(app.hookTables, (_hook, _plugin, run) => run())();
  expect(taps()[0]).toBe(before);
  await app.close();
});

test('taps that are added later are not watched, and stay after the watching ends', async () => {
  const seen: string[] = [];
  const { app, hooks } = await bootWords(({ told }, { hookTables }) => {
    told.tap('early', () => void seen.push('early runs'));
    const unwatch = watchTaps(hookTables, (_hook, plugin, run) => {
      seen.push(`${plugin} is watched`);
      return run();
    });
    told.tap('late', () => void seen.push('late runs'));
    told.call('x', 1);
    unwatch();
  });
  expect(seen.splice(0)).toEqual(['early is watched', 'early runs', 'late runs']);
  hooks.told.call('x', 1);
  expect(seen).toEqual(['early runs', 'late runs']);
  await app.close();
});
