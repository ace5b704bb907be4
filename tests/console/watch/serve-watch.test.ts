import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
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

const write = (text: string) => app.write('bootstrap/greeting.js', text);

const writeByRename = async (text: string): Promise<void> => {
  await app.write('bootstrap/greeting.js.draft', text);
  await rename(app.path('bootstrap/greeting.js.draft'), app.path('bootstrap/greeting.js'));
};

/** What the next application answers. */
const served = async (): Promise<string> => {
  url = (await out(/^(?:Serves|Fixed: serves) (http\S+) in \d+ ms/))[1] ?? '';
  return (await fetch(url)).text();
};

describe('F-1, E-12 serve --watch', () => {
  test('serves what is saved after a save by rename, and changes of .env', async () => {
    expect(await served()).toBe('one here');

    await writeByRename("export const greeting = 'two';");
    expect((await out(/changed/))[0]).toBe('changed');
    expect(await served()).toBe('two here');
    await write("export const greeting = 'three';");
    expect(await served()).toBe('three here');

    await app.write('.env', 'APP_ENV=development\nPLACE=there\n');
    expect((await out(/^(.*) changed/))[1]).toBe('.env');
    expect(await served()).toBe('three there');
  });

  test('serves what it did after a syntax error, and then what is saved', async () => {
    await writeByRename('export const greeting = ');
    await err(/SyntaxError/);
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
    await app.write('bootstrap/greeting.js', "export const greeting = 'six';\nthrow new Error('not today');\n");
    await err(/not today/);
    await err(/greeting\.js/);
    await err(/> 2 \| throw new Error\('not today'\)/);
    expect(await (await fetch(url)).text()).toBe('five there');
    await write("export const greeting = 'seven';");
    expect(await served()).toBe('seven there');
    expect(url).toBe(before);
  });

  test('leaves no server behind when it is killed', async () => {
    expect((await fetch(url)).status).toBe(200);
    child.kill('SIGKILL');
    // The server holds the other end of the pipe until it is gone.
    await once(child, 'close');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
