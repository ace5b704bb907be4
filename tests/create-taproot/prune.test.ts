import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { boot } from '../../app-skeleton/bootstrap/app.ts';
import type { Choices } from '../../create-taproot/src/choices.ts';
import { withRequired } from '../../create-taproot/src/parts.ts';
import { render } from '../../create-taproot/src/render.ts';
import { docsUrl, linkDocs } from '../../scripts/template/docs-link.mjs';
import { prune } from '../../scripts/template/prune.mjs';
import { pruneText } from '../../scripts/template/prune-text.mjs';
import { make, path, root, template, text } from './support.ts';

const pruned = (text: string, used: readonly string[] = []): string =>
  prune(text, {
    isGone: (source) => ['@taproot/auth', './auth.ts', './auth-controller.ts'].includes(source),
    members: new Set(['facades.Gate', 'middleware.auth']),
    lists: new Set(['append', 'middleware', 'withPolicies']),
    isFree: (limiter) => !used.includes(limiter),
  });

test('an import goes with the entries of lists that use it, and with the comments above them', () => {
  const text = `import { auth } from '@taproot/auth';
import { routing } from '@taproot/routing';

export const plugins = [
  routing(), // stays
  // Who is a user.
  auth(),
];
export const config = {
  auth,
  http,
};
`;
  expect(pruned(text)).toBe(`import { routing } from '@taproot/routing';

export const plugins = [
  routing(), // stays
];
export const config = {
  http,
};
`);
});

test('the only entry of a list leaves an empty list', () => {
  const text = "import { a } from './auth.ts';\nexport const all = { a };\nexport const other = [\n  a(),\n];\n";
  expect(pruned(text)).toBe('export const all = { };\nexport const other = [\n];\n');
});

test('the first, the middle and the last entry leave the others', () => {
  const text = "import { a } from './auth.ts';\nexport const x = [a, one, a, two, a];\n";
  expect(pruned(text)).toBe('export const x = [one, two];\n');
});

test('a step of a chain goes alone, one of several arguments as well', () => {
  const text = `import { policies } from './auth.ts';
import { middleware } from './facades.ts';
boot().withPolicies(policies).create();
stack.append(first(), middleware.auth(), last());
`;
  expect(pruned(text)).toBe('boot().create();\nstack.append(first(), last());\n');
});

test('a statement goes with what hangs on the names it declares', () => {
  const text = `import { AuthController } from './auth-controller.ts';
import { facades, middleware } from './facades.ts';

const auth = new AuthController();
const { scope } = facades.Route();
scope.post('/login', (ctx) => auth.login(ctx)).name('login');
scope.post('/out', [AuthController, 'logout']);
scope.middleware(middleware.auth()).group((route) => {
  route.get('/me', (ctx) => auth.me(ctx));
});
`;
  expect(pruned(text)).toBe(`import { facades } from './facades.ts';

const { scope } = facades.Route();
`);
});

test('a call on what is absent goes; a name that is then unused goes with its import, also as one of several', () => {
  const text = `import { check, facades, type Post } from './posts.ts';
export const update = async (ctx: unknown, post: Post) => {
  const rights = check(ctx);
  await facades.Gate(ctx).authorize(rights, post);
  return post;
};
`;
  expect(pruned(text)).toBe(`import { type Post } from './posts.ts';
export const update = async (ctx: unknown, post: Post) => {
  return post;
};
`);
});

test('keeps code that was unused before, and code that only shares a name with an absent part', () => {
  const text = `import { idle } from './idle.ts';
import { auth } from './own.ts';
const unused = 1;
use({ facades: ctx.facades.Gatekeeper, auth: auth.Gate, middleware: 'auth' });
`;
  expect(pruned(text)).toBe(text);
});

test('a rate limiter that no route names goes, with its comment', () => {
  const text = `import { facades } from './facades.ts';
facades.RateLimiter().for('api', () => none);
// Of guesses.
facades.RateLimiter().for('login', () => none);
`;
  expect(pruned(text, ['api', 'login'])).toBe(text);
  expect(pruned(text, ['api'])).toBe(
    "import { facades } from './facades.ts';\nfacades.RateLimiter().for('api', () => none);\n",
  );
});

test('a comment that an empty line divides from what goes stays', () => {
  const text = "// Licence of this file.\n\nimport { auth } from './auth.ts';\nrun(1);\n";
  expect(pruned(text)).toBe('// Licence of this file.\n\nrun(1);\n');
});

const isThere = (path: string): boolean => path !== 'app/users/';

test('rows about absent files go, and the rest of the table stays', () => {
  const text = '| Where | What |\n| --- | --- |\n| `main.ts` | begins |\n| `app/users/` | users |\n';
  expect(pruneText('README.md', text, { isThere })).toBe('| Where | What |\n| --- | --- |\n| `main.ts` | begins |\n');
});

test('lines and paragraphs go, and leave one empty line between those that stay', () => {
  const text = 'one\n\n# Database\n# more\nURL=\n\ntwo\nthree: x\nfour\n\nlast\n';
  const left = pruneText('.env', text, { lines: ['three:'], paragraphs: ['# Database', 'last'], isThere });
  expect(left).toBe('one\n\ntwo\nfour\n');
});

test('what the table of parts says and the file does not have is an error', () => {
  expect(() => pruneText('.env', 'a\n\nb\n', { lines: ['c'], isThere })).toThrow('.env should hold ["c"]');
  // In the middle of a paragraph it is not its beginning.
  expect(() => pruneText('.env', 'a\nb\n', { paragraphs: ['b'], isThere })).toThrow('.env should hold ["b"]');
});

