import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Suite } from '@taproot/testing/conformance';
import { allClosed } from '../../routing/support/open-files.ts';

/** What goes over the wire when replies are changed, replaced, relayed. */
export const replies = (suite: Suite): void => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-replies-')));
  const file = join(directory, 'file.txt');
  writeFileSync(file, 'from the disk');
  afterAll(() => rmSync(directory, { recursive: true }));

  test('a reply without a body has none, whatever its type says', async () => {
    const { raw } = await suite.open((route) => {
      route.get('/created', (ctx) => ctx.response().header('Content-Type', 'application/json').noContent(201));
      route.get('/emptied', (ctx) => {
        const response = ctx.response().json(200, {});
        response.body = null;
        return response;
      });
    });
    for (const path of ['/created', '/emptied']) {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(reply).toMatch(/\r\ncontent-length: 0\r\n/i);
      expect(reply.endsWith('\r\n\r\n')).toBe(true);
    }
  });

  test('bytes of any class are sent as they are', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) =>
        ctx.response().data(200, 'image/png', new Uint8Array(Buffer.from('xABCx')).subarray(1, 4)),
      ),
    );
    expect(await (await fetch(url)).text()).toBe('ABC');
  });

  test('cookies of others stay beside those that are set by name', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) =>
        ctx
          .response()
          .cookie('theme', 'light')
          .header('Set-Cookie', 'sid=1')
          .cookie('theme', 'dark')
          .cookie('lang', 'de')
          .cookie('lang', 'fr')
          .noContent(),
      ),
    );
    const { headers } = await fetch(url);
    expect(headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual(['sid=1', 'theme=dark', 'lang=fr']);
  });

  test('a relayed Transfer-Encoding is left out', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) => ctx.response().header('Transfer-Encoding', 'chunked').string(200, 'relayed')),
    );
    const response = await fetch(url);
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['7', 'relayed']);
  });

  test('headers that are set behind a file stay with the reply that takes its place', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', async (ctx) => {
        await ctx.response().file(file);
        return ctx.response().header('Cache-Control', 'no-store').json(403, {});
      }),
    );
    const { headers } = await fetch(url);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });

  test('a file in place of a file leaves no descriptor behind', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', async (ctx) => {
        await ctx.response().file(file);
        return ctx.response().file(file);
      }),
    );
    expect(await (await fetch(url)).text()).toBe('from the disk');
    await allClosed(directory);
  });

  test('a handler that began to write by itself and then fails breaks off', async () => {
    const { raw } = await suite.open((route) =>
      route.get('/', async (ctx) => {
        const writer = ctx.response().writer().writeHead(200);
        await new Promise((resolve) => writer.write('half', resolve));
        throw new Error('in the middle');
      }),
    );
    expect(await raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('half');
    expect(suite.reported.map(String)).toEqual([expect.stringContaining('in the middle')]);
  });

  test('a redirect leads to a host that is an IPv6 address', async () => {
    const { url } = await suite.open((route) =>
      route.get('/', (ctx) => ctx.response().redirectAway(302, 'http://[::1]:3000/a b?c[d]=1')),
    );
    const { headers } = await fetch(url, { redirect: 'manual' });
    expect(headers.get('location')).toBe('http://[::1]:3000/a%20b?c%5Bd%5D=1');
  });
};
