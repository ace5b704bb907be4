import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { program, taproot } from '../support/program.ts';

const sources = join(import.meta.dirname, 'fixture-app');
const fixture = dirname(dirname(program(join(sources, 'bootstrap', 'app.ts'))));
const checkout = join(import.meta.dirname, '..', '..', 'plugins', 'console', 'bin', 'taproot.js');
let outside = '';

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'taproot-'));
});

afterAll(() => rm(outside, { recursive: true }));

const node = (cwd: string, ...args: string[]) =>
  spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });

const ended = async (child: ReturnType<typeof node>) => {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: code as number };
};

const run = (cwd: string, ...args: string[]) => ended(node(cwd, taproot, ...args));

describe('outside of an application', () => {
  test('--help explains where commands live', async () => {
    const { stdout, code } = await run(outside, '--help');
    expect(stdout).toContain('npm create taproot');
    expect(code).toBe(0);
  });

  test('--version works', async () => {
    expect(await run(outside, '--version')).toMatchObject({
      stdout: expect.stringMatching(/^Taproot \d/),
      code: 0,
    });
  });

  test('a command is refused with what to do', async () => {
    const { stderr, code } = await run(outside, 'route:list');
    expect(stderr).toMatch(/^E_APPLICATION_NOT_FOUND: .*\n {2}fix: .*npm create taproot/);
    expect(code).toBe(1);
  });
});

describe('in an application', () => {
  // Its server cannot be started.
  test.each([
    ['a checkout', checkout, sources, 'commands'],
    ['the package, by tsx', taproot, sources, 'commands'],
    ['the package, compiled', taproot, fixture, 'bootstrap'],
  ])(
    'CN-09 of %s, a command runs from any folder below, without a server, and its exit code is that of the process',
    async (_way, bin, root, below) => {
      const outcome = await ended(node(join(root, below), bin, 'tell', '--code', '3'));
      expect(outcome).toEqual({ stdout: `fixture at ${root}/\n`, stderr: '', code: 3 });
    },
  );

  test('CN-04 without a terminal and without an argument it ends at once', async () => {
    const { stderr, code } = await run(fixture, 'tell', '--code');
    expect(stderr).toContain('npx taproot help tell');
    expect(code).toBe(64);
  });

  test('CN-08 a reader that goes away is no error', async () => {
    const child = node(fixture, taproot, 'app:flood');
    const stderr = text(child.stderr);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = await once(child, 'exit');
    expect({ stderr: await stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  // A socket, which Node and npm give a child, is reset where it holds words that nobody has read.
  test('CN-08 however the system says so', async () => {
    const codes = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];
    expect(await run(fixture, 'app:gone', ...codes)).toMatchObject({ stderr: '', code: 0 });
  });

  test('other errors of the output are printed', async () => {
    const { stderr, code } = await run(fixture, 'app:gone', 'ENOSPC');
    expect(stderr).toContain('write ENOSPC');
    expect(code).toBe(1);
  });

  test('it ends when the command has, whatever still holds a timer, and all that was written arrives', () => {
    const line = `'${process.execPath}' '${taproot}' app:hold 2>&1 | wc -c; exit \${PIPESTATUS[0]}`;
    const { status, stdout } = spawnSync('bash', ['-c', line], { cwd: fixture, encoding: 'utf8', timeout: 10_000 });
    expect({ status, written: Number(stdout) }).toEqual({ status: 3, written: 2_000_001 });
  });

  test('clipanion is loaded for a command only, Koa never', async () => {
    const child = node(fixture, 'loaded-packages.js');
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(JSON.parse(stdout)).toEqual([
      { clipanion: false, koa: false },
      { clipanion: false, koa: false },
      { clipanion: true, koa: false },
    ]);
  });
});