const choices: Choices = {
  directory: '/work/blog',
  name: 'blog',
  starter: 'demo',
  driver: 'koa',
  packageManager: 'npm',
  parts: [],
  database: 'sqlite',
  extras: [],
  otel: false,
  git: false,
  install: false,
  force: false,
  packages: null,
};

test('a file of the variant takes the place of the one that the whole application has', () => {
  const whole = render(template, { ...choices, parts: ['database', 'auth'] });
  const bare = render(template, choices);
  expect(whole.get('app/posts/post-store.ts')?.toString()).toContain('Keeps posts in the database');
  expect(bare.get('app/posts/post-store.ts')?.toString()).toContain('Keeps posts in memory');
  expect(bare.has('app/posts/tables.ts')).toBe(false);
});

test('another version of a file that leaves does not bring it back', () => {
  expect(render(template, { ...choices, starter: 'api' }).has('app/posts/post-store.ts')).toBe(false);
});

const broken = (change: (text: string) => string, ...file: string[]): string => {
  cpSync(template, path('template'), { recursive: true });
  writeFileSync(path('template', ...file), change(readFileSync(path('template', ...file), 'utf8')));
  return path('template');
};

test('a template that lacks what is to be changed is refused', () => {
  const place = broken((text) => text.replace('APP_NAME=Taproot', ''), 'variants', 'posts', '.env.example');
  expect(() => render(place, choices)).toThrow('it must contain "APP_NAME=Taproot" once');
});

test('a template without the variant that is chosen is refused', () => {
  const place = broken(() => '{}', 'removed.json');
  expect(() => render(place, choices)).toThrow('it must contain "posts"');
});

test('what is chosen brings what it requires', () => {
  expect(withRequired(['auth'])).toEqual(['database', 'auth']);
  expect(withRequired(['database'])).toEqual(['database']);
  expect(withRequired([])).toEqual([]);
});

test.each([
  ['https://example.com/a/b', 'https://example.com/a/b/tree/HEAD/docs'],
  [{ url: 'git+https://example.com/a/b.git' }, 'https://example.com/a/b/tree/HEAD/docs'],
  [{ url: 'git+ssh://git@example.com/a/b.git' }, 'https://example.com/a/b/tree/HEAD/docs'],
  ['github:owner/name', 'https://github.com/owner/name/tree/HEAD/docs'],
  ['owner/name.js', 'https://github.com/owner/name.js/tree/HEAD/docs'],
  [undefined, null],
  [{}, null],
  ['file:../taproot', null],
  ['gist:11081aaa281', null],
])('%j leads to %j', (repository, url) => {
  expect(docsUrl(repository)).toBe(url);
});

const skeleton = (): Map<string, string> =>
  new Map(
    ['README.md', 'public/welcome.html'].map((path) => [path, readFileSync(join(root, 'app-skeleton', path), 'utf8')]),
  );

test('both pages link to the documentation', () => {
  const files = skeleton();
  linkDocs(files, 'https://example.com/docs');
  expect(files.get('README.md')).toContain('in [docs/](https://example.com/docs)');
  expect(files.get('public/welcome.html')).toContain('<a href="https://example.com/docs">docs/</a>');
});

test('a page of the skeleton that does not name it is an error', () => {
  const files = skeleton();
  files.set('README.md', '# Your application\n');
  expect(() => linkDocs(files, null)).toThrow('README.md should hold "[docs/](../docs/)" once');
});

test('an application leads to the repository that package.json names, and to no folder that it does not have', async () => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: string };
  const url = docsUrl(repository);
  for (const starter of ['api', 'demo']) {
    await make(starter, '--starter', starter, '--parts', 'none');
    const pages = [text(starter, 'README.md'), text(starter, 'public', 'welcome.html')];
    for (const page of pages) {
      expect(page).toMatch(/documentation\s+is in its repository, in .{0,100}docs/);
      expect(page).not.toContain('../docs');
      if (url !== null) expect(page).toContain(url);
    }
  }
});

let app: Application | undefined;
afterEach(() => app?.close());

const configured = async (env: Record<string, string>): Promise<Application['config']> => {
  const key = randomBytes(32).toString('base64url');
  const variables = { APP_ENV: 'production', APP_KEY: key, REDIS_URL: '', APP_LOCALE: '' };
  app = await boot({ env: { ...variables, ...env } });
  return app.config;
};

test.each([
  ['without it in memory', {}, 'memory'],
  ['in Redis', { REDIS_URL: 'redis://127.0.0.1:1' }, 'redis'],
  ['in memory while testing, whatever .env says', { REDIS_URL: 'redis://127.0.0.1:1', APP_ENV: 'testing' }, 'memory'],
])('REDIS_URL says where counts and logouts are kept: %s', async (_where, env, store) => {
  const { throttle, auth } = await configured(env);
  expect([throttle.store, auth.revocation.store]).toEqual([store, store]);
});

test('each worker of a test runner has a database of its own, and development another', async () => {
  const testing = (await configured({ APP_ENV: 'testing' })).database;
  expect(testing.connections[testing.default]).toMatchObject({ path: 'storage/test_{worker}.sqlite' });
  await app?.close();
  const { database } = await configured({ APP_ENV: 'development' });
  expect(database.connections[database.default]).toMatchObject({ path: 'storage/database.sqlite' });
});

test.each([
  [{}, 'en'],
  [{ APP_LOCALE: 'de' }, 'de'],
])('with %j the language is %j', async (env, locale) => {
  expect((await configured(env)).app.locale).toBe(locale);
});
