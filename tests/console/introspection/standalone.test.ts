import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Sandbox } from './support/sandbox.ts';

// Each starts several processes that load everything.
jest.setTimeout(60_000);

const bootstrap = `
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { greeting } from './greeting.js';

const needy = definePlugin({
  name: 'needy',
  apply(app) {
    if (process.env.NEEDS_KEY === 'yes' && app.config.app.key === null) throw new Error('there is no key');
    app.hooks.shutdown.tap('needy', () => process.stdout.write('closed\\n'));
  },
});

export const boot = () =>
  setup(null, { basePath: new URL('..', import.meta.url), env: { APP_ENV: 'development' } })
    .withPlugins([consoleKernel(), routing(), needy])
    .withConfig({ http: (env) => ({ host: '127.0.0.1', port: env('PORT', 0) }) })
    .withRouting((route) => {
      route.get('/', (ctx) => ctx.response().string(200, greeting));
      route.get('/slow', async (ctx) => {
        process.stdout.write('asked\\n');
        await new Promise((resolve) => process.once('SIGINT', resolve));
        return ctx.response().string(200, 'late');
      });
    })
    .create();
`;

let app: Sandbox;

beforeAll(async () => {
  app = await Sandbox.create({
    'bootstrap/app.js': bootstrap,
    'bootstrap/greeting.js': "export const greeting = 'one';",
  });
});

afterAll(() => app.remove());

/** The lines a process writes, one after another. */
const linesOf = (stream: Readable): (() => Promise<string>) => {
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value);
};

/** Reads on until the server says where it listens. */
const addressIn = async (next: () => Promise<string>): Promise<string> => {
  for (;;) {
    const line = await next();
    const url = / listens on (http[^\s"]+)/.exec(line)?.[1];
    if (url !== undefined) return url;
    if (line === 'undefined') throw new Error('The server ended before it listened.');
  }
};

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

describe('serve', () => {
  test('serves the application, and drains at a signal', async () => {
    const child = app.spawn(['serve', '--port', '0']);
    const next = linesOf(child.stdout);
    const url = await addressIn(next);
    expect(await (await fetch(url)).text()).toBe('one');

    const slow = fetch(`${url}/slow`).then((response) => response.text());
    expect(await next()).toBe('asked');
    const ended = exitOf(child);
    child.kill('SIGINT');
    expect(await slow).toBe('late');
    expect(await next()).toBe('closed');
    expect(await ended).toBe(0);
  });

  test('with --watch ends at a signal together with its server, without complaint', async () => {
    const child = app.spawn(['serve', '--watch']);
    const errors = text(child.stderr);
    const url = await addressIn(linesOf(child.stdout));
    expect(await (await fetch(url)).text()).toBe('one');
    const ended = exitOf(child);
    child.kill('SIGTERM');
    expect([await ended, await errors]).toEqual([0, '']);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('a configuration that does not read the variable is told of', async () => {
    const { code, stderr } = await app.run(['serve', '--host', '127.0.0.2']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'E_SERVE_FIXED: http.host is 127.0.0.1, not 127.0.0.2: config/http.ts does not read HOST.',
    );
  });
});

describe('key:generate', () => {
  const key = async (): Promise<string> => /^APP_KEY=(.*)$/m.exec(await app.read('.env'))?.[1] ?? '';

  test('writes a key into .env, also where the application does not boot without one', async () => {
    const env = { NEEDS_KEY: 'yes' };
    expect((await app.run(['about'], env)).stderr).toContain('there is no key');
    expect(await app.run(['key:generate'], env)).toEqual({
      code: 0,
      stdout: `APP_KEY written to ${app.path('.env')}\n`,
      stderr: '',
    });
    expect(Buffer.from(await key(), 'base64')).toHaveLength(32);
    expect((await app.run(['about', '--only', 'application'], env)).stdout).toMatch(/Key +set\n/);
  });

  test('keeps a key that is there, unless it is forced', async () => {
    const before = await key();
    const refused = await app.run(['key:generate']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^E_KEY_EXISTS: .*\n {2}fix: Keep it/) });
    expect(await key()).toBe(before);
    expect((await app.run(['key:generate', '--force'])).code).toBe(0);
    expect(await key()).not.toBe(before);
  });

  test('tells that a key of the environment wins', async () => {
    const { stdout } = await app.run(['key:generate', '--force'], { APP_KEY: 'other' });
    expect(stdout).toContain('which wins over .env');
  });

  test('only shows one with --show', async () => {
    await rm(app.path('.env'));
    const { stdout } = await app.run(['key:generate', '--show']);
    expect(Buffer.from(stdout, 'base64')).toHaveLength(32);
    await expect(app.read('.env')).rejects.toThrow('ENOENT');
  });
});
