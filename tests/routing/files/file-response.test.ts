import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, jest, test } from '@jest/globals';
import type { FileBody } from '@taproot/core/internal';
import { openDiskFile } from '../../../plugins/routing/src/response/disk-file.ts';
import { applyFile, type FileOptions } from '../../../plugins/routing/src/response/file-response.ts';
import { allClosed } from '../support/open-files.ts';
import { reply } from '../support/reply.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const directory = temporaryDirectory();
const modified = new Date('2024-02-03T04:05:06.789Z');
const httpModified = 'Sat, 03 Feb 2024 04:05:06 GMT';

const write = (name: string, content: string): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  utimesSync(path, modified, modified);
  return path;
};
const ten = write('ten.txt', '0123456789');

const open = async (path: string) => {
  const file = await openDiskFile(path);
  if (file === null) throw new Error(`${path} is missing`);
  return file;
};

const request = async (headers: Record<string, string>, method = 'GET', options?: FileOptions, path = ten) => {
  const response = applyFile(reply(), await open(path), { method, headers }, options);
  return { response, body: response.body instanceof Readable ? await text(response.body) : response.body };
};

const etag = (await open(ten).then((file) => (file.close(), file))).etag;

describe('a file as a response', () => {
  test('is sent whole with size, tag, date and type', async () => {
    const { response, body } = await request({});
    expect(body).toBe('0123456789');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers())).toEqual({
      ETag: etag,
      'Last-Modified': httpModified,
      'Accept-Ranges': 'bytes',
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': '10',
    });
    expect(etag).toMatch(/^"[\da-f]+-[\da-f]+"$/);
  });

  test('HEAD has the same headers, and the file is closed', async () => {
    const head = await request({ range: 'bytes=0-4' }, 'HEAD');
    const get = await request({});
    expect([...head.response.headers()]).toEqual([...get.response.headers()]);
    expect(head.response.status).toBe(200);
    expect(head.body).toBeNull();
    await allClosed(directory);
  });

  test('an empty file is an empty body, whatever range is asked of it', async () => {
    const path = write('empty.txt', '');
    for (const headers of [{}, { range: 'bytes=0-' }, { range: 'bytes=-5' }]) {
      const { response, body } = await request(headers, 'GET', {}, path);
      expect([response.status, body, response.header('content-length')]).toEqual([200, '', '0']);
    }
  });

  test('methods other than GET and HEAD know neither conditions nor ranges', async () => {
    const { response, body } = await request({ 'if-match': '"x"', 'if-none-match': '*', range: 'bytes=0-1' }, 'POST');
    expect([response.status, body]).toEqual([200, '0123456789']);
  });

  test('ST-11 an unknown extension is application/octet-stream, and no type is guessed by the client', async () => {
    const types: Record<string, string> = {
      'page.jpg': 'image/jpeg',
      'data.xyzq': 'application/octet-stream',
      noextension: 'application/octet-stream',
      'dot.': 'application/octet-stream',
      'a.__proto__': 'application/octet-stream',
      'UPPER.HTML': 'text/html; charset=utf-8',
      'app.js': 'text/javascript; charset=utf-8',
      'font.woff2': 'font/woff2',
    };
    for (const [name, type] of Object.entries(types)) {
      const { response } = await request({}, 'GET', {}, write(name, '<script>alert(1)</script>'));
      expect([name, response.header('content-type')]).toEqual([name, type]);
      expect(response.header('x-content-type-options')).toBe('nosniff');
    }
  });

  test('a type or cache rule the response has already is kept', async () => {
    const response = reply().setHeader('Content-Type', 'text/x-own').setHeader('Cache-Control', 'no-store');
    applyFile(response, await open(ten), { method: 'HEAD', headers: {} }, { cacheControl: 'max-age=60' });
    expect([response.header('content-type'), response.header('cache-control')]).toEqual(['text/x-own', 'no-store']);
    const other = await request({}, 'HEAD', { cacheControl: 'max-age=60', name: 'x.png' });
    expect([other.response.header('content-type'), other.response.header('cache-control')]).toEqual([
      'image/png',
      'max-age=60',
    ]);
  });

  test('a file dated in the future is not said to be (RFC 9110 8.8.2.1)', async () => {
    const path = write('future.txt', 'x');
    utimesSync(path, new Date('2099-01-01'), new Date('2099-01-01'));
    const { response } = await request({}, 'HEAD', {}, path);
    expect(Date.parse(String(response.header('last-modified')))).toBeLessThanOrEqual(Date.now());
  });

  test('a file that was just written has a weak tag, since it may change again within the clock of the disk', async () => {
    const path = join(directory, 'fresh.txt');
    writeFileSync(path, 'x');
    const file = await open(path);
    file.close();
    expect(file.etag).toMatch(/^W\/"/);
  });
});

