import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { make, path, start, text, tree } from './support.ts';

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
  [['blog', '--starter', 'blog'], '--starter must be demo or api, not "blog"'],
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
