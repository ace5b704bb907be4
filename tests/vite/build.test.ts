import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { browser } from '../browser/support.ts';
import { Sandbox } from '../console/introspection/support/sandbox.ts';

const inBrowser = typeof browser === 'string' ? test.skip : test;
const program = new URL('../../node_modules/vite/bin/vite.js', import.meta.url).pathname;

const files = {
  'bootstrap/app.js': `
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { views } from '@taproot/views';
import { vite } from '@taproot/vite';

export const boot = () =>
  setup(null, { basePath: new URL('..', import.meta.url) })
    .withPlugins([consoleKernel(), routing(), security(), views(), vite()])
    .withConfig({ http: { host: '127.0.0.1', port: 0 } })
    .withRouting((route) => {
      route.get('/', (ctx) => ctx.response().view('page'));
      route.fallback((ctx) => ctx.response().html(200, 'the page of an application in the browser'));
    })
    .create();
`,
  'vite.config.js': "import { taproot } from '@taproot/vite/build';\nexport default { plugins: [taproot()] };\n",
  'views/page.eta': "<!doctype html><head><%= vite('app.css', 'app.ts', 'other.ts') %></head><p>Hi</p><i></i><b></b>",
  'assets/app.css': "@font-face { font-family: f; src: url('./f.woff2'); } p { color: rgb(1, 2, 3); }",
  'assets/f.woff2': 'no font',
  'assets/app.ts':
    "import './shared/shared.ts';\nvoid import('./late/late.ts').then(({ late }) => { document.body.dataset['late'] = late; });\n",
  'assets/other.ts': "import { name } from './shared/shared.ts';\ndocument.body.dataset['other'] = name;\n",
  'assets/shared/shared.ts': "import './shared.css';\nexport const name: string = 'shared';\n",
  'assets/shared/shared.css': 'i { color: rgb(4, 5, 6); }',
  'assets/late/late.ts': "import './late.css';\nexport const late: string = 'late';\n",
  'assets/late/late.css': 'b { color: rgb(7, 8, 9); }',
};

describe('the build in production', () => {
  let app: Sandbox;
  let child: ReturnType<Sandbox['spawn']>;
  let url = '';
  let page = '';
  let faults = '';

  const build = () =>
    promisify(execFile)(process.execPath, [program, 'build', '--logLevel', 'error'], { cwd: app.folder });
  const production = { APP_ENV: 'production', NODE_ENV: 'production' };

  beforeAll(async () => {
    app = await Sandbox.create(files);
    const unbuilt = await app.run(['serve'], production);
    expect(unbuilt).toMatchObject({ code: 1 });
    expect(unbuilt.stderr).toContain('E_VITE_MANIFEST');
    expect(unbuilt.stderr).toContain('Run `npx vite build` before the application starts.');
    // A command that serves nothing needs no build.
    expect(await app.run(['route:list'], production)).toMatchObject({ code: 0 });
    expect((await build()).stderr).toBe('');
    child = app.spawn(['serve'], production);
    child.stderr.setEncoding('utf8').on('data', (text: string) => (faults += text));
    for await (const line of createInterface({ input: child.stdout })) {
      url = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? '';
      if (url !== '') break;
    }
    page = await (await fetch(url)).text();
  }, 120_000);

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    if (child?.kill('SIGTERM')) await once(child, 'exit');
    await app.remove();
  });

  test('writes style sheets, imports and scripts, each once and with the nonce', async () => {
    const response = await fetch(url);
    const html = await response.text();
    const nonce = /'nonce-([\w-]+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? 'none';
    const lines = html.slice(html.indexOf('<head>') + 6, html.indexOf('</head>')).split('\n');
    expect(lines.every((line) => line.includes(` nonce="${nonce}"`))).toBe(true);
    const shape = lines.map((line) => line.replace(` nonce="${nonce}"`, '').replaceAll(/-[\w-]{8}\./g, '-HASH.'));
    expect(shape).toEqual([
      '<meta property="csp-nonce">',
      '<link rel="stylesheet" href="/assets/app-HASH.css">',
      '<link rel="stylesheet" href="/assets/shared-HASH.css">',
      '<link rel="modulepreload" href="/assets/shared-HASH.js">',
      '<script type="module" src="/assets/app-HASH.js"></script>',
      '<script type="module" src="/assets/other-HASH.js"></script>',
    ]);
  });

  inBrowser('runs in a browser under the default policy, with what is loaded later', async () => {
    if (typeof browser === 'string') return;
    const said: string[] = [];
    const tab = await browser.newPage();
    tab.on('console', (message) => said.push(message.text()));
    tab.on('pageerror', (error) => said.push(String(error)));
    await tab.goto(url);
    const done = "document.body.dataset.late === 'late' && document.body.dataset.other === 'shared'";
    while ((await tab.evaluate(done)) !== true);
    const colors = await tab.evaluate<string[]>(
      "['p', 'i', 'b'].map((name) => getComputedStyle(document.querySelector(name)).color)",
    );
    expect(colors).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)']);
    expect(said.filter((text) => !/font/i.test(text))).toEqual([]);
  });

  test('is kept for a year, answers HEAD and conditional requests, and shows no list of itself', async () => {
    const [, path = ''] = /src="(\/assets\/app-[^"]+)"/.exec(page) ?? [];
    const file = await fetch(url + path);
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'max-age=31536000, immutable']);
    expect(file.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    const head = await fetch(url + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      file.headers.get('content-length'),
      '',
    ]);
    // Not by fetch(), which adds a header for a reload.
    const etag = file.headers.get('etag') ?? '';
    const [again] = (await once(get(url + path, { headers: { 'if-none-match': etag } }), 'response')) as [
      IncomingMessage,
    ];
    expect(again.resume().statusCode).toBe(304);
    for (const hidden of ['.vite/manifest.json', 'app.ts']) {
      const response = await fetch(`${url}/assets/${hidden}`);
      expect([hidden, response.status, (await response.text()).includes('isEntry')]).toEqual([hidden, 404, false]);
    }
  });

  test('answers 404 for a file of an older version, which no cache keeps and no fallback answers', async () => {
    const old = await fetch(`${url}/assets/app-0a1b2c3d.js`);
    expect([old.status, old.headers.get('cache-control'), old.headers.get('content-type')]).toEqual([
      404,
      'no-store',
      'text/plain; charset=utf-8',
    ]);
    expect(await (await fetch(`${url}/other`)).text()).toContain('application in the browser');
  });

  test('does not start with a template whose entry is not there', async () => {
    await app.write('views/wrong.eta', "<p>\n<%= vite('app.css', 'ap.ts') %>");
    const { code, stderr } = await app.run(['serve'], production);
    expect(code).toBe(1);
    expect(stderr).toContain('views/wrong.eta:2');
    expect(stderr).toContain('There is no asset "ap.ts"');
    expect(stderr).toContain('Did you mean "app.ts"?');
    await app.write('views/wrong.eta', '');
  });

  test('has no address of its own in it: one build serves below any', () => {
    const manifest = JSON.parse(readFileSync(app.path('public/assets/.vite/manifest.json'), 'utf8')) as Record<
      string,
      { readonly file: string }
    >;
    for (const { file } of Object.values(manifest))
      expect(readFileSync(app.path('public/assets', file), 'utf8')).not.toContain('/assets/');
    expect(faults).toBe('');
  });
});
