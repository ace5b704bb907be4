import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, type Env, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { devtools } from '@taproot/devtools';
import { routing } from '@taproot/routing';
import { build } from 'esbuild';
import type { Recording } from '../../plugins/devtools/src/recorder/recording.ts';
import { Ring } from '../../plugins/devtools/src/recorder/ring.ts';
import { plant, silent } from './planted.ts';
import { ask, bearer, closing, learn, portOf, seen, serve } from './support.ts';

/** The times on a page, in milliseconds. */
const timesOf = (page: string): number[] =>
  [...page.matchAll(/<span class="number" title="[^"]*">([\d.]+) (ms|s)<\/span>/g)].map(
    ([, figure = '', unit]) => Number(figure) * (unit === 's' ? 1000 : 1),
  );

test('the times of all steps of a request add up to its time', async () => {
  const app = closing(await plant(async () => undefined));
  await ask(app, '/n-plus-one');
  const { id, steps, milliseconds } = await learn(app, '/n-plus-one');
  const times = timesOf((await ask(app, `/_taproot/requests/${id}`)).text);
  expect(times).toHaveLength(steps.length + 1);
  const sum = times.reduce((all, one) => all + one, 0);
  // Each is rounded to a hundredth; a step that is still at work after the response belongs to no part of it.
  expect(Math.abs(sum - (milliseconds ?? 0))).toBeLessThan(0.1 * (milliseconds ?? 0));
});

