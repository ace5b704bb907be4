import { expect, test } from '@jest/globals';
import { type AnyHook, type Application, describeHooks } from '@taproot/core';
import { bootWords } from './fixtures/word-hooks.ts';

const described = (app: Application) => describeHooks(app.hookTables).filter(({ name }) => name.startsWith('words.'));

test('a hook is described with its kind, its arguments, and its taps in the order they run', async () => {
  const { app } = await bootWords((hooks) => {
    hooks.told.tap('second', () => undefined);
    hooks.told.tap({ name: 'third', stage: 10 }, () => undefined);
    hooks.told.tap({ name: 'first', stage: -10 }, () => undefined);
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
        { plugin: 'first', stage: -10 },
        { plugin: 'second', stage: 0 },
        { plugin: 'third', stage: 10 },
      ],
    },
    { ...none, name: 'words.asked', kind: 'SyncBailHook', args: ['word'] },
    { ...none, name: 'words.done', kind: 'AsyncSeriesHook', args: ['word'] },
    { ...none, name: 'words.made', kind: 'AsyncSeriesWaterfallHook', args: ['word'] },
    { name: 'words.keyed', key: 'a', kind: 'HookMap of SyncHook', args: ['word'], taps: [{ plugin: 'one', stage: 0 }] },
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
  const { app } = await bootWords((_hooks, { hookTables }) => hookTables.define('tower', { bell: new Bell() }));
  const all = describeHooks(app.hookTables);
  expect(all.at(-1)).toEqual({ name: 'tower.bell', key: null, kind: 'Bell', args: [], taps: [] });
  await app.close();
});
