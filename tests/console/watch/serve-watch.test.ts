import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { freePort } from '../../support/free-port.ts';
import { Sandbox } from '../introspection/support/sandbox.ts';

// It starts many processes, one after another.
jest.setTimeout(60_000);

const bootstrap = `
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { greeting } from './greeting.js';

let place = '';

export const boot = () =>
  setup(null, { basePath: new URL('..', import.meta.url) })
    .withPlugins([consoleKernel(), routing()])
    .withConfig({
      http: (env) => {
        place = env('PLACE', 'nowhere');
        return { host: '127.0.0.1', port: 0 };
      },
    })
    .withRouting((route) => {
      route.get('/', (ctx) => ctx.response().string(200, greeting + ' ' + place));
      route.get('/page', (ctx) =>
        ctx.response().header('Content-Security-Policy', "default-src 'none'").data(200, 'text/html', '<!doctype html><p>' + greeting));
    })
    .create();
`;

/** Reads on in what a process writes until a line matches. */
const finder = (stream: Readable) => {
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  return async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const { value, done } = await lines.next();
      const found = pattern.exec(String(value));
      if (found !== null) return found;
      if (done) throw new Error(`It ended without ${pattern}.`);
    }
  };
};

let app: Sandbox;
let child: ChildProcess;
let out: ReturnType<typeof finder>;
let err: ReturnType<typeof finder>;
let url = '';

// One process watches; each test goes on where the one before it ended.
beforeAll(async () => {
  app = await Sandbox.create({
    'bootstrap/app.js': bootstrap,
    'bootstrap/greeting.js': "export const greeting = 'one';",
    '.env': 'APP_ENV=development\nPLACE=here\n',
  });
  child = app.spawn(['serve', '--watch']);
  out = finder(child.stdout as Readable);
  err = finder(child.stderr as Readable);
});

afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await app.remove();
});

const write = (text: string) => app.replace('bootstrap/greeting.js', text);

const writeByRename = async (text: string): Promise<void> => {
  await app.write('bootstrap/greeting.js.draft', text);
  await rename(app.path('bootstrap/greeting.js.draft'), app.path('bootstrap/greeting.js'));
};

/** What the next application answers. */
const served = async (): Promise<string> => {
  url = (await out(/^(?:Serves|Fixed: serves) (http\S+) in \d+ ms/))[1] ?? '';
  return (await fetch(url)).text();
};

interface News {
  readonly state: string;
  readonly styles: number;
  readonly fault: { readonly text: string; readonly place: unknown } | null;
}

/** What a page hears: each piece of news, or null once the stream has ended. */
const listen = async () => {
  const [res] = (await once(request(`${url}/_taproot/watch`).end(), 'response')) as [IncomingMessage];
  const lines = createInterface({ input: res })[Symbol.asyncIterator]();
  return async (): Promise<News | null> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return null;
      if (value.startsWith('data: ')) return JSON.parse(value.slice(6));
    }
  };
};

const page = async (headers: Readonly<Record<string, string>> = {}): Promise<[body: string, policy: string | null]> => {
  const res = await fetch(`${url}/page`, { headers: { Accept: 'text/html', ...headers } });
  return [await res.text(), res.headers.get('content-security-policy')];
};

const stateOf = ([body]: readonly [string, string | null]): string | undefined =>
  /src="\/_taproot\/watch\.js\?state=([\w-]+)"/.exec(body)?.[1];

