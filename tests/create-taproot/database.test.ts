import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { engineNames } from '../../create-taproot/src/engines.ts';
import { create, path, root, text, tree } from './support.ts';

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
  expect(text('one', '.env.testing')).toMatch(/^APP_KEY=[\w-]{43}$/m);
  expect(Object.keys(tree(path('two')))).not.toContain('.env.testing');
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