test('credentials are masked on every page, and in what is copied', async () => {
  const app = await serve(undefined, (route) => {
    route.post('/login', async (ctx) => {
      await ctx.request().body();
      return ctx
        .response()
        .cookie({ name: 'session', value: 'cookie-secret' })
        .json(200, { access_token: 'token-secret', name: 'Ada' });
    });
  });
  const { id } = await learn(app, '/login?api_key=query-secret&page=2', {
    method: 'POST',
    headers: { Authorization: 'Bearer header-secret', Cookie: 'a=cookie-secret', 'Content-Type': 'application/json' },
    body: '{"name":"Ada","password":"body-secret","deep":[{"apiKey":"deep-secret"}]}',
  });
  for (const path of ['', `/requests/${id}`, '/requests.json', '/logs', '/config']) {
    const { text } = await ask(app, `/_taproot${path}`);
    expect([path, /\w+-secret/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
  const { text } = await ask(app, `/_taproot/requests/${id}`);
  expect(text).toContain('Ada');
  expect(text).toContain('page=2');
});

test('input of a client is escaped on the pages', async () => {
  const app = await serve();
  const { id } = await learn(app, '/?q=<script>alert(1)</script>', {
    headers: { 'X-Name': '"><img src=x onerror=alert(1)>', 'Content-Type': 'text/plain' },
    method: 'POST',
    body: '</pre><script>alert(2)</script>',
  });
  for (const path of ['/_taproot', `/_taproot/requests/${id}`])
    expect((await ask(app, path)).text).not.toMatch(
      /<script>|<img|alert\(1\)<\/|<script(?! type="module" src="\/_taproot)/,
    );
});

test('a request can be sent again, with its headers and its body', async () => {
  const app = await serve(undefined, (route) => {
    route.post('/echo', async (ctx) =>
      ctx.response().string(200, `${ctx.request().header('x-name')} ${String(await ctx.request().body())}`),
    );
  });
  const first = await learn(app, '/echo', {
    method: 'POST',
    headers: { 'X-Name': 'Ada', 'Content-Type': 'text/plain' },
    body: 'lovelace',
  });
  const own = { Origin: 'http://localhost', Host: 'localhost' };
  const again = await ask(app, `/_taproot/requests/${first.id}/replay`, { method: 'POST', headers: own });
  expect([again.status, again.headers.location]).toEqual([303, `/_taproot/requests/${first.id + 1}`]);
  const [second] = await seen(app);
  expect(second).toMatchObject({ method: 'POST', target: '/echo', status: 200 });
  expect((await ask(app, `/_taproot/requests/${second?.id}`)).text).toContain('Ada lovelace');
});

/** The address of the list that is told of new requests. */
const liveOf = (app: Application) => ({
  host: '127.0.0.1',
  port: portOf(app),
  path: '/_taproot/live',
  headers: bearer(app),
  agent: false,
});

test('the list hears of each request that ends', async () => {
  const app = await serve();
  const heard = await new Promise<string>((resolve, reject) => {
    const live = request(liveOf(app), (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (chunk.startsWith(': open')) ask(app, '/').catch(reject);
        if (!chunk.includes('data: ')) return;
        live.destroy();
        resolve(chunk);
      });
    });
    live.on('error', reject).end();
  });
  expect(JSON.parse(heard.slice(heard.indexOf('data: ') + 6))).toMatch(/^<tr data-id="1">/);
});

test('an application closes while lists are open', async () => {
  const app = await serve();
  const ended = new Promise((resolve, reject) => {
    const live = request(liveOf(app), (response) => {
      response.on('data', () => void app.close().catch(reject)).once('end', resolve);
    });
    live.on('error', reject).end();
  });
  await ended;
  expect(await app.close()).toEqual([]);
});

test('the pages of routes, hooks, configuration and logs are there, and nothing else is', async () => {
  const app = await serve();
  await ask(app, '/');
  for (const [path, shown] of [
    ['/routes', 'route'],
    ['/hooks', 'http.server'],
    ['/config', 'shutdown_timeout'],
    ['/logs', 'None.'],
  ])
    expect((await ask(app, `/_taproot${path}`)).text).toContain(shown);
  expect((await ask(app, '/_taproot/requests/99')).status).toBe(404);
  expect((await ask(app, '/_taproot/nothing')).status).toBe(404);
  expect((await ask(app, '/_taproot', { method: 'DELETE' })).status).toBe(405);
});

test('two requests can be compared: what differs, and what only one of them did', async () => {
  const app = closing(await plant(async () => undefined));
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const first = await learn(app, '/posts', { ...asked, body: '{"title":"Ada"}' });
  const second = await learn(app, '/posts', { ...asked, body: '{"title":"too long"}' });
  const third = await learn(app, '/n-plus-one');
  const shown = (await ask(app, `/_taproot/requests/${second.id}`)).text;
  expect(shown).toContain(`href="/_taproot/compare/${first.id}/${second.id}"`);

  const rowsOf = async (one: number, other: number): Promise<string[]> => {
    const { text } = await ask(app, `/_taproot/compare/${one}/${other}`);
    return [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) =>
      row
        .replaceAll(/<[^>]+>|\s+/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    );
  };
  const rows = await rowsOf(first.id, second.id);
  expect(rows).toContainEqual('Status 200 422 differs');
  expect(rows).toContainEqual('Route /posts /posts');
  expect(rows).toContainEqual(expect.stringMatching(/^validation title, email validation [\d.]+ ms [\d.]+ ms$/));
  const others = await rowsOf(first.id, third.id);
  expect(others).toContainEqual(
    expect.stringMatching(/^validation title, email validation only one [\d.]+ ms absent$/),
  );
  expect(others.filter((row) => row.startsWith('query select ? as id'))).toHaveLength(5);
  expect((await ask(app, `/_taproot/compare/${first.id}/99`)).status).toBe(404);
});

test('the ring keeps the newest, by number and by bytes', () => {
  const recording = (id: number, memory: number) => ({ id, memory }) as unknown as Recording;
  const ring = new Ring(3, 100);
  for (const id of [1, 2, 3, 4]) ring.add(recording(id, 10));
  expect(ring.all.map(({ id }) => id)).toEqual([4, 3, 2]);
  ring.add(recording(5, 85));
  expect(ring.all.map(({ id }) => id)).toEqual([5, 4]);
  ring.add(recording(6, 200));
  expect(ring.all.map(({ id }) => id)).toEqual([]);
});

test.each(['/fails', '/nowhere'])('the page of the error of %s leads to the request', async (path) => {
  const app = await serve(undefined, (route) => {
    route.get('/fails', () => {
      throw new Error('no posts');
    });
  });
  const failed = await ask(app, path, { headers: { Accept: 'text/html' } });
  const [, link = ''] = /href="(\/_taproot[^"]*)"/.exec(failed.text) ?? [];
  const found = await ask(app, link);
  expect([found.status, found.headers.location]).toEqual([303, '/_taproot/requests/1']);
});

test('without debugging no page leads there', async () => {
  const app = await serve({ APP_ENV: 'development', APP_DEBUG: 'false' });
  expect((await ask(app, '/nowhere', { headers: { Accept: 'text/html' } })).text).not.toContain('_taproot');
});

const root = join(import.meta.dirname, '..', '..');

