import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { bringTypes } from '../../plugins/console/src/introspection/types-file.ts';
import { typesText } from '../../plugins/console/src/introspection/types-text.ts';

const root = join(import.meta.dirname, '..', '..');

let folder = '';
let apps: Application[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-types-')));
  apps = [];
});

afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true });
});

const write = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
};

const bootWith = async (plugins: readonly AnyPlugin[], routes: (route: RootRouter) => void = () => undefined) => {
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), routing(), ...plugins])
    .withRouting(routes)
    .create();
  apps.push(app);
  return app;
};

const answer = () => ({ ok: true });

describe('the text of types/taproot.d.ts', () => {
  test('says that each login has a refresh token, if the guards in use are jwt guards', async () => {
    const users = { driver: 'database' as const, table: 'users' };
    const secret = 'd'.repeat(32);
    const jwt = { driver: 'jwt' as const, secret };
    const declares = async (guard: string, used: string): Promise<boolean> => {
      const parts = auth({ default: guard, guards: { api: jwt }, providers: { users } });
      const main = { driver: 'sqlite' as const, path: ':memory:' };
      const routes = definePlugin({
        name: 'routes',
        requires: ['routing', 'auth'],
        apply: ({ facades, middleware }) => {
          facades.Route().middleware(middleware.auth(used)).get('/', answer);
        },
      });
      const app = await bootWith([database({ default: 'main', connections: { main } }), parts, routes]);
      return (await typesText(app)).includes("interface DeclaredGuards {\n    logins: 'refresh';");
    };
    expect(await declares('api', 'jwt')).toBe(true);
    expect(await declares('api', 'token')).toBe(false);
    expect(await declares('token', 'api')).toBe(false);
  });

  test('has routes with their patterns, limiters, and translations with their placeholders', async () => {
    write('lang/en/cart.json', { hello: 'Hello :name', items: '{0} none|:count of :Total', 'I like it.': 'Yes' });
    write('lang/de/cart.json', { hello: 'Hallo :NAME, :greeting', only: 'Nur hier' });
    const app = await bootWith([lang(), throttle()], (route) => {
      route.get('/posts/{id:[0-9]+}/{slug?}', answer).name('posts.show');
      route.get('/', answer).name('home');
      route.get('/nameless', answer);
    });
    expect(
      await typesText(app),
    ).toBe(`// Written by \`npx taproot types\`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/core';
import '@taproot/lang';

declare module '@taproot/core' {
  interface RouteNames {
    home: '/';
    'posts.show': '/posts/{id:[0-9]+}/{slug?}';
  }
}

declare module '@taproot/lang' {
  interface LangKeys {
    'cart.I like it.': never;
    'cart.hello': 'greeting' | 'name';
    'cart.items': 'count' | 'total';
    'cart.only': never;
    [key: \`errors.\${string}\`]: string;
    [key: \`pagination.\${string}\`]: string;
  }
}
`);
  });

  test('has the limiters of every plugin, once', async () => {
    const limiters = definePlugin({
      name: 'limiters',
      after: ['throttle'],
      apply(app) {
        app.facades.RateLimiter().for('api', () => limit.perMinute(5));
        app.facades.RateLimiter().for("o'neil", () => limit.perMinute(5));
      },
      declares: () => [{ module: '@taproot/throttle', interface: 'Limiters', members: { api: true, more: true } }],
    });
    const text = await typesText(await bootWith([throttle(), limiters]));
    expect(text).toContain("  interface Limiters {\n    api: true;\n    more: true;\n    'o\\'neil': true;\n  }\n");
  });

  test('is code in which names cannot break out of their quotes', async () => {
    const evil = "a'; } } process.exit() //\n\\";
    const plugin = definePlugin({
      name: 'evil',
      declares: () => [
        { module: '@taproot/lang', interface: 'LangKeys', members: { [evil]: [evil] }, prefixes: ['`${evil}'] },
      ],
    });
    const text = await typesText(await bootWith([plugin]));
    const quoted = String.raw`'a\'; } } process.exit() //\n\\'`;
    expect(text).toContain(`  interface LangKeys {\n    ${quoted}: ${quoted};\n  }\n`);
  });

  test('breaks long lists of placeholders, and declares nothing where there is nothing', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `placeholder_${i}`);
    const plugin = definePlugin({
      name: 'long',
      declares: () => [{ module: '@taproot/lang', interface: 'LangKeys', members: { long: names } }],
    });
    expect(await typesText(await bootWith([plugin]))).toContain("    long:\n      | 'placeholder_0'\n");
    expect(await typesText(await bootWith([]))).toMatch(/\nexport \{\};\n$/);
  });
});

describe('npx taproot types', () => {
  const file = () => join(folder, 'types/taproot.d.ts');
  const call = async (app: Application, line: string) => app.facades.Console().call(line);

  test('writes the file, leaves a fresh one alone, and --check exits with 1 when it is not', async () => {
    const app = await bootWith([], (route) => void route.get('/', answer).name('home'));
    expect(await call(app, 'types --check')).toMatchObject({ code: 1, output: expect.stringContaining('There is no') });
    expect(await call(app, 'types')).toEqual({ code: 0, output: 'types/taproot.d.ts is written.\n' });
    const before = statSync(file()).ino;
    expect(await call(app, 'types')).toEqual({ code: 0, output: 'types/taproot.d.ts is up to date.\n' });
    expect(statSync(file()).ino).toBe(before);
    expect((await call(app, 'types --check')).code).toBe(0);
    // Git on Windows changes the ends of lines.
    writeFileSync(file(), readFileSync(file(), 'utf8').replaceAll('\n', '\r\n'));
    expect((await call(app, 'types --check')).code).toBe(0);
    const renamed = await bootWith([], (route) => void route.get('/', answer).name('start'));
    expect(await call(renamed, 'types --check')).toEqual({
      code: 1,
      output: 'types/taproot.d.ts is not up to date.\nRun `npx taproot types`, and commit the file.\n',
    });
    expect(readFileSync(file(), 'utf8')).toContain('home');
  });

  test('a server that watches brings a stale file up to date, and writes none where there is none', async () => {
    const app = await bootWith([], (route) => void route.get('/', answer).name('home'));
    const watched = () => bringTypes(app, folder, (state) => state === 'stale');
    expect(await watched()).toBe('absent');
    expect(await watched()).toBe('absent');
    write('types/taproot.d.ts', 'export {};\n');
    expect(await watched()).toBe('stale');
    expect(await watched()).toBe('fresh');
  });
});

// Not by its name: both merge the same interfaces, so they are no part of one program.
type Boot = (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Application>;

test.each(['app-skeleton', 'web-skeleton', 'examples/conduit', 'examples/helpdesk', 'examples/rooms'])(
  'types/taproot.d.ts of %s is up to date',
  async (path) => {
    const { boot } = (await import(join(root, path, 'bootstrap', 'app.ts'))) as { readonly boot: Boot };
    const app = await boot({ env: { APP_ENV: 'testing' } });
    apps.push(app);
    expect(await bringTypes(app, join(root, path), () => false)).toBe('fresh');
  },
);
