import cluster from 'node:cluster';
import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { log } from '@taproot/log';
import { routing } from '@taproot/routing';
import { Output } from '../../plugins/log/src/output.ts';
import { pretty } from '../../plugins/log/src/pretty.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A reader that reads nothing until it is let go. */
class Reader extends Writable {
  text = '';
  #next: (() => void) | null = null;
  blocked = true;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    if (this.blocked) this.#next = done;
    else done();
  }

  release(): void {
    this.blocked = false;
    this.#next?.();
  }
}

describe('a reader that does not read', () => {
  const line = `${'x'.repeat(99)}\n`;
  const outputTo = (reader: Reader): Output =>
    new Output({ stream: () => reader, most: 64 * 1024, droppedLine: (count) => `${count} dropped\n` });

  test('costs no more memory than it may; what was dropped is counted when it reads again', async () => {
    const reader = new Reader();
    const output = outputTo(reader);
    for (let round = 0; round < 100; round++) {
      for (let index = 0; index < 10; index++) output.write(line);
      await turn();
      expect(reader.writableLength).toBeLessThanOrEqual(64 * 1024);
    }
    reader.release();
    await turn();
    await turn();
    const lines = reader.text.split('\n').slice(0, -1);
    const dropped = lines.filter((one) => one.endsWith('dropped')).map((one) => Number.parseInt(one, 10));
    expect(dropped).toHaveLength(1);
    expect(lines.length - 1 + (dropped[0] ?? 0)).toBe(1000);
    output.write('again\n');
    await turn();
    expect(reader.text).toMatch(/again\n$/);
  });

  test('that reads loses no line', async () => {
    const reader = new Reader();
    reader.release();
    const output = outputTo(reader);
    for (let index = 0; index < 1000; index++) {
      output.write(line);
      if (index % 50 === 0) await turn();
    }
    await output.end(1000);
    expect(reader.text.length).toBe(1000 * line.length);
  });

  test('that has left does not cause an error', async () => {
    const reader = new Reader();
    reader.destroy();
    const output = outputTo(reader);
    output.write(line);
    await turn();
    await output.end(1000);
    expect(reader.text).toBe('');
  });

  test('does not keep the end waiting', async () => {
    const reader = new Reader();
    const output = outputTo(reader);
    output.write(line);
    await expect(output.end(1)).resolves.toBeUndefined();
  });
});

describe('a file', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'taproot-log-'))));
  afterEach(() => rm(folder, { recursive: true }));
  afterEach(() => void jest.restoreAllMocks());
  const before = [process.listenerCount('SIGUSR2'), process.listenerCount('message')];

  const boot = (file: string) =>
    setup(null, { basePath: folder, env: { APP_ENV: 'production', LOG_FILE: file } })
      .withPlugins([routing(), log()])
      .create();

  test.each([
    ['a relative one', () => 'logs/app.log'],
    ['an absolute one', () => join(folder, 'logs/app.log')],
  ])('%s is made with its folder, and has every line once the application has closed', async (_which, file) => {
    const app = await boot(file());
    for (let index = 0; index < 100; index++) app.facades.Log().info({ index }, 'line');
    await app.close();
    const lines = (await readFile(join(folder, 'logs/app.log'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { index: number }).index)).toEqual([...Array(100).keys()]);
  });

  const path = (): string => join(folder, 'app.log');
  const messages = (text: string): string[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { message: string }).message);

  /** Resolves when the file has a line with this message. */
  const written = async (message: string): Promise<void> => {
    while (!(await readFile(path(), 'utf8')).includes(`"${message}"}\n`)) await turn();
  };

  test.each([
    ['SIGUSR2', () => process.emit('SIGUSR2')],
    ['a message of its primary', () => process.emit('message', { taproot: 'reopen' }, undefined)],
  ])('OP-10 that was renamed is opened again at %s', async (_what, reopen) => {
    jest.replaceProperty(cluster, 'isWorker', true);
    const app = await boot('app.log');
    app.facades.Log().info('before');
    await written('before');
    await rename(path(), `${path()}.1`);
    app.facades.Log().info('late');
    reopen();
    app.facades.Log().info('after');
    await app.close();
    expect(messages(await readFile(`${path()}.1`, 'utf8'))).toEqual(['before', 'late']);
    expect(messages(await readFile(path(), 'utf8'))).toEqual(['after']);
    expect([process.listenerCount('SIGUSR2'), process.listenerCount('message')]).toEqual(before);
  });

  test('OP-10 that is copied and truncated begins anew', async () => {
    const app = await boot('app.log');
    app.facades.Log().info('before');
    await written('before');
    await truncate(path());
    app.facades.Log().info('after');
    await app.close();
    expect(messages(await readFile(path(), 'utf8'))).toEqual(['after']);
  });

  test('OP-10 that ends within a line gets a new line first', async () => {
    await writeFile(path(), '{"message":"cut o');
    const app = await boot('app.log');
    app.facades.Log().info('after');
    await app.close();
    const [cut, ...rest] = (await readFile(path(), 'utf8')).split('\n');
    expect([cut, messages(rest.join('\n'))]).toEqual(['{"message":"cut o', ['after']]);
  });

  test('OP-10 that fails later is reported as JSON', async () => {
    let errors = '';
    const failed = new Promise<void>((resolve) => {
      jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
        errors += String(text);
        resolve();
        return true;
      });
    });
    const app = await boot('logs/app.log');
    await rm(join(folder, 'logs'), { recursive: true });
    app.facades.Log().info('lost');
    await failed;
    await app.close();
    expect(JSON.parse(errors)).toMatchObject({ level: 'error', where: 'log', code: 'E_LOG_FILE' });
  });

  test('that cannot be written stops the boot', async () => {
    await expect(boot('.')).rejects.toMatchObject({ code: 'E_LOG_FILE' });
  });
});

test.each([
  ['level', 'infos', 'Did you mean "info"?'],
  ['format', 'xml', 'json, pretty'],
  ['sample', 2, 'a number from 0 to 1'],
  ['max_buffer', 0, 'bytes, 65536 or more'],
  ['levels', { http: 'loud' }, 'one of trace'],
])('a wrong log.%s stops the boot', async (setting, value, message) => {
  const boot = setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), log()])
    .withConfig({ log: { [setting]: value } })
    .create();
  await expect(boot).rejects.toMatchObject({
    code: 'E_LOG_SETTING',
    message: expect.stringContaining(message),
  });
});

test('a pretty line has time, level, message and members; control characters are shown, not obeyed', () => {
  const line = { time: '2026-11-23T14:00:01.002Z', level: 'warn', message: 'a\nb\u001b[2J', ms: 1.5, path: '/a b' };
  expect(pretty(JSON.stringify(line), false)).toBe('14:00:01.002 WARN  a\\nb\\u001b[2J ms=1.5 path="/a b"\n');
  const failed = { ...line, message: 'x', stack: 'Error: x\n    at y', fix: 'Do z.' };
  expect(pretty(JSON.stringify(failed), true)).toContain('\n  fix: Do z.\n');
});
