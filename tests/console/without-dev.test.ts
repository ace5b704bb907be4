import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
let folder = '';

/** Every package that the checkout has installed but @taproot/dev; the console as a copy, which finds others beside it alone. */
const install = (): void => {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  const link = (name: string): void => {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    symlinkSync(realpathSync(join(from, name)), join(to, name));
  };
  for (const name of readdirSync(from).filter((one) => !one.startsWith('.') && !one.startsWith('@'))) link(name);
  for (const scope of readdirSync(from).filter((one) => one.startsWith('@')))
    for (const name of readdirSync(join(from, scope)))
      if (scope !== '@taproot' || !['dev', 'console'].includes(name)) link(`${scope}/${name}`);
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, 'plugins', 'console', part), join(to, '@taproot', 'console', part), { recursive: true });
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taproot-production-'));
  install();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'bootstrap'));
  writeFileSync(
    join(folder, 'bootstrap', 'app.js'),
    `import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';

const jobs = { path: 'jobs:table', description: 'Write a table', generator: async () => ({}) };

export const boot = () =>
  setup(null, { basePath: new URL('..', import.meta.url), env: { APP_ENV: 'production', APP_KEY: 'k'.repeat(40) } })
    .withPlugins([consoleKernel(), routing(), lang(), validation()])
    .withRouting((route) => route.get('/plants', () => ({})).name('plants'))
    .withCommands([jobs])
    .create();
`,
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

const taproot = async (...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  const program = join(folder, 'node_modules', '@taproot', 'console', 'bin', 'taproot.js');
  const env = { ...process.env, NO_COLOR: '1' };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
};

describe('an installation without @taproot/dev, as in production', () => {
  test('lists what is there, and no more', async () => {
    const { stdout, code } = await taproot();
    expect([...stdout.matchAll(/^ {2}([a-z][\w:-]*)/gm)].map(([, path]) => path)).toEqual([
      'about',
      'help',
      'list',
      'serve',
      'types',
      'config:show',
      'hooks:list',
      'hooks:trace',
      'key:generate',
      'lang:missing',
      'lang:publish',
      'plugin:list',
      'route:list',
    ]);
    expect(code).toBe(0);
  });

  test('runs commands', async () => {
    expect(await taproot('route:list')).toMatchObject({ code: 0, stdout: expect.stringContaining('/plants') });
  });

  test.each([
    ['make:rule', 'Phone'],
    ['make:command', 'Report'],
    ['make:model', 'Post'],
    ['repl'],
    ['completion', 'bash'],
    ['jobs:table'],
  ])('%s says what to install', async (name, ...args) => {
    const said = `E_COMMAND_DEV: The command "${name}" comes with @taproot/dev, which is not installed.\n  fix: \`npm i -D @taproot/dev\`.\n`;
    expect(await taproot(name, ...args)).toEqual({ code: 1, stdout: '', stderr: said });
  });

  test('so do serve --watch, and help for such a command', async () => {
    for (const args of [
      ['serve', '--watch'],
      ['help', 'make:rule'],
    ])
      expect(await taproot(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('npm i -D @taproot/dev'),
      });
  });

  test('a command of a plugin that is missing names the plugin first', async () => {
    const { stderr, code } = await taproot('make:policy', 'Post');
    expect(stderr).toContain('It comes with @taproot/auth');
    expect(code).toBe(64);
  });

  test('a shell that asks for candidates gets none, and nothing is kept', async () => {
    expect(await taproot('completion', '--complete', 'ro')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('.cache');
  });

  test('plugin:list names no command that is not there', async () => {
    expect((await taproot('plugin:list')).stdout).not.toContain('make:');
  });
});
