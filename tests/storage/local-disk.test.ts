import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { program } from '../support/program.ts';
import { boot, freshFolder } from './support/application.ts';

const bootLocal = async () => {
  const root = freshFolder();
  const reports: unknown[] = [];
  const app = await boot({ local: { driver: 'local', root } }, undefined, reports);
  return { app, root, reports, disk: app.facades.Storage() };
};

/** All files below a folder, those of Taproot included. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);

describe('a put that fails', () => {
  const broken = (): Readable =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(1_000_000);
        throw new Error('the client left');
      })(),
    );

  test('because its source fails leaves the old file, and nothing of the new one', async () => {
    const { disk, root } = await bootLocal();
    await disk.put('a', 'old');
    await expect(disk.put('a', broken())).rejects.toMatchObject({ code: 'E_STORAGE_SOURCE' });
    await expect(disk.put('new/b', broken())).rejects.toMatchObject({ code: 'E_STORAGE_SOURCE' });
    expect(await disk.get('a')).toBe('old');
    expect(filesIn(root)).toEqual(['a']);
  });

  test('because its source was destroyed before leaves nothing', async () => {
    const { disk, root } = await bootLocal();
    await expect(disk.put('a', broken().destroy())).rejects.toMatchObject({ code: 'E_STORAGE_SOURCE' });
    expect(filesIn(root)).toEqual([]);
  });

  test.each([
    [1000, 'written', 1000],
    [3_000_000, 'E_STORAGE_FULL', 3],
  ])('because the disk is full leaves the old file: %d bytes', (bytes, said, size) => {
    const root = freshFolder();
    writeFileSync(join(root, 'a'), 'old');
    // A limit for each file makes a write fail in the middle, as a full disk does.
    const command = 'ulimit -f 1000; exec "$@"';
    const args = [
      '-c',
      command,
      'bash',
      process.execPath,
      program(join(import.meta.dirname, 'fixtures', 'full-disk.ts')),
    ];
    const { stdout, stderr } = spawnSync('bash', [...args, root, String(bytes)], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: said, stderr: '' });
    expect(filesIn(root)).toEqual(['a']);
    expect(readFileSync(join(root, 'a'))).toHaveLength(size);
  });
});

describe('a symbolic link out of the disk', () => {
  const bootLinked = async () => {
    const { disk, root } = await bootLocal();
    const outside = freshFolder();
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret'), join(root, 'file'));
    return { disk, root, outside };
  };

  test('of a directory is not read, written, listed or deleted through', async () => {
    const { disk, outside } = await bootLinked();
    const denied = { code: 'E_STORAGE_DENIED' };
    await expect(disk.get('out/secret')).rejects.toMatchObject(denied);
    await expect(disk.put('out/new', 'x')).rejects.toMatchObject(denied);
    await expect(disk.put('out/deep/new', 'x')).rejects.toMatchObject(denied);
    await expect(disk.copy('out/secret', 'copy')).rejects.toMatchObject(denied);
    await expect(disk.delete('out/secret')).rejects.toMatchObject(denied);
    await expect(disk.files('out').next()).rejects.toMatchObject(denied);
    expect(filesIn(outside)).toEqual(['secret']);
  });

  test('of a file is no file of the disk, and is replaced by a put', async () => {
    const { disk, outside } = await bootLinked();
    expect(await disk.exists('file')).toBe(false);
    await expect(disk.get('file')).rejects.toMatchObject({ code: expect.stringMatching(/^E_STORAGE_/) });
    await disk.put('file', 'mine');
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(await disk.get('file')).toBe('mine');
  });
});

test('two puts at once leave one of the two files, whole', async () => {
  const { disk, root } = await bootLocal();
  const texts = Array.from({ length: 20 }, (_, at) => String(at).repeat(50_000));
  await Promise.all(texts.map((text) => disk.put('a', text)));
  expect(texts).toContain(await disk.get('a'));
  expect(filesIn(root)).toEqual(['a']);
});

describe('parts that a killed process has left', () => {
  const day = 86_400;

  test('are removed when the application starts, once they are older than a day', async () => {
    const { app, root } = await bootLocal();
    const parts = join(root, '.taproot');
    mkdirSync(parts);
    const now = Date.now() / 1000;
    for (const [name, age] of Object.entries({ young: day - 60, old: day + 60 })) {
      writeFileSync(join(parts, name), 'x');
      utimesSync(join(parts, name), now - age, now - age);
    }
    writeFileSync(join(root, 'kept'), 'x');
    utimesSync(join(root, 'kept'), 0, 0);
    await app.hooks.start.promise(app);
    expect(filesIn(root).toSorted()).toEqual(['kept', 'young']);
  });

  test('are not looked for outside of the disk', async () => {
    const { app, root, reports } = await bootLocal();
    const outside = freshFolder();
    writeFileSync(join(outside, 'old'), 'x');
    utimesSync(join(outside, 'old'), 0, 0);
    symlinkSync(outside, join(root, '.taproot'));
    await app.hooks.start.promise(app);
    expect(filesIn(outside)).toEqual(['old']);
    expect(reports).toEqual(['E_STORAGE_TIDYING']);
  });

  test('are nothing on a disk whose folder is not there yet', async () => {
    const app = await boot({ local: { driver: 'local', root: join(freshFolder(), 'none') } });
    await expect(app.hooks.start.promise(app)).resolves.toBeUndefined();
  });
});
