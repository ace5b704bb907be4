import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browser } from '../browser/support.ts';
import { Sandbox } from '../console/introspection/support/sandbox.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

const files = {
  'bootstrap/app.ts': `
import { consoleKernel } from '@taproot/console';
import { createFacades, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { limit, throttle } from '@taproot/throttle';
import { views } from '@taproot/views';
import { vite } from '@taproot/vite';
import { word } from '../app/word.ts';

const handle = createFacades();

export const boot = () =>
  setup(handle, { basePath: new URL('..', import.meta.url) })
    .withPlugins([consoleKernel(), routing(), security(), lang(), throttle(), views(), vite()])
    .withConfig({ http: { host: '127.0.0.1', port: 0 } })
    .withMiddleware((stack) => stack.append(handle.middleware.throttle('all')))
    .withCallback(({ facades }) => void facades.RateLimiter().for('all', () => limit.perMinute(40)))
    .withRouting((route) => void route.get('/', (ctx) => ctx.response().view('page', { word })))
    .create();
`,
  'app/word.ts': "export const word = 'first';\n",
  'vite.config.ts': "import { taproot } from '@taproot/vite/build';\nexport default { plugins: [taproot()] };\n",
  'views/page.eta': "<!doctype html><head><%= vite('app.css', 'app.ts') %></head><p><%= it.word %></p>",
  'assets/app.css': 'p { color: rgb(1, 2, 3); }',
  'assets/app.ts':
    "import './inner.css';\nimport { name } from './name.ts';\nconst text: string = name;\ndocument.body.dataset['name'] = text;\n",
  'assets/inner.css': 'p { background-color: rgb(4, 5, 6); }',
  'assets/name.ts': "export const name = 'one';\n",
  'storage/secret.json': '{"secret":true}',
  '.env': 'APP_ENV=development\n',
};

inBrowser('taproot serve --watch', () => {
  let app: Sandbox;
  let child: ReturnType<Sandbox['spawn']>;
  let url = '';
  let page: Page;
  const lines: string[] = [];
  let heard: () => void = () => undefined;
  const faults: string[] = [];

  /** Waits for a line of the program. */
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const at = lines.findIndex((line) => pattern.test(line));
      if (at >= 0) return lines.splice(0, at + 1).at(-1) ?? '';
      if (child.exitCode !== null) throw new Error(faults.join('\n'));
      await new Promise<void>((resolve) => (heard = resolve));
    }
  };

  /** Waits until the page says so. Not by `waitForFunction()`, which the policy of the page refuses. */
  const shows = async (expression: string): Promise<void> => {
    // A page that loads again has no answer.
    for (;;) if ((await page.evaluate(expression).catch(() => false)) === true) return;
  };

  const style = (name: 'color' | 'backgroundColor'): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('p')).${name}`);

  beforeAll(async () => {
    if (typeof browser === 'string') return;
    app = await Sandbox.create(files);
    child = app.spawn(['serve', '--watch']);
    const keep = (list: string[]) => (line: string) => {
      list.push(line);
      heard();
    };
    createInterface({ input: child.stdout }).on('line', keep(lines));
    createInterface({ input: child.stderr }).on('line', keep(faults));
    child.once('exit', () => heard());
    url = /(http\S+)/.exec(await until(/^Serves http/))?.[1] ?? '';
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content Security Policy/.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(url);
  }, 120_000);

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    child?.kill('SIGKILL');
    await app?.remove();
  });

  test('serves the sources on its own port, under the default policy', async () => {
    await shows(`document.body.dataset['name'] === 'one'`);
    expect(await style('color')).toBe('rgb(1, 2, 3)');
    expect(await style('backgroundColor')).toBe('rgb(4, 5, 6)');
    expect(faults).toEqual([]);
  });

  test('a style sheet is exchanged in the page', async () => {
    await page.evaluate('window.kept = true');
    await app.replace('assets/app.css', 'p { color: rgb(7, 8, 9); }');
    await shows(`getComputedStyle(document.querySelector('p')).color === 'rgb(7, 8, 9)'`);
    await app.replace('assets/inner.css', 'p { background-color: rgb(10, 11, 12); }');
    await shows(`getComputedStyle(document.querySelector('p')).backgroundColor === 'rgb(10, 11, 12)'`);
    expect(await page.evaluate<boolean>('window.kept')).toBe(true);
  });

  test('a script loads the page again, and not the application', async () => {
    await app.replace('assets/name.ts', "export const name = 'two';\n");
    await shows(`document.body.dataset['name'] === 'two'`);
    expect(lines.filter((line) => /changed|Serves/.test(line))).toEqual([]);
  });

  test('a template loads the page again', async () => {
    await app.replace('views/page.eta', files['views/page.eta'].replace('<p>', '<p title="new">'));
    await shows(`document.querySelector('p')?.title === 'new'`);
    expect(await until(/changed/)).toBe('views/page.eta changed');
  });

  test('the application starts again, and Vite with it', async () => {
    await shows(`document.body.dataset['name'] === 'two'`);
    await app.replace('app/word.ts', "export const word = 'second';\n");
    await until(/^Serves/);
    await shows(`document.querySelector('p')?.textContent === 'second' && document.body.dataset['name'] === 'two'`);
    await app.replace('assets/app.css', 'p { color: rgb(13, 14, 15); }');
    await shows(`getComputedStyle(document.querySelector('p')).color === 'rgb(13, 14, 15)'`);
    expect(faults.filter((line) => !/WebSocket|ERR_CONNECTION/.test(line))).toEqual([]);
  });

  test('no limit counts the sources, and nothing but the sources is read', async () => {
    for (let i = 0; i < 60; i++) expect((await fetch(`${url}/assets/name.ts`)).status).toBe(200);
    const paths = [
      'none.ts',
      `@fs${app.folder}/storage/secret.json`,
      `@fs${app.folder}/bootstrap/app.ts?raw`,
      '../.env',
    ];
    for (const path of paths) {
      const response = await fetch(`${url}/assets/${path}`);
      expect([path, response.status]).toEqual([path, path === 'none.ts' || path === '../.env' ? 404 : 403]);
    }
  });

  test('a broken vite.config.ts is shown on the page, and mended', async () => {
    await app.replace('vite.config.ts', files['vite.config.ts'].replace('taproot()', "taproot({ out: 'elsewhere' })"));
    await until(/^Serves/);
    const broken = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    expect(broken).toContain('vite.config.ts does not fit config/vite.ts: the folder of the build is');
    await app.replace('vite.config.ts', files['vite.config.ts']);
    await until(/^Serves/);
    expect((await fetch(url)).status).toBe(200);
  });

  test('it ends with Vite and its watchers, while a page is open', async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
