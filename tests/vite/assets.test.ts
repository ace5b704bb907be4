import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { routing } from '@taproot/routing';
import { pluginChecks } from '@taproot/testing';
import { vite } from '@taproot/vite';
import { errorOf } from '../views/support.ts';
import { site } from './support.ts';

for (const { name, run } of pluginChecks(() => vite(), { beside: () => [routing()] })) test(name, run);

const fixture = (version: string): string =>
  readFileSync(new URL(`fixtures/manifest-${version}.json`, import.meta.url), 'utf8');

/** As `vite build` of these versions has written it for the same sources. */
const manifests = { 'Vite 7': fixture('7.3.8'), 'Vite 8': fixture('8.3.8') };

const manifestFile = 'public/assets/.vite/manifest.json';
const built = (manifest: unknown, more: Readonly<Record<string, string>> = {}) => ({
  [manifestFile]: typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
  ...more,
});
const production = { APP_ENV: 'production' };

describe('the elements of a build', () => {
  test.each(Object.entries(manifests))('of %s', async (_name, manifest) => {
    const { app } = await site(built(manifest), { env: production });
    const lines = app.facades.Vite().html(null, 'app.css', 'app.ts', 'other.ts').split('\n');
    expect(lines.map((line) => line.replaceAll(/-[\w-]{8}\./g, '-HASH.'))).toEqual([
      '<link rel="stylesheet" href="/assets/app-HASH.css">',
      '<link rel="stylesheet" href="/assets/shared-HASH.css">',
      '<link rel="modulepreload" href="/assets/shared-HASH.js">',
      '<script type="module" src="/assets/app-HASH.js"></script>',
      '<script type="module" src="/assets/other-HASH.js"></script>',
    ]);
    expect(app.facades.Vite().url('logo.svg')).toBe('/assets/logo-DI8b0nTG.svg');
    expect(app.facades.Vite().tags(null, 'app.css')).toEqual([
      { tag: 'link', props: { rel: 'stylesheet', href: '/assets/app-aI-KMijL.css' } },
    ]);
  });

  test('of a CDN are asked for with CORS, and have the checksums of a plugin', async () => {
    const manifest = { 'app.ts': { file: 'app-1.js', isEntry: true, integrity: 'sha384-abc', css: ['app-1.css'] } };
    const { app } = await site(built(manifest), {
      env: production,
      config: { vite: { base: 'https://cdn.example.com/v1/' } },
    });
    expect(app.facades.Vite().html(null, 'app.ts')).toBe(
      '<link rel="stylesheet" href="https://cdn.example.com/v1/app-1.css" crossorigin="anonymous">\n' +
        '<script type="module" src="https://cdn.example.com/v1/app-1.js" crossorigin="anonymous" integrity="sha384-abc"></script>',
    );
  });

  test('have no end in circles, and cannot leave their attribute', async () => {
    const { app } = await site(
      built({
        'a.ts': { file: 'a"><script>.js', isEntry: true, imports: ['b.ts'] },
        'b.ts': { file: 'b.js', imports: ['a.ts'] },
      }),
      { env: production },
    );
    expect(app.facades.Vite().html(null, 'a.ts')).toContain('src="/assets/a&quot;><script>.js"');
  });

  test('have a nonce where the page has a policy, unless the configuration says no', async () => {
    const files = built(manifests['Vite 8'], { 'views/page.eta': "<%= vite('app.css') %>" });
    for (const [secure, nonce, has] of [
      [true, true, true],
      [true, false, false],
      [false, true, false],
    ]) {
      const { client } = await site(files, {
        env: production,
        secure: secure === true,
        config: { vite: { nonce: nonce === true } },
      });
      const response = await client.get('/');
      expect([secure, nonce, response.text.includes(' nonce="')]).toEqual([secure, nonce, has]);
      expect(response.headers.get('vary') === '*').toBe(has);
    }
  });
});

describe('mistakes', () => {
  test.each([
    ['no manifest', '', 'cannot be read'],
    ['half a manifest', '{"app.ts":', 'is no manifest of Vite'],
    ['another manifest', '{"name":"an application","icons":[]}', 'is no manifest of Vite'],
    ['a list', '[]', 'is no manifest of Vite'],
  ])('%s stops the start', async (_what, text, reason) => {
    const { app } = await site(text === '' ? {} : built(text), { env: production });
    const error = await errorOf(app.open());
    expect(error.message).toContain(reason);
    expect(`${String(error)}${JSON.stringify(error)}`).toContain('E_VITE_MANIFEST');
  });

  test('an unknown entry names those that there are', async () => {
    const { app } = await site(built(manifests['Vite 8']), { env: production });
    for (const name of ['ap.ts', 'assets/app.ts', '../app.ts', '', 'constructor', '__proto__'])
      expect(() => app.facades.Vite().url(name)).toThrow(/^There is no asset .* has app\.css, app\.ts, other\.ts\./);
    expect(() => app.facades.Vite().url('ap.ts')).toThrow('Did you mean "app.ts"?');
  });

  test('a base without its slash is refused at boot', async () => {
    for (const base of [
      'assets/',
      '/assets',
      '/a b/',
      'https://cdn.example.com',
      'https://cdn.example.com/?v=/',
      '//cdn/',
    ])
      expect((await errorOf(site({}, { config: { vite: { base } } }))).message).toContain('vite.base');
  });

  test('a template says which plugin it needs', async () => {
    const { site: plain } = await import('../views/support.ts');
    const { view } = await plain({ page: "<%= vite('app.ts') %>" });
    expect((await errorOf(view.make('page'))).message).toContain('vite(), which needs the plugin vite()');
  });
});

describe('tests', () => {
  test('need no build: pages name the sources, and a name that is wrong fails', async () => {
    const { client, app } = await site(
      { 'assets/app.ts': '', 'assets/app.css': '', 'views/page.eta': "<%= vite('app.css', 'app.ts') %>" },
      { secure: false },
    );
    const { text } = await client.get('/');
    expect(text.split('\n')).toEqual([
      '<script type="module" src="/assets/@vite/client"></script>',
      '<link rel="stylesheet" href="/assets/app.css">',
      '<script type="module" src="/assets/app.ts"></script>',
    ]);
    expect(() => app.facades.Vite().html(null, 'ap.ts')).toThrow('Did you mean "app.ts"?');
  });

  test('in a browser take the build with ASSETS_DEV=false', async () => {
    const { app } = await site(built(manifests['Vite 8']), { env: { ASSETS_DEV: 'false' } });
    expect(app.facades.Vite().url('app.ts')).toMatch(/^\/assets\/app-[\w-]{8}\.js$/);
  });
});