/** The sources of ours that a bundle of the skeleton has. */
const sourcesOf = async (env: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [join(root, 'app-skeleton', 'main.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    outdir: 'out',
    metafile: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    conditions: ['source'],
    define: { 'process.env.NODE_ENV': JSON.stringify(env) },
    // All but the framework and the application.
    plugins: [
      {
        name: 'own',
        setup: (building) =>
          building.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@taproot/') ? undefined : { path, external: true },
          ),
      },
    ],
    logLevel: 'error',
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
};

const ofDevtools = (files: readonly string[]): readonly string[] =>
  files.filter((file) => file.startsWith('plugins/devtools/'));

test('a bundle for production holds nothing of devtools', async () => {
  const files = await sourcesOf('production');
  expect(ofDevtools(files)).toEqual([]);
  expect(files).toContain('plugins/routing/src/plugin.ts');
  // So the search finds them where they are.
  expect(ofDevtools(await sourcesOf('development'))).toContain('plugins/devtools/src/workshop.ts');
});

describe('config', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taproot-devtools-'));

  beforeAll(() => {
    mkdirSync(join(folder, 'config'));
    writeFileSync(join(folder, 'config', 'http.ts'), 'http = {\n  port: 0 };\n');
    writeFileSync(
      join(folder, '.env'),
      '# of this test\nHTTP_MAIL=ada@example.test\nSTRIPE_SECRET=env-secret\nPATH=hidden\n',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const plain = (html: string): string =>
    html
      .replaceAll('<li>', '; ')
      .replaceAll(/<[^>]+>|\s+/g, ' ')
      .replaceAll('&#34;', '"')
      .replaceAll(/ +/g, ' ')
      .trim();

  /** The rows of the page, by file and key: the value, and where it comes from. `config` is the file of a plugin. */
  const rowsOf = async (config: (env: Env) => object): Promise<Record<string, string>> => {
    const pay = definePlugin({
      name: 'pay',
      config: {
        ['pay' as 'app']: (env: Env) =>
          ({
            mail: env('HTTP_MAIL', ''),
            live: '',
            retries: 3,
            'path.name': '',
            store: 'memory',
            port: 0,
            made: '',
            hosts: ['localhost'],
            sender: '',
          }) as never,
      },
    });
    const app = await setup(null, { basePath: folder, env: { APP_ENV: 'development', GIVEN: '80' } })
      .withPlugins([silent, routing({ max_url: 100 }), devtools(), pay])
      .withConfig({ http: () => ({ port: 0 }), ['pay' as 'app']: config })
      .create();
    await app.open();
    const { text } = await ask(closing(app), '/_taproot/config');
    return Object.fromEntries(
      text.split('<h2 id="').flatMap((part) => {
        const file = part.slice(0, part.indexOf('"'));
        const rows = part.matchAll(/<tr><td class="key"><code>(.*?)<\/code><\/td>(.*?)<\/tr>/gs);
        return [...rows].map(([, key, rest = '']) => [`${file}.${key}`, plain(rest)]);
      }),
    );
  };

  test('each setting says where it comes from', async () => {
    let made = 0;
    const rows = await rowsOf((env) => ({
      live: env('STRIPE_SECRET'),
      'path.name': env('PATH', '').slice(0, 0),
      store: env('NOT_SET', '') === '' ? 'memory' : 'redis',
      port: env('GIVEN', 1),
      made: String(made++),
      hosts: [env('HTTP_MAIL').slice(4), env('PATH', '') === '' ? '' : 'here'],
    }));
    expect(rows).toMatchObject({
      // Of a plugin, which reads a variable itself.
      'pay.mail': '"ada@example.test" default of pay ; HTTP_MAIL from .env:2',
      // A secret by the name of its variable alone.
      'pay.live': '"********" withConfig() in place of "" ; STRIPE_SECRET from .env:3',
      'pay.retries': '3 default of pay',
      // No other PATH would change it.
      'pay.path.name': '"" withConfig() same as the default',
      'pay.store': '"memory" withConfig() same as the default ; NOT_SET is not set',
      'pay.port': '80 withConfig() in place of 0 ; GIVEN from setup()',
      'pay.made': expect.stringMatching(/^"0" withConfig\(\) in place of ""$/),
      'pay.hosts': '["example.test","here"] withConfig() in place of ["localhost"] ; HTTP_MAIL from .env:2',
      'app.debug': 'true default of the core ; APP_ENV from setup() ; APP_DEBUG is not set',
      'app.shutdown_timeout': '10 default of the core',
      'http.port': '0 config/http.ts:2 in place of 3000',
      'http.max_url': '100 routing() in place of 8192',
      'http.request_timeout': expect.stringMatching(/ default of routing$/),
    });
  });

  test('a file that refuses another value of a variable, and a variable of the process', async () => {
    const mail = 'ada@example.test';
    const rows = await rowsOf((env) => {
      if (env('HTTP_MAIL') !== mail) throw new Error('no mail');
      return { sender: env('HTTP_MAIL'), port: env('PATH', '').length };
    });
    expect(rows['pay.sender']).toBe('"ada@example.test" withConfig() in place of "" ; HTTP_MAIL from .env:2');
    // The process wins over .env, which sets it as well.
    expect(rows['pay.port']).toMatch(/^\d+ withConfig\(\) in place of 0 ; PATH from the environment of the process$/);
  });
});
