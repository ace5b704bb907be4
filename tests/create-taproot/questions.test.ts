import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { ask } from '../../create-taproot/src/ask.ts';
import { decide } from '../../create-taproot/src/decide.ts';
import { engineNames } from '../../create-taproot/src/engines.ts';
import { packageManagersHere, runningPackageManager } from '../../create-taproot/src/package-manager.ts';
import { type Options, readOptions } from '../../create-taproot/src/read-options.ts';
import { create, make, path, root, start, text, tree } from './support.ts';

const enter = '\r';
const down = '\u001B[B';
const space = ' ';

/** Answers each question with its keys, once it is asked; resolves to what `ask()` does. */
const answer = async (
  args: readonly string[],
  answers: readonly (readonly [question: string, ...keys: string[]])[],
): Promise<{ options: Options | null; asked: string }> => {
  const input = new PassThrough();
  const left = [...answers];
  let asked = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      asked += String(chunk);
      const [next] = left;
      if (next !== undefined && asked.includes(next[0])) {
        left.shift();
        for (const key of next.slice(1)) setImmediate(() => input.write(key));
      }
      done();
    },
  });
  const env = { PATH: '', npm_config_user_agent: 'npm/11.0.0 node/v20.19.0' };
  const options = await ask(readOptions(args), env, { input, output });
  expect(left).toEqual([]);
  return { options, asked };
};

test('everything is asked that is not said, and Enter is the default', async () => {
  const { options } = await answer(
    [],
    [
      ['Where does it go?', enter],
      ['What does it begin with?', enter],
      ['Which HTTP engine?', enter],
      ['With which parts?', enter],
      ['With which packages besides?', enter],
      ['Which database?', enter],
      ['Send traces and metrics by OpenTelemetry?', enter],
      ['Begin a git repository, with a first commit?', enter],
      ['Install the dependencies?', enter],
    ],
  );
  expect(options).toMatchObject({
    directory: 'my-app',
    starter: 'demo',
    driver: 'koa',
    packageManager: 'npm',
    parts: ['database', 'auth'],
    extras: [],
    database: 'sqlite',
    otel: false,
    git: true,
    install: true,
  });
});

test('the answers are taken', async () => {
  const { options } = await answer(
    ['--no-git', '--no-install'],
    [
      ['Where does it go?', 'blog', enter],
      ['What does it begin with?', down, enter],
      ['Which HTTP engine?', down, enter],
      ['With which parts?', space, enter],
      ['With which packages besides?', down, space, down, space, enter],
      ['Which database?', down, down, enter],
      ['Send traces and metrics by OpenTelemetry?', 'y'],
    ],
  );
  expect(options).toMatchObject({
    directory: 'blog',
    starter: 'api',
    driver: 'fastify',
    parts: ['auth'],
    extras: ['schedule', 'mail'],
    database: 'mysql',
    otel: true,
  });
  expect(options === null ? [] : decide(options, '/work', {}).parts).toEqual(['database', 'auth']);
});

test('the database of a package that needs one is asked', async () => {
  const { options } = await answer(
    ['blog', '--starter', 'api', '--driver', 'koa', '--no-otel', '--no-git', '--no-install'],
    [
      ['With which parts?', space, down, space, enter],
      ['With which packages besides?', space, enter],
      ['Which database?', down, enter],
    ],
  );
  expect(options).toMatchObject({ parts: [], extras: ['queue'], database: 'postgres' });
  expect(options === null ? [] : decide(options, '/srv', {}).parts).toEqual(['database']);
});

test('what the starter web has anyway is not offered', async () => {
  const { asked, options } = await answer(
    ['blog', '--starter', 'web', '--driver', 'koa', '--database', 'sqlite', '--no-otel', '--no-git', '--no-install'],
    [['With which packages besides?', enter]],
  );
  expect(asked).toContain('webhooks');
  expect(asked).not.toMatch(/mail|session/);
  expect(options).toMatchObject({ extras: [] });
});

