import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBody } from '../../../plugins/routing/src/body/body-type.ts';
import { readRawBody } from '../../../plugins/routing/src/body/read-bytes.ts';
import { BodyServer, file, httpConfig, multipart, multipartType, text } from './support.ts';

let server: BodyServer;
beforeAll(async () => {
  server = await BodyServer.open();
});
afterAll(() => server.close());

describe('readBody()', () => {
  test('gives a JSON object as value and as fields, without prototype', async () => {
    const outcome = server.outcome();
    expect((await server.json('\uFEFF{"a":[{"b":1}]}')).json.value).toEqual({ a: [{ b: 1 }] });
    const { body } = await outcome;
    expect(body?.fields).toBe(body?.value);
    expect(Object.getPrototypeOf(body?.fields)).toBeNull();
  });

  test('gives a form as maps, plain text as text, and nothing for no body', async () => {
    expect((await server.form('a[b]=1&c=x+y')).json.value).toEqual({ a: { b: '1' }, c: 'x y' });
    expect((await server.form('')).json).toEqual({ files: [] });
    expect((await server.post('text/plain; charset=us-ascii', 'hello')).json.value).toBe('hello');
    expect((await server.raw('POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n')).json).toEqual({ files: [] });
  });

  test('takes deflate and br as well', async () => {
    for (const [encoding, bytes] of [
      ['deflate', deflateSync('{"a":1}')],
      ['br', brotliCompressSync('{"a":1}')],
      ['identity', Buffer.from('{"a":1}')],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
      expect((await server.post(headers, bytes)).json.value).toEqual({ a: 1 });
    }
  });

  test('reads a body that comes in many pieces', async () => {
    const body = JSON.stringify({ text: 'ä'.repeat(200_000) });
    const half = Buffer.from(body);
    const at = 300_001;
    const head = `POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${half.length}\r\n\r\n`;
    expect((await server.raw(head, half.subarray(0, at), half.subarray(at))).json.value).toEqual(JSON.parse(body));
  });

  test('nests the fields of a multipart body by their brackets, in UTF-8', async () => {
    const body = multipart([
      text('user[name]', 'Åsa'),
      text('tags[]', 'a'),
      text('tags[]', 'b'),
      text('x', ''),
      text('a%22b', 'q'),
    ]);
    const { json } = await server.post('multipart/form-data; boundary="B"; charset=utf-8', body);
    expect(json.value).toEqual({ user: { name: 'Åsa' }, tags: ['a', 'b'], x: '', 'a"b': 'q' });
  });

  test('refuses what a part may not be', async () => {
    const invalid = Buffer.from([0xff, 0xfe]);
    const part = (header: string, content: string | Buffer = 'x') =>
      multipart([[`Content-Disposition: form-data; name="a"${header}`, content]]);
    for (const [body, status] of [
      [part('', invalid), 400],
      [part('\r\nContent-Type: text/plain; charset=utf-16'), 415],
      [part('\r\nContent-Transfer-Encoding: base64'), 415],
      [part('\r\nContent-Disposition: form-data; name="b"'), 400],
      [multipart([text('a', '1'), text('a[x]', '2')]), 400],
      [multipart([text('__proto__', '1')]), 400],
    ] as const)
      expect((await server.post(multipartType, body)).status).toBe(status);
    expect((await server.post(multipartType, part('\r\nContent-Transfer-Encoding: 8bit'))).json.value).toEqual({
      a: 'x',
    });
  });

  test('counts file inputs that were left empty as fields, not as files', async () => {
    const { max_files: files, max_fields: fields } = server.config.upload;
    const empty = (count: number) => Array.from({ length: count }, (_, at) => file(`f${at}`, '', ''));
    const send = async (...parts: ReturnType<typeof file>[]) => server.post(multipartType, multipart(parts));
    expect((await send(...empty(files + 1), file('f', 'a.txt', 'x'))).json.files).toMatchObject([{ name: 'a.txt' }]);
    const many = await send(...empty(fields + 1));
    expect([many.status, many.json.message]).toEqual([
      413,
      expect.stringContaining(`http.upload.max_fields, which is ${fields}`),
    ]);
  });

  test('spools files that end while the disk is behind', async () => {
    for (const size of [16 * 1024 - 1, 16 * 1024, 40_000, 300_000]) {
      const content = 'x'.repeat(size);
      const { json } = await server.post(multipartType, multipart([file('a', 'a', content), file('b', 'b', content)]));
      expect(json.files).toMatchObject([{ size }, { size }]);
    }
  });

  test('spools files byte for byte, wherever the pieces are cut and whatever looks like a boundary', async () => {
    // Without a Y: with one the pieces spell the boundary, and once in a thousand runs one that ends the file.
    const noise = (length: number) => randomBytes(length).map((byte) => (byte === 0x59 ? 0x79 : byte));
    const near = Buffer.concat(
      Array.from({ length: 3000 }, (_, at) =>
        Buffer.concat([Buffer.from('\r\n--BOUNDAR'.slice(0, 1 + (at % 11))), noise(at % 7)]),
      ),
    );
    const contents = [near, randomBytes(1_500_000), Buffer.from('\r\n--BOUNDAR')];
    const received: Buffer[] = [];
    const whole = await BodyServer.open({}, async ({ files }) => {
      for (const { path } of files)
        received.push(await import('node:fs/promises').then(({ readFile }) => readFile(path)));
      return {};
    });
    try {
      const body = multipart(
        contents.map((content, at) => file(`f${at}`, 'a', content)),
        'BOUNDARY',
      );
      const socket = whole.connect();
      socket.setNoDelay(true);
      socket.write(
        'POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=BOUNDARY\r\n',
      );
      socket.write(`Content-Length: ${body.length}\r\n\r\n`);
      for (let at = 0; at < body.length; at += at < 20_000 ? 13 : 9973) {
        socket.write(body.subarray(at, at + (at < 20_000 ? 13 : 9973)));
        if (at % 5 === 0) await new Promise(setImmediate);
      }
      await buffer(socket);
      expect(received.map((bytes, at) => bytes.equals(contents[at] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
    } finally {
      await whole.close();
    }
  });
});

describe('readRawBody()', () => {
  test('gives the bytes, decompressed, whatever their type, under the limit', async () => {
    const config = httpConfig({ max_body: 10 });
    const raw = createServer((req, res) => {
      readRawBody(req, config, new AbortController().signal).then(
        (bytes) => res.end(`${hasBody(req)} ${bytes.toString('hex')}`),
        (error: unknown) => res.end(String(error)),
      );
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const send = async (text: string | Buffer, headers = `Content-Length: ${text.length}\r\n`) => {
      const socket = connect((raw.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n${headers}\r\n`);
      socket.write(text);
      const answer = (await buffer(socket)).toString();
      return answer.slice(answer.indexOf('\r\n\r\n') + 4).replaceAll(/^\w+\r\n|\r\n0\r\n\r\n$/g, '');
    };
    expect(await send(Buffer.from([0, 255]))).toBe('true 00ff');
    expect(await send('', '')).toBe('false ');
    expect(await send('', 'Content-Length: 0\r\n')).toBe('false ');
    expect(await send('12345678901')).toContain('larger than 10 bytes');
    const zipped = deflateSync('1');
    expect(await send(zipped, `Content-Encoding: deflate\r\nContent-Length: ${zipped.length}\r\n`)).toBe('true 31');
    await new Promise((resolve) => raw.close(resolve));
  });
});