describe('ranges', () => {
  const cases: [range: string, status: number, body: string | null, contentRange: string | undefined][] = [
    ['bytes=0-4', 206, '01234', 'bytes 0-4/10'],
    ['bytes=9-', 206, '9', 'bytes 9-9/10'],
    ['bytes=5-999', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-999', 206, '0123456789', 'bytes 0-9/10'],
    ['BYTES=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=0-1,2-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-5, ,1-4', 206, '12345', 'bytes 1-5/10'],
    ['bytes=0-1,8-9', 200, '0123456789', undefined],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=9999-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=5-1', 200, '0123456789', undefined],
    ['bytes=0-1,5-1', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['bytes=', 200, '0123456789', undefined],
    ['bytes=a-b', 200, '0123456789', undefined],
    ['bytes=0x0-0x4', 200, '0123456789', undefined],
    ['lines=0-4', 200, '0123456789', undefined],
    ['0-4', 200, '0123456789', undefined],
  ];
  test.each(cases)('ST-08 %s is answered %i', async (range, status, body, contentRange) => {
    const answer = await request({ range });
    expect([answer.response.status, answer.body]).toEqual([status, body]);
    expect(answer.response.header('content-range')).toBe(contentRange);
    expect(answer.response.header('content-length')).toBe(body === null ? undefined : String(body.length));
    await allClosed(directory);
  });

  test('ST-08 500 overlapping ranges send the file once', async () => {
    const range = `bytes=${Array.from({ length: 500 }, () => '0-').join(',')}`;
    const { response, body } = await request({ range });
    expect([response.status, body, response.header('content-length')]).toEqual([206, '0123456789', '10']);
  });

  test('If-Range asks for the part only of the version it names', async () => {
    const range = 'bytes=0-4';
    const ask = async (condition: string) => (await request({ range, 'if-range': condition })).response.status;
    expect(await ask(etag)).toBe(206);
    expect(await ask(httpModified)).toBe(206);
    expect(await ask('"other"')).toBe(200);
    expect(await ask(`W/${etag}`)).toBe(200);
    expect(await ask('Sat, 03 Feb 2024 04:05:07 GMT')).toBe(200);
    expect(await ask('Sat, 03 Feb 2024 04:05:05 GMT')).toBe(200);
    expect(await ask('garbage')).toBe(200);
  });

  test('If-Range never trusts a weak tag, nor the date of a file a second old', async () => {
    const path = join(directory, 'young.txt');
    writeFileSync(path, '0123456789');
    const file = await open(path);
    file.close();
    // Its date tells a whole second, and this clock stands still before that is over.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(file.modified.getTime());
    try {
      for (const condition of [file.etag, file.modified.toUTCString()]) {
        const { response } = await request({ range: 'bytes=0-4', 'if-range': condition }, 'GET', {}, path);
        expect(response.status).toBe(200);
      }
    } finally {
      clock.mockRestore();
    }
  });
});

describe('conditions', () => {
  const later = 'Sun, 04 Feb 2024 04:05:06 GMT';
  const earlier = 'Fri, 02 Feb 2024 04:05:06 GMT';
  const cases: [headers: Record<string, string>, status: number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `W/${etag}` }, 304],
    [{ 'if-none-match': `"a", ${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': 'garbage' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': later }, 200],
    [{ 'if-none-match': etag, 'if-modified-since': earlier }, 304],
    [{ 'if-none-match': etag, 'cache-control': 'no-cache' }, 200],
    [{ 'if-modified-since': httpModified }, 304],
    [{ 'if-modified-since': later }, 304],
    [{ 'if-modified-since': 'Sunday, 04-Feb-24 04:05:06 GMT' }, 304],
    [{ 'if-modified-since': 'Sun Feb  4 04:05:06 2024' }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-modified-since': 'garbage' }, 200],
    [{ 'if-modified-since': '2030' }, 200],
    [{ 'if-modified-since': '99999' }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': `"a", ${etag}` }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-match': 'garbage' }, 412],
    [{ 'if-match': etag, 'if-unmodified-since': earlier }, 200],
    [{ 'if-match': '"other"', 'if-none-match': etag }, 412],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-unmodified-since': httpModified }, 200],
    [{ 'if-unmodified-since': 'garbage' }, 200],
    [{ 'if-none-match': etag, range: 'bytes=0-4' }, 304],
    [{ 'if-match': '"other"', range: 'bytes=99-' }, 412],
  ];
  test.each(cases)('ST-10 %j is answered %i', async (headers, status) => {
    for (const method of ['GET', 'HEAD']) {
      const { response, body } = await request(headers, method, { cacheControl: 'max-age=9' });
      expect([method, response.status]).toEqual([method, status]);
      expect(response.header('etag')).toBe(etag);
      if (status === 200) continue;
      expect([body, response.header('content-length'), response.header('content-type')]).toEqual([
        null,
        undefined,
        undefined,
      ]);
      expect(response.header('cache-control')).toBe(status === 304 ? 'max-age=9' : undefined);
    }
    await allClosed(directory);
  });

  test('a weak tag is good for If-None-Match and nothing else', async () => {
    const file: FileBody = { size: 3, modified, etag: 'W/"x"', open: () => Readable.from(['abc']) };
    const ask = (headers: Record<string, string>) => applyFile(reply(), file, { method: 'GET', headers }).status;
    expect(ask({ 'if-none-match': 'W/"x"' })).toBe(304);
    expect(ask({ 'if-none-match': '"x"' })).toBe(304);
    expect(ask({ 'if-match': 'W/"x"' })).toBe(412);
    expect(ask({ 'if-range': 'W/"x"', range: 'bytes=0-0' })).toBe(200);
  });
});

describe('downloads', () => {
  const disposition = async (download: string) => {
    const { response } = await request({}, 'HEAD', { download });
    return String(response.header('content-disposition'));
  };

  test('are attachments under the name given', async () => {
    expect(await disposition('report.pdf')).toBe('attachment; filename="report.pdf"');
    expect(await disposition('résumé €.pdf')).toBe(
      'attachment; filename="résumé ?.pdf"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9%20%E2%82%AC.pdf',
    );
  });

  test.each([
    ['a\r\nX-Evil: 1', 'attachment; filename="aX-Evil: 1"'],
    ['a"; filename="b.exe', 'attachment; filename="a\\"; filename=\\"b.exe"'],
    ['../../etc/passwd', 'attachment; filename="passwd"'],
    ['..\\..\\boot.ini', 'attachment; filename="boot.ini"'],
    ['a\0b.txt', 'attachment; filename="ab.txt"'],
    ['photo\u202Egpj.exe', 'attachment; filename="photogpj.exe"'],
    ['', 'attachment; filename="download"'],
    ['..', 'attachment; filename="download"'],
    ['\r\n', 'attachment; filename="download"'],
    ['\uD800.txt', 'attachment; filename="?.txt"; filename*=UTF-8\'\'%EF%BF%BD.txt'],
  ])('HD-01 the hostile name %j injects nothing', async (name, expected) => {
    expect(await disposition(name)).toBe(expected);
  });

  test('a name of a megabyte is cut', async () => {
    expect((await disposition('x'.repeat(1_000_000))).length).toBeLessThan(300);
  });
});

describe('a file on disk', () => {
  test('is null when nothing, or no regular file, is there', async () => {
    mkdirSync(join(directory, 'folder'));
    for (const path of ['missing', 'folder', 'ten.txt/below', 'x'.repeat(300), 'nul\0.txt'])
      expect(await openDiskFile(join(directory, path))).toBeNull();
  });

  test('opens once', async () => {
    const file = await open(ten);
    file.open().destroy();
    expect(() => file.open()).toThrow(expect.objectContaining({ code: 'E_FILE_CLOSED' }));
  });

  test('is closed when the response cannot be made', async () => {
    const response = reply();
    response.setHeader = () => {
      throw new Error('refused');
    };
    const file = await open(ten);
    expect(() => applyFile(response, file, { method: 'GET', headers: {} })).toThrow('refused');
    await allClosed(directory);
  });
});
