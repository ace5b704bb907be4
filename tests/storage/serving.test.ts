import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { storage } from '@taproot/storage';
import { http, type TestResponse } from '@taproot/testing';
import { clockAt } from '../auth/support/clock.ts';
import { boot } from './support/application.ts';

afterEach(() => void jest.useRealTimers());

const codeOf = ({ text }: TestResponse): unknown => (JSON.parse(text) as { readonly code: unknown }).code;

const bootServed = async () => {
  const app: Application = await boot(
    {
      files: { driver: 'memory', url: '/files' },
      open: { driver: 'memory', url: '/open', visibility: 'public' },
      other: { driver: 'memory', url: '/other' },
      hidden: { driver: 'memory' },
    },
    (route) => {
      route.get('/show', async (ctx) => ctx.response().file(await app.facades.Storage().open('d/a.txt')));
      route.get('/save', async (ctx) => ctx.response().download(await app.facades.Storage().open('d/a.txt')));
    },
  );
  return app;
};

describe('a public disk', () => {
  test.each([
    ['a.png', 'image/png', null],
    ['a.txt', 'text/plain; charset=utf-8', null],
    ['a.pdf', 'application/pdf', null],
    ['a.html', 'text/html; charset=utf-8', 'attachment; filename="a.html"'],
    ['a.svg', 'image/svg+xml', 'attachment; filename="a.svg"'],
    ['d/a.xml', 'application/xml', 'attachment; filename="a.xml"'],
    ['a', 'application/octet-stream', 'attachment; filename="a"'],
  ])('serves %s so that nothing in it runs', async (path, type, disposition) => {
    const app = await bootServed();
    const disk = app.facades.Storage().disk('open');
    await disk.put(path, '<script>alert(1)</script>');
    const response = await http(app).get(disk.url(path));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  test.each(['with space.txt', 'plus+and%41&=.txt', '#hash', 'emoji-🌿.png', 'd/日本語.txt'])(
    'serves %s by its address',
    async (path) => {
      const app = await bootServed();
      const disk = app.facades.Storage().disk('open');
      await disk.put(path, path);
      expect((await http(app).get(disk.url(path))).text).toBe(path);
    },
  );

  test.each(['/open/../secret', '/open/%2e%2e/secret', '/open/a%2f..%2f..%2fsecret', '/open/.taproot/x', '/open/none'])(
    'answers %s by 404 or 400, without a report',
    async (path) => {
      const response = await http(await bootServed()).get(path);
      expect([400, 404]).toContain(response.status);
    },
  );

  test('serves ranges and answers 304', async () => {
    const app = await bootServed();
    await app.facades.Storage().disk('open').put('a.txt', '0123456789');
    const part = await http(app).withHeader('Range', 'bytes=2-4').get('/open/a.txt');
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    const late = await http(app).withHeader('Range', 'bytes=10-').get('/open/a.txt');
    expect(late.status).toBe(416);
    const tag = part.headers.get('etag') ?? '';
    expect((await http(app).withHeader('If-None-Match', tag).get('/open/a.txt')).status).toBe(304);
  });
});

describe('a private disk', () => {
  const signed = async (options?: { readonly download: string }) => {
    const app = await bootServed();
    const disk = app.facades.Storage();
    await disk.put('a b.txt', 'secret');
    await disk.put('other.txt', 'other');
    await disk.disk('other').put('a b.txt', 'of another disk');
    return { app, url: await disk.temporaryUrl('a b.txt', '10m', options) };
  };

  test('is read by a signed address, until its time is over', async () => {
    clockAt(1_800_000_000_000);
    const { app, url } = await signed();
    expect((await http(app).get(url)).text).toBe('secret');
    clockAt(1_800_000_599_000);
    expect((await http(app).get(url)).status).toBe(200);
    clockAt(1_800_000_600_000);
    const late = await http(app).get(url);
    expect([late.status, codeOf(late)]).toEqual([403, 'E_STORAGE_SIGNATURE']);
  });

  test('is saved under the name that the address has', async () => {
    const { app, url } = await signed({ download: 'bill "1".txt' });
    const response = await http(app).get(url);
    expect(response.text).toBe('secret');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="bill \\"1\\".txt"');
  });

  test.each<readonly [string, (url: URL) => void]>([
    ['no query', (url) => (url.search = '')],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['an empty signature', (url) => url.searchParams.set('signature', '')],
    ['a cut signature', (url) => url.searchParams.set('signature', (url.searchParams.get('signature') ?? '').slice(1))],
    ['two signatures', (url) => url.searchParams.append('signature', url.searchParams.get('signature') ?? '')],
    ['a later end', (url) => url.searchParams.set('expires', '9999999999')],
    ['no end', (url) => url.searchParams.delete('expires')],
    ['two ends', (url) => url.searchParams.append('expires', '9999999999')],
    ['a name to save it under', (url) => url.searchParams.set('download', 'x.html')],
    ['another parameter', (url) => url.searchParams.set('x', '1')],
    ['the path of another file', (url) => (url.pathname = '/files/other.txt')],
    ['the path of another disk', (url) => (url.pathname = '/other/a%20b.txt')],
  ])('refuses an address with %s', async (_what, forge) => {
    const { app, url } = await signed();
    const forged = new URL(url, 'http://localhost');
    forge(forged);
    const response = await http(app).get(`${forged.pathname}${forged.search}`);
    expect([response.status, codeOf(response)]).toEqual([403, 'E_STORAGE_SIGNATURE']);
    expect(response.text).not.toContain('secret');
  });

  test('has no public address, and one without an url has none at all', async () => {
    const app = await bootServed();
    expect(() => app.facades.Storage().url('a')).toThrow(expect.objectContaining({ code: 'E_STORAGE_URL' }));
    const hidden = app.facades.Storage().disk('hidden');
    await expect(hidden.temporaryUrl('a', '1m')).rejects.toMatchObject({ code: 'E_STORAGE_URL' });
    await expect(hidden.temporaryUpload('a', { maxBytes: 1, type: 'image/png', expires: '1m' })).rejects.toMatchObject({
      code: 'E_STORAGE_URL',
    });
  });

  test('signs nothing without crypt()', async () => {
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), storage({ default: 'm', disks: { m: { driver: 'memory', url: '/m' } } })])
      .create();
    await expect(app.facades.Storage().temporaryUrl('a', '1m')).rejects.toMatchObject({ code: 'E_SEALS_MISSING' });
    await app.close();
  });
});

describe('a response from a disk', () => {
  test('has the type, the name and the ranges of the file', async () => {
    const app = await bootServed();
    await app.facades.Storage().put('d/a.txt', '0123456789');
    const shown = await http(app).get('/show');
    expect([shown.text, shown.headers.get('content-type')]).toEqual(['0123456789', 'text/plain; charset=utf-8']);
    const saved = await http(app).withHeader('Range', 'bytes=-3').get('/save');
    expect([saved.status, saved.text]).toEqual([206, '789']);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    expect((await http(app).head('/show')).headers.get('content-length')).toBe('10');
  });

  test('of a file that is not there is 404', async () => {
    const response = await http(await bootServed()).get('/show');
    expect([response.status, codeOf(response)]).toEqual([404, 'E_STORAGE_NOT_FOUND']);
  });
});
