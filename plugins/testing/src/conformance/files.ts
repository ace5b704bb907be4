import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RootRouter } from '@taproot/routing';
import { expect } from 'expect';
import { after, before, test } from './cases.ts';
import type { Suite } from './suite.ts';

/** Static files, downloads, ranges and conditions. */
export const files = (suite: Suite): void => {
  let directory = '';
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'taproot-conformance-'));
    mkdirSync(join(directory, 'public'));
    writeFileSync(join(directory, 'public', 'a.txt'), 'hello files');
    // An old time of change: a file that has just been written has a weak ETag first, and a strong one a moment later.
    utimesSync(join(directory, 'public', 'a.txt'), 1_700_000_000, 1_700_000_000);
    writeFileSync(join(directory, 'public', '.env'), 'secret');
    writeFileSync(join(directory, 'outside.txt'), 'secret');
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const routes = (route: RootRouter): void => {
    route.static('/static', join(directory, 'public'));
    route.staticFile('/one', join(directory, 'public', 'a.txt'));
    route.get('/static/beside', (ctx) => ctx.response().string(200, 'beside'));
    route.get('/file', (ctx) => ctx.response().file(join(directory, 'public', 'a.txt')));
    route.get('/download', (ctx) => ctx.response().download(join(directory, 'public', 'a.txt'), 'жест.txt'));
    route.get('/missing', (ctx) => ctx.response().file(join(directory, 'none.txt')));
  };

  test('files are sent with length, type and tags, to HEAD without body', async () => {
    const { url } = await suite.open(routes);
    for (const path of ['/static/a.txt', '/one', '/file']) {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([200, 'hello files']);
      const head = await fetch(url + path, { method: 'HEAD' });
      for (const name of ['content-length', 'content-type', 'etag', 'last-modified'])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, response.headers.get(name)]);
      expect([head.headers.get('content-length'), await head.text()]).toEqual(['11', '']);
    }
    const download = await fetch(`${url}/download`);
    expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''%D0%B6%D0%B5%D1%81%D1%82.txt");
  });

  test('ranges and conditions are answered: 206, 416, 304', async () => {
    const { url, raw } = await suite.open(routes);
    const get = (headers: Record<string, string>) => fetch(`${url}/static/a.txt`, { headers });
    const part = await get({ range: 'bytes=6-' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 6-10/11',
      'files',
    ]);
    expect((await get({ range: 'bytes=99-' })).status).toBe(416);
    const etag = (await get({})).headers.get('etag') ?? '';
    // Does not use fetch, which sends `no-cache` with conditional requests.
    const same = await raw(`GET /one HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`);
    expect(same).toMatch(/^HTTP\/1\.1 304 [^]*\r\n\r\n$/);
  });

  test('what is no file there is 404: other methods, dot files, paths that lead out', async () => {
    const { url, raw } = await suite.open(routes);
    const status = async (path: string, method = 'GET') => (await fetch(url + path, { method })).status;
    expect([await status('/static/none'), await status('/static/.env'), await status('/missing')]).toEqual([
      404, 404, 404,
    ]);
    expect(await status('/static/a.txt', 'DELETE')).toBe(404);
    expect([await status('/static/beside'), await status('/static/beside', 'DELETE')]).toEqual([200, 405]);
    for (const path of [
      '/static/../outside.txt',
      '/static/%2e%2e/outside.txt',
      '/static/..%2foutside.txt',
      '/static/..%5coutside.txt',
    ]) {
      const received = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(received).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(received).not.toContain('secret');
    }
  });

  test('a fallback answers what the files do not have', async () => {
    const { url } = await suite.open((route) => {
      routes(route);
      route.fallback((ctx) => ctx.response().string(203, `fallback ${ctx.request().path()}`));
    });
    const answer = async (path: string, method = 'GET') => {
      const response = await fetch(url + path, { method });
      return [response.status, await response.text()];
    };
    expect(await answer('/static/none')).toEqual([203, 'fallback /static/none']);
    expect(await answer('/elsewhere', 'PUT')).toEqual([203, 'fallback /elsewhere']);
    expect((await answer('/static/a.txt', 'DELETE'))[0]).toBe(203);
    expect((await answer('/file', 'DELETE'))[0]).toBe(405);
  });
};
