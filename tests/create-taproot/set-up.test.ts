import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { create, make, path, start, text } from './support.ts';

describe('set up', () => {
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
});

describe('git', () => {
  const before = process.env;

  /** What git is configured with, in place of the settings of this machine. */
  const configure = (lines: string): void => writeFileSync(path('gitconfig'), lines);

  beforeEach(() => {
    process.env = { ...before, GIT_CONFIG_GLOBAL: path('gitconfig'), GIT_CONFIG_NOSYSTEM: '1', HOME: path() };
    for (const name of Object.keys(process.env))
      if (/^GIT_(?:AUTHOR|COMMITTER)_|^EMAIL$/.test(name)) delete process.env[name];
    configure('[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n');
  });

  afterEach(() => {
    process.env = before;
  });

  const git = (folder: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path(folder), encoding: 'utf8' }).trim();

  test('an application begins with one commit by the author, and nothing is left to commit', async () => {
    expect((await create('blog', '--no-install')).code).toBe(0);
    expect(git('blog', 'log', '--format=%an <%ae> %cn %s')).toBe('Ada <ada@example.com> Ada Create the application');
    expect(git('blog', 'status', '--porcelain')).toBe('');
    const files = git('blog', 'ls-files').split('\n');
    expect(files).toEqual(expect.arrayContaining(['.env.example', '.gitignore', 'main.ts', 'storage/.gitkeep']));
    expect(files).not.toContain('.env');
  });

  test('the lock file of the installation is in the commit; node_modules is not', async () => {
    mkdirSync(path('bin'));
    const npm = "#!/bin/sh\nmkdir -p node_modules && echo '{}' > package-lock.json && touch node_modules/x\n";
    writeFileSync(path('bin', 'npm'), npm);
    chmodSync(path('bin', 'npm'), 0o755);
    process.env.PATH = `${path('bin')}${delimiter}${before.PATH}`;
    expect((await create('blog')).code).toBe(0);
    expect(git('blog', 'ls-files', 'package-lock.json', 'node_modules')).toBe('package-lock.json');
    expect(git('blog', 'status', '--porcelain')).toBe('');
  });

  test('an installation that fails leaves a commit all the same', async () => {
    mkdirSync(path('bin'));
    writeFileSync(path('bin', 'npm'), '#!/bin/sh\nexit 1\n');
    chmodSync(path('bin', 'npm'), 0o755);
    process.env.PATH = `${path('bin')}${delimiter}${before.PATH}`;
    expect(await create('blog')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^E_INSTALL_FAILED/) });
    expect(git('blog', 'log', '--format=%s')).toBe('Create the application');
  });

  test.each(['', '[user]\n\tname = Ada\n', '[user]\n\temail = ada@example.com\n'])(
    'without an author, or with half of one (%j), the commit has another',
    async (config) => {
      configure(config);
      await create('blog', '--no-install');
      expect(git('blog', 'log', '--format=%an <%ae>')).toBe('create-taproot <create-taproot@localhost>');
    },
  );

  test('an author of the environment is taken', async () => {
    configure('');
    for (const who of ['AUTHOR', 'COMMITTER']) {
      process.env[`GIT_${who}_NAME`] = 'Grace';
      process.env[`GIT_${who}_EMAIL`] = 'grace@example.com';
    }
    await create('blog', '--no-install');
    expect(git('blog', 'log', '--format=%an <%ae>')).toBe('Grace <grace@example.com>');
  });

  test('neither signatures nor hooks of the machine are asked for', async () => {
    mkdirSync(path('hooks'));
    for (const hook of ['pre-commit', 'commit-msg']) {
      writeFileSync(path('hooks', hook), '#!/bin/sh\nexit 1\n');
      chmodSync(path('hooks', hook), 0o755);
    }
    const identity = '[user]\n\tname = Ada\n\temail = ada@example.com\n\tsigningkey = none\n';
    configure(
      `${identity}[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = false\n[core]\n\thooksPath = ${path('hooks')}\n`,
    );
    await create('blog', '--no-install');
    expect(git('blog', 'log', '--format=%s')).toBe('Create the application');
  });

  test('inside a repository, and with --no-git, there is none', async () => {
    await create('blog', '--no-install');
    await create('blog/apps/inner', '--no-install');
    expect(existsSync(path('blog', 'apps', 'inner', '.git'))).toBe(false);
    expect(git('blog', 'status', '--porcelain')).toBe('?? apps/');
    await create('plain', '--no-install', '--no-git');
    expect(existsSync(path('plain', '.git'))).toBe(false);
  });

  test('called by a hook of git, it leaves the repository of the hook alone', async () => {
    await create('outer', '--no-install');
    process.env.GIT_DIR = path('outer', '.git');
    process.env.GIT_INDEX_FILE = path('outer', '.git', 'index');
    await create('blog', '--no-install');
    delete process.env.GIT_DIR;
    delete process.env.GIT_INDEX_FILE;
    expect(git('outer', 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(git('blog', 'rev-list', '--count', 'HEAD')).toBe('1');
  });

  test('what else lies in the folder is not committed', async () => {
    mkdirSync(path('blog'));
    writeFileSync(path('blog', 'passwords.txt'), 'mine');
    await create('blog', '--no-install', '--force');
    expect(git('blog', 'status', '--porcelain')).toBe('?? passwords.txt');
  });

  test('where there is no git, the application is made without', async () => {
    process.env.PATH = join(path(), 'nowhere');
    expect(await create('blog', '--no-install')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(path('blog', '.git'))).toBe(false);
    expect(text('blog', 'main.ts')).toContain('run(');
  });
});
