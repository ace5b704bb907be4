import { expect, test } from '@jest/globals';
import { type TapWatcher, watchTaps } from '@taproot/core';
import { bootWords } from './fixtures/word-hooks.ts';

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

test('what a watched tap throws reaches whoever called the hook', async () => {
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

test('taps that are added meanwhile are not watched, and stay when nobody watches any more', async () => {
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