describe('F-1, E-12 serve --watch', () => {
  test('serves what is saved after a save by rename, and changes of .env', async () => {
    expect(await served()).toBe('one here');

    await writeByRename("export const greeting = 'two';");
    expect((await out(/changed/))[0]).toBe('changed');
    expect(await served()).toBe('two here');
    await write("export const greeting = 'three';");
    expect(await served()).toBe('three here');

    await app.replace('.env', 'APP_ENV=development\nPLACE=there\n');
    expect((await out(/^(.*) changed/))[1]).toBe('.env');
    expect(await served()).toBe('three there');
  });

  test('serves what it did after a syntax error, and then what is saved', async () => {
    await writeByRename('export const greeting = ;');
    expect((await err(/^E_SOURCE: (.*)$/))[1]).toBe("bootstrap/greeting.js:1:25: Unexpected token ';'.");
    await err(/> 1 \| export const greeting = ;/);
    await err(/^ {2}fix: Correct this line\.$/);
    await err(/The application before the change still serves/);
    expect(await (await fetch(url)).text()).toBe('three there');
    await writeByRename("export const greeting = 'four';");
    expect(await served()).toBe('four there');
  });

  test('goes on after commands of the console have written files', async () => {
    expect((await app.run(['key:generate'])).code).toBe(0);
    expect(await served()).toBe('four there');
    expect((await app.run(['make:middleware', 'Check'])).code).toBe(0);
    expect((await out(/^(.*) changed/))[1]).toBe('app/http/middleware/check.ts');
    expect(await served()).toBe('four there');
    await write("export const greeting = 'five';");
    expect(await served()).toBe('five there');
  });

  test('keeps the port while applications change, and says why one does not boot', async () => {
    const before = url;
    await app.replace('bootstrap/greeting.js', "export const greeting = 'six';\nthrow new Error('not today');\n");
    await err(/not today/);
    await err(/greeting\.js/);
    await err(/> 2 \| throw new Error\('not today'\)/);
    expect(await (await fetch(url)).text()).toBe('five there');
    await write("export const greeting = 'seven';");
    expect(await served()).toBe('seven there');
    expect(url).toBe(before);
  });

  test('tells pages why a change does not start, and which process serves', async () => {
    const news = await listen();
    const first = await news();
    expect(first?.fault).toBeNull();
    await write('export const greeting = ;');
    const { fault } = (await news()) ?? {};
    expect(fault?.text).toMatch(/^E_SOURCE: bootstrap\/greeting\.js:1:25: .*\n\n {2}> 1 \| export const greeting = ;/);
    expect(fault?.place).toEqual({
      shown: 'bootstrap/greeting.js:1:25',
      link: `vscode://file${app.path('bootstrap/greeting.js')}:1:25`,
    });
    // A page that comes later hears of it, too.
    expect((await (await listen())())?.fault).toEqual(fault);
    await write("export const greeting = 'eight';");
    expect(await served()).toBe('eight there');
    expect(await news()).toBeNull();
    const second = await (await listen())();
    expect(second?.fault).toBeNull();
    expect(second?.state).not.toBe(first?.state);
  });

  test('makes pages load again what needs no other application, and says to new ones what they show', async () => {
    const news = await listen();
    const first = await news();
    expect(stateOf(await page())).toBe(first?.state);
    await app.replace('public/site.css', 'p { color: red }');
    expect((await out(/^(.*) changed/))[1]).toBe('public/site.css');
    expect(await news()).toEqual({ ...first, styles: 1 });
    for (const file of ['public/about.html', 'app/views/home.eta']) {
      const [before] = await page();
      await app.replace(file, '<p>');
      // The stream goes on: it is the same process.
      const { state, styles } = (await news()) ?? {};
      expect(styles).toBe(1);
      expect(stateOf(await page())).toBe(state);
      expect(stateOf([before, null])).not.toBe(state);
    }
  });

  test('adds one line of script to pages, and lets it through their policy', async () => {
    const { host, origin } = new URL(url);
    const [, state] = /state=([\w-]+)/.exec((await page())[0]) ?? [];
    const tag = `<script type="module" src="/_taproot/watch.js?state=${state}"></script>\n`;
    expect(await page()).toEqual([
      `<!doctype html><p>eight${tag}`,
      `default-src 'none'; script-src ${origin}/_taproot/watch.js; connect-src ${origin}/_taproot/watch`,
    ]);
    const script = await fetch(`${url}/_taproot/watch.js?state=${state}`);
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    // What is asked for as data, or from elsewhere, stays as it is.
    const plain = ['<!doctype html><p>eight', "default-src 'none'"];
    expect(await page({ Accept: '*/*' })).toEqual(plain);
    expect(await page({ 'X-Forwarded-For': '203.0.113.9' })).toEqual(plain);
    for (const headers of [{ 'X-Forwarded-For': '203.0.113.9' }, { Origin: 'https://evil.test' }])
      for (const path of ['watch', 'watch.js'])
        expect((await fetch(`${url}/_taproot/${path}`, { headers })).status).toBe(404);
    const rebound = request(`${url}/_taproot/watch`, { headers: { Host: host.replace('127.0.0.1', 'evil.test') } });
    const [res] = (await once(rebound.end(), 'response')) as [IncomingMessage];
    expect(res.resume().statusCode).toBe(404);
  });

  test('leaves no server behind when it is killed', async () => {
    expect((await fetch(url)).status).toBe(200);
    child.kill('SIGKILL');
    // The server holds the other end of the pipe until it is gone.
    await once(child, 'close');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

describe('F-1, E-12 serve --watch of an application that does not start', () => {
  test('shows why where the application would serve, until it does', async () => {
    const port = await freePort();
    const at = `http://127.0.0.1:${port}/any`;
    const broken = await Sandbox.create({
      'bootstrap/app.js': bootstrap.replace('port: 0', "port: env('PORT', 0)"),
      'bootstrap/greeting.js': 'export const greeting = ;',
      '.env': `APP_ENV=development\nPORT=${port}\n`,
    });
    const watched = broken.spawn(['serve', '--watch']);
    const [said, failed] = [finder(watched.stdout), finder(watched.stderr)];
    try {
      await failed(/No application serves/);
      await said(new RegExp(`The error is shown at http://127.0.0.1:${port}`));
      const res = await fetch(at, { headers: { Accept: 'text/html' } });
      const body = await res.text();
      expect([res.status, res.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(body).toContain('&gt; 1 | export const greeting = ;');
      const link = `vscode://file${broken.path('bootstrap/greeting.js')}:1:25`;
      expect(body).toContain(`<a href="${link}">bootstrap/greeting.js:1:25</a>`);
      expect(body).toContain('src="/_taproot/watch.js?state=');
      expect(await (await fetch(at)).text()).toContain('fix: Correct this line.');
      const elsewhere = await fetch(at, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
      expect(await elsewhere.text()).toBe('The application does not start.\n');
      await broken.replace('bootstrap/greeting.js', "export const greeting = 'here';");
      await said(/^Fixed: serves/);
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here nowhere');
    } finally {
      watched.kill('SIGTERM');
      await once(watched, 'exit');
      await broken.remove();
    }
  });
});
