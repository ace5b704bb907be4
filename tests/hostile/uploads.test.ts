import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BodyServer, file, httpConfig, multipart, multipartType, text } from '../routing/body/support.ts';
import { growth } from '../support/steps.ts';

let server: BodyServer;
beforeAll(async () => {
  server = await BodyServer.open();
});
afterAll(() => server.close());
afterEach(async () => {
  expect(await server.spooled()).toEqual([]);
});

const codes = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
const send = (body: Buffer | string, type = multipartType) => server.post(type, body);
const openDescriptors = () => readdirSync('/proc/self/fd').length;

describe('hostile uploads', () => {
  test('UP-01 what is no whole multipart body is 400, and the next upload is fine', async () => {
    const part = '--B\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n';
    const hostile = [
      `${part}--B--\r\n`,
      part,
      `${part}\r\nhalf`,
      `${part}\r\nhalf\r\n--B`,
      `${part}\r\nhalf\r\n--B\r\n`,
      '--B\r\n\r\nno header\r\n--B--\r\n',
      '--B\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--B--\r\n',
      '--B\r\nContent-Disposition: form-data; name="a"; name="b"\r\n\r\nx\r\n--B--\r\n',
      '--B\r\n: x\r\n\r\n--B--\r\n',
      'nothing like it',
    ];
    for (const body of hostile) expect(codes(await send(body))).toEqual([400, 'E_BODY_MALFORMED']);
    for (const type of [
      'multipart/form-data',
      `multipart/form-data; boundary=${'b'.repeat(500)}`,
      'multipart/form-data; boundary=""',
    ])
      expect(codes(await send(multipart([text('a', '1')]), type))).toEqual([400, 'E_BODY_MALFORMED']);
    expect(codes(await send(multipart([text('a', '1')]), 'multipart/mixed; boundary=B'))).toEqual([
      415,
      'E_BODY_UNSUPPORTED',
    ]);
    expect((await send(multipart([text('a', '1'), file('f', 'a.txt', 'hello')]))).json).toMatchObject({
      value: { a: '1' },
      files: [{ field: 'f', name: 'a.txt', size: 5, mime: 'text/plain' }],
    });
  });

  test('UP-02 text under the name of a file is text, and a file is never text', async () => {
    const { json } = await send(multipart([text('files[]', 'no file'), file('title', 'a.txt', 'no text')]));
    expect(json.value).toEqual({ files: ['no file'] });
    expect(json.files).toMatchObject([{ field: 'title' }]);
  });

  test('UP-03 too many files or fields, too long fields and names are 413, and leave no file behind', async () => {
    const list = <Part>(length: number, part: (at: number) => Part) => Array.from({ length }, (_, at) => part(at));
    const hostile = [
      list(3000, (at) => file(`f${at}`, 'a.txt', 'x')),
      list(5000, (at) => text(`f${at}`, 'x')),
      [file('f', 'a.txt', 'x'), text('a', 'x'.repeat(1024 * 1024 + 1))],
      [file('f', 'a.txt', 'x'), text('n'.repeat(101), 'x')],
      [file('f', 'a.txt', 'x'.repeat(4 * 1024 * 1024))],
    ];
    const expected = ['files, which is 20', 'fields, which is 1000', 'max_field', 'max_name, which is 100', '4194304'];
    for (const [at, parts] of hostile.entries()) {
      const answer = await send(multipart(parts));
      expect(answer.status).toBe(413);
      expect(answer.json.message).toContain(expected[at]);
      expect(await server.spooled()).toEqual([]);
    }
  });

  test('UP-03 the header of a part is limited too, and read in linear time', async () => {
    const disposition = 'Content-Disposition: form-data; name="f"';
    const long = `X: ${'x'.repeat(8192)}\r\n${disposition}`;
    expect(codes(await send(multipart([[long, 'x']])))).toEqual([400, 'E_BODY_MALFORMED']);
    const ask = (names: number) => send(multipart([[`${disposition}; ${'filename="'.repeat(names)}`, 'x']]));
    expect(codes(await ask(400_000))).toEqual([400, 'E_BODY_MALFORMED']);
    expect(await growth(10_000, ask)).toBeLessThan(5);
  });

  test('UP-03 chunked uploads are counted as they come, compressed ones by what comes of them', async () => {
    const head = `POST / HTTP/1.1\r\nHost: t\r\nContent-Type: ${multipartType}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const part = '--B\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n';
    const megabyte = `100000\r\n${'x'.repeat(1024 * 1024)}\r\n`;
    const chunked = await server.raw(
      head,
      `${part.length.toString(16)}\r\n${part}\r\n`,
      ...Array<string>(5).fill(megabyte),
    );
    expect(codes(chunked)).toEqual([413, 'E_BODY_TOO_LARGE']);
  });

  test('UP-03 compressed uploads are limited by what comes of them, where the configuration takes them', async () => {
    const directory = await mkdtemp(join(server.spool, 'compressed-'));
    const taking = await BodyServer.open({ upload: { ...server.config.upload, directory, compressed: true } });
    const send = (body: Buffer) => taking.post({ 'Content-Type': multipartType, 'Content-Encoding': 'gzip' }, body);
    try {
      const bomb = gzipSync(multipart([file('f', 'a', Buffer.alloc(20 * 1024 * 1024))]));
      expect(codes(await send(bomb))).toEqual([413, 'E_BODY_RATIO']);
      const large = gzipSync(
        multipart([file('f', 'a', Buffer.concat([randomBytes(50_000), Buffer.alloc(4_200_000)]))]),
      );
      expect(codes(await send(large))).toEqual([413, 'E_BODY_TOO_LARGE']);
      expect(codes(await send(large.subarray(0, 2000)))).toEqual([400, 'E_BODY_MALFORMED']);
      expect(codes(await send(Buffer.from('no gzip')))).toEqual([400, 'E_BODY_MALFORMED']);
      expect((await send(gzipSync(multipart([file('f', 'a', 'hello')])))).json.files).toMatchObject([{ size: 5 }]);
      expect(await taking.spooled()).toEqual([]);
    } finally {
      await taking.close();
    }
  });

  test('UP-11 S-1: a compressed multipart body is 415 unless the configuration takes it', async () => {
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const headers = { 'Content-Type': multipartType, 'Content-Encoding': encoding };
      const { status, json, text: reply } = await server.post(headers, gzipSync(multipart([text('a', '1')])));
      expect([status, json.code]).toEqual([415, 'E_UPLOAD_COMPRESSED']);
      expect(json.message).toContain(encoding);
      expect(reply).not.toContain('"a"');
    }
  });

  test('UP-04 a client that leaves in the middle leaves no file and no descriptor', async () => {
    const descriptors = openDescriptors();
    const [begun, outcome] = [server.begun(), server.outcome()];
    const socket = server.connect();
    socket.write(`POST / HTTP/1.1\r\nHost: t\r\nContent-Type: ${multipartType}\r\nContent-Length: 4000000\r\n\r\n`);
    socket.write(multipart([file('f', 'a.bin', Buffer.alloc(1_000_000))]).subarray(0, 900_000));
    await begun;
    // The file is begun before the client goes.
    while ((await server.spooled()).length === 0) await new Promise(setImmediate);
    socket.destroy();
    expect((await outcome).error).toMatchObject({ code: 'E_BODY_ABORTED' });
    expect(await server.spooled()).toEqual([]);
    expect(openDescriptors()).toBeLessThanOrEqual(descriptors + 1);
  });

  test('UP-05 a file that was not moved away is gone after dispose(), called as often as one likes', async () => {
    const seen: string[][] = [];
    const watching: BodyServer = await BodyServer.open({}, async (body) => {
      seen.push(await watching.spooled());
      await body.dispose();
      await body.dispose();
      seen.push(await watching.spooled());
      return {};
    });
    try {
      await watching.post(multipartType, multipart([file('f', 'a.txt', 'x'), file('g', 'b.txt', 'y')]));
      expect(seen.map((names) => names.length)).toEqual([2, 0]);
      for (const name of seen[0] ?? []) expect(name).toMatch(/^taproot-[0-9a-f]{32}$/);
    } finally {
      await watching.close();
    }
  });

  test('UP-06 the name a client gives is data: base name, nothing invisible, never a place', async () => {
    const names: [sent: string, name: string][] = [
      ['../../x.php', 'x.php'],
      ['C:\\x.txt', 'x.txt'],
      ['a\0b.txt', 'ab.txt'],
      ['x'.repeat(4096), 'x'.repeat(4096)],
      ['cod\u202Egpj.exe', 'codgpj.exe'],
      ['.htaccess', '.htaccess'],
      ['..', ''],
      ['a%22b.txt', 'a"b.txt'],
      ['naïve é.txt', 'naïve é.txt'],
    ];
    for (const [sent, name] of names) {
      const { json } = await send(multipart([file('f', sent, 'x')]));
      expect(json.files).toMatchObject([{ name, size: 1 }]);
    }
  });

  test('UP-08 a spool that cannot be written is 503, and the process lives on', async () => {
    const missing = join(server.spool, 'missing');
    const broken = await BodyServer.open({ upload: { ...httpConfig().upload, directory: missing } });
    try {
      const upload = multipart([file('f', 'a.txt', 'x'.repeat(200_000))]);
      expect(codes(await broken.post(multipartType, upload))).toEqual([503, 'E_UPLOAD_SPOOL']);
      expect(codes(await broken.post(multipartType, multipart([file('f', 'a.txt', '')])))).toEqual([
        503,
        'E_UPLOAD_SPOOL',
      ]);
      expect((await broken.json('{}')).status).toBe(200);
    } finally {
      await broken.close();
    }
  });

  test('UP-09 a file of no bytes is a file, an empty file input is none, several of one name are several', async () => {
    const { json } = await send(
      multipart([
        file('a', 'empty.txt', ''),
        file('none', '', ''),
        file('b[]', '1.txt', 'x'),
        file('b[]', '2.txt', 'y'),
      ]),
    );
    expect(json.files?.map(({ field, name, size }) => [field, name, size])).toEqual([
      ['a', 'empty.txt', 0],
      ['b[]', '1.txt', 1],
      ['b[]', '2.txt', 1],
    ]);
  });

  test('UP-10 when the handler throws, dispose() removes all five files', async () => {
    const throwing = await BodyServer.open({}, async ({ files }) => {
      expect(await readFile(files[4]?.path ?? '', 'utf8')).toBe('4');
      throw new Error('handler');
    });
    try {
      const five = multipart([0, 1, 2, 3, 4].map((at) => file(`f${at}`, 'a.txt', String(at))));
      expect((await throwing.post(multipartType, five)).json.message).toBe('Error: handler');
      expect(await throwing.spooled()).toEqual([]);
    } finally {
      await throwing.close();
    }
  });
});
