import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
