import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import type { SignedUpload } from '@taproot/storage';
import { fakeStorage } from '@taproot/storage/testing';
import { http, type TestResponse } from '@taproot/testing';
import { clockAt } from '../auth/support/clock.ts';
import { boot, freshFolder } from './support/application.ts';

afterEach(() => void jest.useRealTimers());

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const codeOf = ({ text }: TestResponse): unknown => (JSON.parse(text) as { readonly code: unknown }).code;

const formOf = (content: Uint8Array | string, type = 'image/png', name = 'a.png'): FormData => {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return form;
};

describe('store() of an upload', () => {
  const bootUploads = (reports: unknown[] = []) =>
    boot(
      { here: { driver: 'memory' }, away: { driver: 'memory' } },
      (route) => {
        route.post('/store', async (ctx) => ({ path: await ctx.request().file('file')?.store('d', { disk: 'away' }) }));
        route.post('/store-as/{name}/{disk}', async (ctx) => {
          const { name, disk } = ctx.request().routes();
          return { path: await ctx.request().file('file')?.storeAs('d/e', name, { disk }) };
        });
      },
      reports,
    );

  test('copies it to a disk under a random name, and resolves to the path there', async () => {
    const app = await bootUploads();
    const { path } = (await http(app).post('/store', formOf(png)).assertOk()).json<{ path: string }>();
    expect(path).toMatch(/^d\/[0-9a-f]{32}\.png$/);
    expect(await app.facades.Storage().disk('away').bytes(path)).toEqual(png);
    expect(await app.facades.Storage().exists(path)).toBe(false);
  });

  test('storeAs() keeps it under a name, and replaces a file that is there', async () => {
    const app = await bootUploads();
    await app.facades.Storage().put('d/e/cv.txt', 'old');
    await http(app).post('/store-as/cv.txt/here', formOf('new')).assertOk().assertExactJson({ path: 'd/e/cv.txt' });
    expect(await app.facades.Storage().get('d/e/cv.txt')).toBe('new');
  });

  test.each([
    ['.htaccess', 'here', 400, 'E_UPLOAD_NAME'],
    ['con.txt', 'here', 500, 'E_STORAGE_PATH'],
    ['a.txt', 'hree', 500, 'E_STORAGE_DISK_UNKNOWN'],
  ])('refuses the name %s on the disk %s', async (name, disk, status, code) => {
    const reports: unknown[] = [];
    const app = await bootUploads(reports);
    const response = await http(app).post(`/store-as/${name}/${disk}`, formOf('x'));
    expect(response.status).toBe(status);
    if (status === 500) expect(reports).toEqual([code]);
    expect(await app.facades.Storage().exists('d/e/a.txt')).toBe(false);
  });

  test('is kept in memory by fakeStorage()', async () => {
    const app = await bootUploads();
    const files = fakeStorage(app);
    await http(app).post('/store', formOf(png)).assertOk();
    await files.assertCount(1, { directory: 'd', disk: 'away' });
    files.restore();
  });

  test('on a disk needs a plugin with disks', async () => {
    const reports: unknown[] = [];
    const reporting = definePlugin({
      name: 'reporting',
      apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(Object(error).code)),
    });
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([reporting, routing()])
      .withRouting((route) => {
        route.post('/store', async (ctx) => ({ path: await ctx.request().file('file')?.store('d', { disk: 'away' }) }));
      })
      .create();
    expect((await http(app).post('/store', formOf(png))).status).toBe(500);
    expect(reports).toEqual(['E_UPLOAD_DISK']);
    await app.close();
  });
});

