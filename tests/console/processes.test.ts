import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { program, taproot } from '../support/program.ts';

describe('taproot bin', () => {
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

    test('commands that write names and documents need no APP_KEY, as in a fresh clone; others do', async () => {
      const clone = mkdtempSync(join(outside, 'clone-'));
      symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(clone, 'node_modules'));
      mkdirSync(join(clone, 'bootstrap'));
      const files = {
        'package.json': '{ "name": "clone", "version": "1.0.0", "type": "module" }',
        'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" }, "include": ["*.ts"] }',
        'main.ts': 'export {};',
        'bootstrap/app.js': `import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { crypt } from '@taproot/crypt';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
export const boot = () => setup(null, { basePath: new URL('..', import.meta.url) })
  .withPlugins([consoleKernel(), routing(), crypt(), openapi()]).create();
`,
      };
      for (const [file, written] of Object.entries(files)) writeFileSync(join(clone, file), written);
      expect(await run(clone, 'types')).toMatchObject({ code: 0, stderr: '' });
      expect(await run(clone, 'openapi:write')).toMatchObject({ code: 0, stderr: '' });
      expect((await run(clone, 'plugin:list')).stderr).toMatch(/^E_APP_KEY_MISSING: /);
    });

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
});

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that runs a command; `work` is the body of its `execute()`. It prints "ready", then what the work prints. Its clock stands still. */
const start = async (work: string) => {
  const program = `
    import { consoleKernel } from '@taproot/console';
    import { Command } from '@taproot/console/command';
    import { setup } from '@taproot/core';
    class Work extends Command {
      static paths = [['work']];
      async execute() {
        performance.now = () => 0;
        const alive = setInterval(() => undefined, 1000);
        ${work}
        clearInterval(alive);
      }
    }
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([consoleKernel()])
      .withCommands([{ path: 'work', description: 'Works', load: async () => Work }])
      .create();
    process.exitCode = await app.facades.Console().run(['work'], process);
    await app.close();
    console.log('listeners', process.listenerCount('SIGTERM') + process.listenerCount('SIGINT'));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  const next = async (): Promise<unknown> => (await lines.next()).value;
  expect(await next()).toBe('ready');
  return { child, ended, next };
};

test('a command that reads its signal ends by itself, and gives the signals back', async () => {
  const { child, ended, next } = await start(`
    const { signal } = this;
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.line('ready');
    await stopped;
    this.line('done');
  `);
  child.kill('SIGTERM');
  expect(await next()).toBe('done');
  expect(await next()).toBe('listeners 0');
  expect(await ended).toEqual([0, null]);
});

test('the same signal twice within a second counts once; another one ends the process', async () => {
  const { child, ended, next } = await start(`
    let heard = 0;
    process.on('SIGINT', () => this.line('heard ' + ++heard));
    this.signal.addEventListener('abort', () => this.line('aborted'));
    this.line('ready');
    await new Promise(() => undefined);
  `);
  child.kill('SIGINT');
  expect([await next(), await next()]).toEqual(['heard 1', 'aborted']);
  child.kill('SIGINT');
  expect(await next()).toBe('heard 2');
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});

test('a command that does not read it is ended by the first signal', async () => {
  const { child, ended } = await start(`
    this.line('ready');
    await new Promise(() => undefined);
  `);
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});

describe('without dev', () => {
  const root = join(import.meta.dirname, '..', '..');
  let folder = '';

  /** Commands that come with dev. */
  const ofDev = ['make:rule Phone', 'make:command Report', 'make:model Post', 'repl', 'completion bash', 'jobs:table'];
  const lines = ['list', 'plugin:list', ...ofDev, 'serve --watch', 'help make:rule', 'make:policy Post'];
  let outcomes: ReadonlyMap<string, Ended> = new Map();
  let listeners: readonly number[] = [];

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
    // The command lines in its arguments, one after another in one process, each as the program runs one.
    writeFileSync(
      join(folder, 'each.js'),
      `import { main } from './node_modules/@taproot/console/dist/main.js';

const outcomes = {};
const said = { stdout: '', stderr: '' };
const print = process.stdout.write.bind(process.stdout);
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text) => { said[name] += text; return true; };
}
for (const line of process.argv.slice(2)) {
  Object.assign(said, { stdout: '', stderr: '' });
  const code = await main(line.split(' '));
  outcomes[line] = { code, ...said };
}
const listeners = [process.stdout, process.stderr].map((stream) => stream.listenerCount('error'));
print(JSON.stringify({ outcomes, listeners }));
`,
    );
    const env = { ...process.env, NO_COLOR: '1' };
    const each = ['each.js', ...lines];
    const { stdout, stderr } = spawnSync(process.execPath, each, { cwd: folder, env, encoding: 'utf8' });
    expect(stderr).toBe('');
    const told = JSON.parse(stdout) as { readonly outcomes: Record<string, Ended>; readonly listeners: number[] };
    outcomes = new Map(Object.entries(told.outcomes));
    listeners = told.listeners;
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  interface Ended {
    readonly code: unknown;
    readonly stdout: string;
    readonly stderr: string;
  }

  const taprootOfWithoutDev = async (...args: string[]): Promise<Ended> => {
    const program = join(folder, 'node_modules', '@taproot', 'console', 'bin', 'taproot.js');
    const env = { ...process.env, NO_COLOR: '1' };
    try {
      return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env })) };
    } catch (error) {
      const { code, stdout, stderr } = error as Ended;
      return { code, stdout, stderr };
    }
  };

  describe('an installation without @taproot/dev, as in production', () => {
    test('lists what is there, and no more', () => {
      const { stdout = '', code } = outcomes.get('list') ?? {};
      expect([...stdout.matchAll(/^ {2}([a-z][\w:-]*)/gm)].map(([, path]) => path)).toEqual([
        'about',
        'help',
        'list',
        'mcp',
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
      expect(await taprootOfWithoutDev('route:list')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('/plants'),
      });
    });

    test.each(ofDev)('%s says what to install', (line) => {
      const [name] = line.split(' ');
      const said = `E_COMMAND_DEV: The command "${name}" comes with @taproot/dev, which is not installed.\n  fix: \`npm i -D @taproot/dev\`.\n`;
      expect(outcomes.get(line)).toEqual({ code: 1, stdout: '', stderr: said });
    });

    test('so do serve --watch, and help for such a command', () => {
      for (const line of ['serve --watch', 'help make:rule'])
        expect(outcomes.get(line)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('npm i -D @taproot/dev'),
        });
    });

    test('a command of a plugin that is missing names the plugin first', () => {
      const { stderr, code } = outcomes.get('make:policy Post') ?? {};
      expect(stderr).toContain('It comes with @taproot/auth');
      expect(code).toBe(64);
    });

    test('a shell that asks for candidates gets none, and nothing is kept', async () => {
      expect(await taprootOfWithoutDev('completion', '--complete', 'ro')).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(readdirSync(join(folder, 'node_modules'))).not.toContain('.cache');
    });

    test('a process that runs many listens for its closed outputs once', () => {
      expect(listeners).toEqual([1, 1]);
    });

    test('plugin:list names no command that is not there', () => {
      expect(outcomes.get('plugin:list')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('make:') });
    });
  });
});
