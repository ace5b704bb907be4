import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { beforeEach, expect, test } from '@jest/globals';
import { make, path, start, text } from './support.ts';

/** Puts a script in the place of npm, which is not to install anything here. */
const npmRuns = (script: string): void => {
  mkdirSync(path('bin'), { recursive: true });
  writeFileSync(path('bin', 'npm'), script);
  chmodSync(path('bin', 'npm'), 0o755);
};

const npmIs = (program: string): void => npmRuns(`#!${process.execPath}\nconst fs = require('node:fs');\n${program}`);

/** A shell ends in a tenth of the time that node takes to begin. */
const npmExits = (code: number): void => npmRuns(`#!/bin/sh\nexit ${code}\n`);

const begin = (env: NodeJS.ProcessEnv = {}): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } =>
  spawn(process.execPath, ['scripts/set-up.mjs'], {
    cwd: path('blog'),
    env: { ...process.env, PATH: `${path('bin')}${delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, as a terminal gives to what it starts.
    detached: true,
  });

const setUp = async (env: NodeJS.ProcessEnv = {}): Promise<{ code: unknown; stdout: string }> => {
  const child = begin(env);
  const [stdout, [code]] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
  return { code, stdout };
};

beforeEach(async () => {
  await make('blog');
  npmExits(0);
});

test('what is installed is not installed again, also where a workspace has put it above the application', async () => {
  expect(await setUp()).toEqual({ code: 0, stdout: expect.stringContaining('Installing dependencies') });
  expect(await setUp()).toEqual({ code: 0, stdout: '' });
});

test('what npm installed by hand is not installed again, unless it left out what development needs', async () => {
  const { dependencies, devDependencies } = JSON.parse(text('blog', 'package.json')) as Record<string, object>;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  for (const name of names) {
    mkdirSync(path('blog', 'node_modules', name), { recursive: true });
    writeFileSync(path('blog', 'node_modules', name, 'package.json'), '{}');
  }
  writeFileSync(path('blog', 'node_modules', '.package-lock.json'), '{}');
  expect(await setUp()).toEqual({ code: 0, stdout: '' });

  rmSync(path('blog', 'node_modules', 'jest'), { recursive: true });
  expect((await setUp()).stdout).toContain('Installing dependencies');
});

test('in production the tools of development are installed too: without them nothing starts', async () => {
  npmIs("fs.writeFileSync('installed', `${process.env.NODE_ENV} ${process.argv.slice(2).join(' ')}`);");
  expect((await setUp({ NODE_ENV: 'production' })).code).toBe(0);
  expect(text('blog', 'installed')).toBe('development install --include=dev --no-audit --no-fund');
});

test('an installation that fails is tried again', async () => {
  npmExits(7);
  expect((await setUp()).code).toBe(7);
  npmExits(0);
  expect((await setUp()).stdout).toContain('Installing dependencies');
});

test('Ctrl-C ends it when npm has ended, not before', async () => {
  npmIs(`process.on('SIGINT', () => setTimeout(() => { fs.writeFileSync('ended', ''); process.exit(1); }, 100));
    setTimeout(() => undefined, 20_000);
    process.stdout.write('begun');`);
  const child = begin();
  for await (const chunk of child.stdout) if (String(chunk).includes('begun')) break;
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
  expect(await ended).toEqual([expect.any(Number), null]);
  expect(existsSync(path('blog', 'ended'))).toBe(true);
  expect(existsSync(path('blog', 'node_modules', '.set-up'))).toBe(false);
});

test('what a failed installation left is taken away, also while something still writes there', async () => {
  // As the children of a package manager that was stopped by Ctrl-C.
  const writer = `fs.mkdirSync('node_modules/half', { recursive: true });
    process.stdout.write('begun');
    for (const end = Date.now() + 250; Date.now() < end; ) fs.mkdirSync('node_modules/half/' + performance.now());`;
  npmIs(`const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(writer)}], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    child.stdout.once('data', () => process.exit(1));`);
  const child = start(['shop', '--no-git'], { PATH: `${path('bin')}${delimiter}${process.env.PATH}` });
  child.stdout.resume();
  const [stderr, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^E_INSTALL_FAILED: /)]);
  expect(existsSync(path('shop', 'main.ts'))).toBe(true);
  expect(existsSync(path('shop', 'node_modules'))).toBe(false);
});

test.each(['prestart', 'predev', undefined])(
  '%s gives the application an .env with a key of its own',
  async (event) => {
    rmSync(path('blog', '.env'));
    await setUp({ npm_lifecycle_event: event });
    expect(text('blog', '.env')).toMatch(/^APP_ENV=development$[^]*^APP_KEY=.{43}$/m);
  },
);

test('tests make no .env: where only tests run, APP_ENV is nobody’s to choose', async () => {
  rmSync(path('blog', '.env'));
  expect((await setUp({ npm_lifecycle_event: 'pretest' })).code).toBe(0);
  expect(existsSync(path('blog', '.env'))).toBe(false);
});

test('an application without .env.example needs none', async () => {
  rmSync(path('blog', '.env'));
  rmSync(path('blog', '.env.example'));
  expect((await setUp({ npm_lifecycle_event: 'prestart' })).code).toBe(0);
  expect(existsSync(path('blog', '.env'))).toBe(false);
});
