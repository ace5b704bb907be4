import { describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { type DiskConfig, storage } from '@taproot/storage';
import { fakeStorage } from '@taproot/storage/testing';
import { pluginChecks } from '@taproot/testing';
import { boot, freshFolder } from './support/application.ts';

for (const { name, run } of pluginChecks(() => storage(), { beside: () => [routing()] })) test(name, run);

describe('the configuration', () => {
  test.each<readonly [string, unknown, string]>([
    ['an unknown driver', { driver: 'locale', root: 'x' }, 'Did you mean "local"?'],
    ['a setting of another driver', { driver: 'memory', root: 'x' }, 'storage.disks.tried.root'],
    ['a mistyped setting', { driver: 's3', bucket: 'x', regoin: 'x' }, 'Did you mean "region"?'],
    ['no folder', { driver: 'local', root: '' }, 'a folder'],
    ['no bucket', { driver: 's3', bucket: '' }, 'the name of a bucket'],
    ['an url that is no path', { driver: 'memory', url: 'https://x.example' }, 'a path such as'],
    ['an unknown visibility', { driver: 'memory', visibility: 'secret' }, '"public" or "private"'],
  ])('with %s is refused at boot', async (_what, disk, message) => {
    await expect(boot({ tried: disk as DiskConfig })).rejects.toMatchObject({
      code: 'E_STORAGE_SETTING',
      message: expect.stringContaining(message),
    });
  });

  test('names a default disk that there is', async () => {
    const booted = setup(null, { env: { APP_ENV: 'testing', STORAGE_DISK: 'memroy' } })
      .withPlugins([routing(), storage()])
      .create();
    await expect(booted).rejects.toMatchObject({ message: expect.stringContaining('Did you mean "memory"?') });
  });

  test('has the other disks by name', async () => {
    const app = await boot({ one: { driver: 'memory' }, two: { driver: 'memory' } });
    await app.facades.Storage().put('a', '1');
    expect(await app.facades.Storage().disk('one').get('a')).toBe('1');
    expect(await app.facades.Storage().disk('two').exists('a')).toBe(false);
    expect(() => app.facades.Storage().disk('three')).toThrow(
      expect.objectContaining({ code: 'E_STORAGE_DISK_UNKNOWN' }),
    );
  });
});

describe('fakeStorage()', () => {
  const bootFaked = async () => {
    const app = await boot({ local: { driver: 'local', root: freshFolder() }, other: { driver: 'memory' } });
    const disk = app.facades.Storage();
    await disk.put('real', 'real');
    return { app, disk, files: fakeStorage(app) };
  };

  test('keeps files apart from those of the disk, until it is restored', async () => {
    const { disk, files } = await bootFaked();
    await files.assertMissing('real');
    await disk.put('faked', '1');
    await files.assertExists('faked');
    files.restore();
    expect([await disk.exists('real'), await disk.exists('faked')]).toEqual([true, false]);
  });

  test('asserts, and says what there is', async () => {
    const { disk, files } = await bootFaked();
    await disk.put('d/a', 'one');
    await files.assertExists('d/a', { text: 'one' });
    await files.assertCount(1);
    await files.assertCount(1, { directory: 'd' });
    await files.assertCount(0, { disk: 'other' });
    const failed = (message: string) => ({
      code: 'E_STORAGE_ASSERTION',
      message: expect.stringContaining(message),
      fix: expect.stringContaining('d/a'),
    });
    await expect(files.assertExists('b')).rejects.toMatchObject(failed('no file "b"'));
    await expect(files.assertExists('d/a', { text: 'two' })).rejects.toMatchObject(failed('has the text "one"'));
    await expect(files.assertMissing('d/a')).rejects.toMatchObject(failed('a file "d/a"'));
    await expect(files.assertCount(2)).rejects.toMatchObject(failed('1 files, not 2'));
    await expect(files.assertExists('d/a', { disk: 'other' })).rejects.toMatchObject({ code: 'E_STORAGE_ASSERTION' });
  });
});