describe('a signed upload to a disk that the application serves', () => {
  const limits = { maxBytes: 1000, type: 'image/png', expires: '10m' } as const;

  const bootServed = async (given: { maxBytes: number; type: string; expires: '10m' } = limits) => {
    const root = freshFolder();
    const app = await boot({
      files: { driver: 'local', root, url: '/files' },
      other: { driver: 'memory', url: '/other' },
      hidden: { driver: 'memory' },
    });
    const disk = app.facades.Storage();
    return { app, root, disk, upload: await disk.temporaryUpload('d/a b.png', given) };
  };

  const post = (app: Application, { url, fields }: SignedUpload, content: Uint8Array | string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([content], { type: 'image/png' }), 'mine.png');
    return http(app).post(url, form);
  };

  test('puts the file there, whole', async () => {
    const { app, disk, upload } = await bootServed();
    const response = await post(app, upload, png);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await disk.bytes('d/a b.png')).toEqual(png);
  });

  test('takes as many bytes as were allowed, and no more', async () => {
    const { app, root, upload } = await bootServed();
    const of = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
    const large = await post(app, upload, of(1001));
    expect([large.status, codeOf(large)]).toEqual([413, 'E_STORAGE_UPLOAD_SIZE']);
    expect(readdirSync(root)).toEqual([]);
    expect((await post(app, upload, of(1000))).status).toBe(204);
  });

  test('refuses a body that says it is too long before it reads it', async () => {
    const { app, upload } = await bootServed();
    const response = await http(app)
      .withHeaders({ 'content-type': 'multipart/form-data; boundary=x', 'content-length': '2025' })
      .post(upload.url);
    expect([response.status, codeOf(response)]).toEqual([413, 'E_STORAGE_UPLOAD_SIZE']);
  });

  test.each([
    ['image/png', '<script>alert(1)</script>', 415],
    ['image/png', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 415],
    ['image/png', '', 415],
    ['application/pdf', png, 415],
    ['text/csv', png, 415],
    ['text/csv', 'a,b\n1,2\n', 204],
    ['application/x-own', Buffer.from([0, 1, 2, 255]), 204],
  ])('for %s answers %j by %d', async (type, content, status) => {
    const { app, disk, upload } = await bootServed({ ...limits, type });
    expect((await post(app, upload, content)).status).toBe(status);
    expect(await disk.exists('d/a b.png')).toBe(status === 204);
  });

  test('ends with its time', async () => {
    clockAt(1_800_000_000_000);
    const { app, upload } = await bootServed();
    clockAt(1_800_000_600_000);
    const late = await post(app, upload, png);
    expect([late.status, codeOf(late)]).toEqual([403, 'E_STORAGE_SIGNATURE']);
  });

  test.each<readonly [string, (url: URL) => void]>([
    ['no query', (url) => (url.search = '')],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['an empty signature', (url) => url.searchParams.set('signature', '')],
    ['more bytes', (url) => url.searchParams.set('max', '100000')],
    ['two limits', (url) => url.searchParams.append('max', '100000')],
    ['another type', (url) => url.searchParams.set('type', 'text/html')],
    ['no type', (url) => url.searchParams.delete('type')],
    ['a later end', (url) => url.searchParams.set('expires', '9999999999')],
    ['a further parameter', (url) => url.searchParams.set('x', '1')],
    ['the path of another file', (url) => (url.pathname = '/files/d/other.png')],
    ['a path that is none', (url) => (url.pathname = '/files/.taproot/x')],
    ['the path of another disk', (url) => (url.pathname = '/other/d/a%20b.png')],
  ])('refuses an address with %s', async (_what, forge) => {
    const { app, root, upload } = await bootServed();
    const forged = new URL(upload.url, 'http://localhost');
    forge(forged);
    const response = await post(app, { ...upload, url: `${forged.pathname}${forged.search}` }, png);
    expect([response.status, codeOf(response)]).toEqual([403, 'E_STORAGE_SIGNATURE']);
    expect(readdirSync(root)).toEqual([]);
  });

  test('does not read, and an address that reads does not upload', async () => {
    const { app, disk, upload } = await bootServed();
    await disk.put('d/a b.png', 'secret');
    const read = await http(app).get(upload.url);
    expect([read.status, read.text.includes('secret')]).toEqual([403, false]);
    const url = await disk.temporaryUrl('d/a b.png', '10m');
    expect((await post(app, { url, fields: {} }, png)).status).toBe(403);
  });

  test('needs the file', async () => {
    const { app, upload } = await bootServed();
    const form = new FormData();
    form.append('file', 'a text');
    const response = await http(app).post(upload.url, form);
    expect([response.status, codeOf(response)]).toEqual([400, 'E_STORAGE_UPLOAD_MISSING']);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 4 * 1024 * 1024])(
    'is not signed for %d bytes',
    async (maxBytes) => {
      const { disk } = await bootServed();
      await expect(disk.temporaryUpload('a', { ...limits, maxBytes })).rejects.toMatchObject({
        code: 'E_STORAGE_LIMIT',
      });
    },
  );
});