test('a name that npm would refuse is told at once', async () => {
  const { asked, options } = await answer(
    [
      '--starter',
      'api',
      '--driver',
      'koa',
      '--parts',
      'none',
      '--with',
      'none',
      '--no-otel',
      '--no-git',
      '--no-install',
    ],
    [
      ['Where does it go?', 'A', enter],
      ['it has capital letters', '\u007F', 'a', enter],
    ],
  );
  expect(asked).toContain('"A" is not a valid package name');
  expect(options).toMatchObject({ directory: 'a' });
});

test('options of the command line are not asked again', async () => {
  const { asked } = await answer(
    [
      'blog',
      '--starter',
      'demo',
      '--driver',
      'koa',
      '--parts',
      'none',
      '--with',
      'none',
      '--otel',
      '--git',
      '--install',
    ],
    [],
  );
  expect(asked).not.toContain('?');
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at any question cancels, and nothing is made', async (_key, key) => {
  const { options } = await answer([], [['Where does it go?', key]]);
  expect(options).toBeNull();
  const later = await answer(
    ['blog', '--starter', 'demo'],
    [
      ['Which HTTP engine?', enter],
      ['With which parts?', key],
    ],
  );
  expect(later.options).toBeNull();
});

test('the package manager is the one that runs the command, if it is installed', () => {
  expect(runningPackageManager({ npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v22' })).toBe('pnpm');
  expect(runningPackageManager({ npm_config_user_agent: 'bun/1.2.0' })).toBe('npm');
  expect(runningPackageManager({})).toBe('npm');
  expect(packageManagersHere({ PATH: '/nowhere' })).toEqual(['npm']);
});

const refused = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await make(...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^E_[A-Z_]+: .+\n {2}fix: .+\n$/);
  return stderr;
};

test('without a folder, and without anybody to ask', async () => {
  expect(await refused()).toMatch(/^E_DIRECTORY_MISSING/);
  expect(await refused('')).toMatch(/^E_DIRECTORY_MISSING/);
});

test.each([
  ['My App', 'my-app'],
  ['Größe', 'gr-e'],
  ['.hidden', 'hidden'],
  ['_private', 'private'],
  ['node_modules', 'node-modules'],
  ['fs', 'fs-app'],
  ['a b; rm -rf ~', 'a-b-rm--rf'],
  ['$(id)', 'id'],
  ['blog\u001B[31m', 'blog-31m'],
  ['blog\n"', 'blog'],
  ['x'.repeat(215), 'x'.repeat(60)],
])('the name %j, with one that would do', async (name, suggestion) => {
  expect(await refused('blog', '--name', name)).toMatch(new RegExp(`^E_NAME_INVALID[^]*--name ${suggestion}\\.\n$`));
  expect(existsSync(path('blog'))).toBe(false);
});

test.each(['🌳', '..', '@', '@scope/', '@/x', '@a/b/c'])('the name %j', async (name) => {
  expect(await refused('blog', '--name', name)).toMatch(/^E_NAME_INVALID/);
});

test('a folder whose name is none, unless it is given one', async () => {
  expect(await refused('My Blog')).toMatch(/^E_NAME_INVALID/);
  expect((await make('My Blog', '--name', '@acme/blog')).code).toBe(0);
  expect(JSON.parse(text('My Blog', 'package.json'))).toMatchObject({ name: '@acme/blog' });
});

test.each([
  [['blog', '--driver', 'express'], '--driver must be koa or fastify, not "express"'],
  [['blog', '--starter', 'blog'], '--starter must be demo or api or web, not "blog"'],
  [['blog', '--pm', 'bun'], '--pm must be npm or pnpm or yarn, not "bun"'],
  [['blog', '--parts', 'auth,blog'], 'There is no part "blog". Use some of database, auth, or none.'],
  [['blog', '--fast'], "Unknown option '--fast'"],
  [['blog', '--name'], '--name'],
  [['blog', 'second'], '"second" is a second'],
  [['--', '-rf'], 'The folder "-rf" begins with a dash. If that is its name, write ./-rf'],
])('%j', async (args, message) => {
  expect(await refused(...args)).toContain(message);
  expect(existsSync(path('blog'))).toBe(false);
});

test('a folder that holds something, and a file', async () => {
  mkdirSync(path('blog'));
  writeFileSync(path('blog', 'notes.txt'), 'mine');
  expect(await refused('blog')).toMatch(/^E_DIRECTORY_FILLED: .* contains notes\.txt\.\n/);
  expect(tree(path('blog'))).toEqual({ 'notes.txt': 'mine' });
  expect(await refused('blog/notes.txt', '--name', 'blog')).toMatch(/^E_DIRECTORY_FOREIGN: .* is a file/);
});

test('a repository without files counts as empty', async () => {
  mkdirSync(path('blog', '.git'), { recursive: true });
  expect((await make('blog')).code).toBe(0);
});

test('--force writes over what is there, and leaves the rest', async () => {
  mkdirSync(path('blog'));
  writeFileSync(path('blog', 'notes.txt'), 'mine');
  writeFileSync(path('blog', 'main.ts'), 'old');
  expect((await make('blog', '--force')).code).toBe(0);
  expect(text('blog', 'notes.txt')).toBe('mine');
  expect(text('blog', 'main.ts')).toContain('run(() =>');
});

test('--force leaves the secrets of an application alone', async () => {
  await make('blog');
  const before = text('blog', '.env');
  expect((await make('blog', '--force')).code).toBe(0);
  expect(text('blog', '.env')).toBe(before);
});

test('--force does not write through a link, and puts back what it wrote before it met one', async () => {
  mkdirSync(path('outside'));
  mkdirSync(path('blog'));
  writeFileSync(path('blog', 'README.md'), 'mine');
  symlinkSync(path('outside'), path('blog', 'routes'));
  expect(await refused('blog', '--force')).toMatch(/^E_DIRECTORY_FOREIGN: .*routes is not a folder/);
  expect(readdirSync(path('outside'))).toEqual([]);
  expect(tree(path('blog'))).toEqual({ 'README.md': 'mine' });
  expect(readdirSync(path('blog')).toSorted()).toEqual(['README.md', 'routes']);
});

test('a file that is a link is not written through', async () => {
  mkdirSync(path('blog'));
  writeFileSync(path('target'), 'theirs');
  symlinkSync(path('target'), path('blog', 'main.ts'));
  expect(await refused('blog', '--force')).toMatch(/^E_DIRECTORY_FOREIGN: .*main\.ts is not a plain file/);
  expect(text('target')).toBe('theirs');
});

test('a place that cannot be written to', async () => {
  writeFileSync(path('file'), '');
  expect(await refused('file/blog')).toMatch(/^E_WRITE_FAILED: .*ENOTDIR/);
  expect(text('file')).toBe('');
});

test('a failure in the middle leaves neither files nor folders', async () => {
  // A folder where a file is to be written: what comes before it has been written by then.
  mkdirSync(path('blog', 'tests', 'posts.test.ts'), { recursive: true });
  expect(await refused('blog', '--force')).toMatch(/^E_DIRECTORY_FOREIGN/);
  expect(tree(path('blog'))).toEqual({});
  expect(readdirSync(path('blog'))).toEqual(['tests']);
});

test('a reader that went away is no error', async () => {
  const child = start(['blog', '--no-git', '--no-install']);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(existsSync(path('blog', 'main.ts'))).toBe(true);
});

const flags = ['--no-git', '--no-install', '--yes'];

test.each([
  ['postgres', 'pg', 'postgres://app:app@127.0.0.1:5432/my_blog', 'POSTGRES_DB'],
  ['mysql', 'mysql2', 'mysql://app:app@127.0.0.1:3306/my_blog', 'MYSQL_DATABASE'],
  ['mariadb', 'mysql2', 'mariadb://app:app@127.0.0.1:3306/my_blog', 'MARIADB_DATABASE'],
])('--database %s: driver, address and a compose file that fit each other', async (engine, driver, url, variable) => {
  const { code, stdout } = await create('my-blog', '--name', '@team/my-blog', '--database', engine, ...flags);
  expect(code).toBe(0);
  expect(stdout).toMatch(/cd my-blog\n +docker compose up -d --wait\n +npm start\n/);
  for (const file of ['.env', '.env.example'])
    expect(text('my-blog', file)).toMatch(new RegExp(`^DATABASE_URL=${url}$`, 'm'));
  expect(text('my-blog', '.env.testing')).toMatch(new RegExp(`^DATABASE_URL=${url}_test_{worker}$`, 'm'));
  expect(text('my-blog', 'README.md')).toContain('`docker compose up -d --wait` starts it');
  const { dependencies } = JSON.parse(text('my-blog', 'package.json')) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).toContain(driver);
  expect(Object.keys(dependencies)).toEqual(Object.keys(dependencies).toSorted());
  // The lowest version that is taken is one that the plugin takes.
  const plugin = JSON.parse(readFileSync(join(root, 'plugins/database/package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>;
  };
  expect(dependencies[driver]).toBe(`${plugin.peerDependencies[driver]?.replace('>=', '^')}.0`);
  const compose = text('my-blog', 'compose.yaml');
  const { port, pathname, username, password } = new URL(url);
  expect(compose).toMatch(new RegExp(`^ {4}image: ${engine}:\\d`, 'm'));
  expect(compose).toContain(`      - "127.0.0.1:${port}:${port}"\n`);
  expect(compose).toContain(`      ${variable}: "${pathname.slice(1)}"\n`);
  for (const [kind, value] of [
    ['USER', username],
    ['PASSWORD', password],
  ])
    expect(compose).toMatch(new RegExp(`^ {6}[A-Z]+_${kind}: "${value}"$`, 'm'));
  expect(compose).toMatch(/^ {6}test: \["CMD", "[^\]]+"\]$/m);
  // Users of PostgreSQL's image may make databases anyway.
  const granted =
    engine === 'postgres'
      ? null
      : expect.stringContaining("      GRANT ALL ON `my\\_blog\\_test\\_%`.* TO 'app'@'%';\n");
  expect(/^configs:[^]*/m.exec(compose)?.[0] ?? null).toEqual(granted);
  // The volume is named where it is used and where it is declared; no tab anywhere.
  expect(compose).toMatch(/^ {6}- database:\/var\/lib\/[a-z/]+$/m);
  expect(compose).toMatch(/^volumes:\n {2}database:\n/m);
  expect(compose).not.toContain('\t');
});

test('SQLite and an application without a database have no compose file and no driver', async () => {
  await create('one', '--database', 'sqlite', ...flags);
  await create('two', '--database', 'postgres', '--parts', 'none', ...flags);
  for (const folder of ['one', 'two']) {
    expect(Object.keys(tree(path(folder)))).not.toContain('compose.yaml');
    expect(text(folder, 'package.json')).not.toMatch(/"(?:pg|mysql2)"/);
    expect(text(folder, '.env')).not.toMatch(/^DATABASE_URL=/m);
  }
  expect(text('one', '.env.testing')).toMatch(/^DATABASE_URL=sqlite:storage\/test_\{worker\}\.sqlite$/m);
  // D-10: tests read it in place of .env, and sessions and tokens need a key there, too.
  for (const folder of ['one', 'two']) expect(text(folder, '.env.testing')).toMatch(/^APP_KEY=[\w-]{43}$/m);
  expect(text('two', '.env.testing')).not.toContain('DATABASE_URL');
});

test('names of applications become names of databases', async () => {
  await create('a', '--name', '2048-game', '--database', 'postgres', ...flags);
  expect(text('a', '.env')).toMatch(/\/app_2048_game$/m);
  await create('b', '--name', 'x'.repeat(200), '--database', 'postgres', ...flags);
  expect(text('b', '.env')).toMatch(/\/x{54}$/m);
  // PostgreSQL cuts names behind 63 characters.
  expect(text('b', '.env.testing')).toMatch(/\/x{54}_test_\{worker\}$/m);
});

test('an engine that is none is refused with those that are', async () => {
  const { code, stderr } = await create('blog', '--database', 'oracle', ...flags);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`--database must be ${engineNames.join(' or ')}, not "oracle".`),
  ]);
});

test('called again in one process, it listens for a closed output once', async () => {
  const listeners = () => [process.stdout, process.stderr].map((stream) => stream.listenerCount('error'));
  await create('--version');
  const before = listeners();
  await create('--version');
  expect(listeners()).toEqual(before);
});
