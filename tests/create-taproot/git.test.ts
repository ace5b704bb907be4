import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { create, path, text } from './support.ts';

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
