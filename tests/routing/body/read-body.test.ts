import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { hasBody } from '../../../plugins/routing/src/body/body-type.ts';
import { headerParameters } from '../../../plugins/routing/src/body/media-type.ts';
import { PartHeaderReader } from '../../../plugins/routing/src/body/part-header.ts';
import { readRawBody } from '../../../plugins/routing/src/body/read-bytes.ts';
import { takeArrived } from '../../../plugins/routing/src/body/take-arrived.ts';
import { hasTaken } from '../../../plugins/routing/src/server/end-politely.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { Random } from '../../support/random.ts';
import { BodyServer, file, httpConfig, multipart, multipartType, text } from './support.ts';

describe('read body', () => {
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

    test('reads the JSON of parts without a file name, as OpenAPI writes objects', async () => {
      const json = (name: string, value: string): [string, string] => [
        `Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/json`,
        value,
      ];
      const send = (...parts: ReturnType<typeof text>[]) => server.post(multipartType, multipart(parts));
      const author = { name: 'Ada', tags: ['a'], born: null };
      const sent = await send(
        text('title', '{"a":1}'),
        json('author', JSON.stringify(author)),
        json('items', '{"id":1}'),
        json('items', '{"id":2}'),
        json('rooms[0][size]', '7'),
      );
      expect(sent.json.value).toEqual({
        title: '{"a":1}',
        author,
        items: [{ id: 1 }, { id: 2 }],
        rooms: [{ size: 7 }],
      });
      for (const [value, status] of [
        ['{', 400],
        ['', 400],
        ['{"__proto__":1}', 400],
        ['['.repeat(65) + ']'.repeat(65), 400],
      ] as const)
        expect([value, (await send(json('a', value))).status]).toEqual([value, status]);
      expect((await send(json('a', '{}'), text('a[x]', '1'))).status).toBe(400);
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
        const { json } = await server.post(
          multipartType,
          multipart([file('a', 'a', content), file('b', 'b', content)]),
        );
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
});

const parametersOf = (text: string, names: readonly string[] = ['v']): unknown => {
  const values = headerParameters(text, 0);
  return values === null ? null : Object.fromEntries(names.map((name) => [name, values.get(name)]));
};

/** The value of a quoted string at the beginning of `text`, and what follows it; null when it has no end. */
const naiveQuoted = (text: string): readonly [value: string, rest: string] | null => {
  let value = '';
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '"') return [value, text.slice(at + 1)];
    if (text[at] === '\\' && text[at + 1] === '"') at += 1;
    value += text[at];
  }
  return null;
};

describe('headerParameters()', () => {
  test('reads values as browsers write them', () => {
    const text = '; name="a"; Filename="C:\\x\\\\y \\"z\\".txt"; n=1 ;; ';
    expect(parametersOf(text, ['name', 'filename', 'n', 'other'])).toEqual({
      name: 'a',
      filename: 'C:\\x\\\\y "z".txt',
      n: '1',
      other: undefined,
    });
    for (const text of ['; a=1; A=2', '; a="1', '; a="1\\"', '; a', 'x', '; a="1"2', '; a='])
      expect(parametersOf(text)).toBeNull();
  });

  test('reads quoted strings as a naive reader does', () => {
    const random = new Random(5);
    for (let run = 0; run < 5000; run++) {
      const text = `"${random.list(random.below(12), () => random.pick(['"', '\\', 'a', ';', ' '])).join('')}`;
      const naive = naiveQuoted(text);
      const rest = naive === null ? null : headerParameters(naive[1], 0);
      const expected = naive === null || rest === null ? null : { v: naive[0] };
      expect({ text, read: parametersOf(`; v=${text}`) }).toEqual({ text, read: expected });
    }
  });

  test.each(['y', '\\', '\\"', '\\y', 'y\\"', ';', '; a="', ' '])(
    'UP-03 S-1: fails in linear time on %j without a closing quote',
    (unit) => {
      const filled = (length: number) => `; v="${unit.repeat(length / unit.length)}`;
      // Whether slow means hours for a few bytes, or for many.
      for (const text of [filled(8192), filled(400_000)]) expect(endsSoon(() => parametersOf(text))).toBeNull();
    },
  );
});

/** Reads the header of a part in chunks of `size` bytes; what follows it is left alone. */
const read = (header: string, size = Number.POSITIVE_INFINITY) => {
  const bytes = Buffer.from(`${header}\r\n\r\ncontent`);
  const reader = new PartHeaderReader();
  for (let at = 0; at < bytes.length; at += size) {
    const end = reader.take(bytes.subarray(at, at + size), 0);
    if (end === -1) continue;
    expect(at + end).toBe(bytes.length - 'content'.length);
    return reader.finish();
  }
  throw new Error('The header has no end.');
};

const disposition = 'Content-Disposition: form-data; name="a"';

describe('PartHeaderReader', () => {
  test('reads a header alike wherever it is cut', () => {
    const header = `${disposition}; filename="\u00e9%22.txt"\r\nX-Other:\r\ncontent-type:   Text/Plain`;
    for (const size of [1, 2, 3, 7, 1000])
      expect(read(header, size)).toEqual({ name: 'a', filename: '\u00e9".txt', type: 'text/plain', isBinary: false });
  });

  test('reads one header after another', () => {
    const reader = new PartHeaderReader();
    for (const name of ['first', 'second']) {
      reader.take(Buffer.from(`Content-Disposition: form-data; name="${name}"\r\n\r\n`), 0);
      expect(reader.finish().name).toBe(name);
    }
  });

  test.each([
    ['nothing', ''],
    ['no colon', `${disposition}\r\nhello`],
    ['no name before the colon', `${disposition}\r\n: x`],
    ['a space in the name', `${disposition}\r\nX Y: x`],
    ['a line that goes on', `${disposition};\r\n filename="a"`],
    ['CR without LF', `${disposition}\r\nX: a\rb`],
    ['one header twice', `${disposition}\r\nX: 1\r\nx: 2`],
    ['no name', 'Content-Disposition: form-data'],
    ['no UTF-8', `${disposition}\r\nX: `],
  ])('refuses a header with %s', (what, header) => {
    const bytes = Buffer.concat([Buffer.from(header), what === 'no UTF-8' ? Buffer.from([0xff]) : Buffer.alloc(0)]);
    const reader = new PartHeaderReader();
    const refused = (): unknown => {
      reader.take(Buffer.concat([bytes, Buffer.from(header === '' ? '\r\n' : '\r\n\r\n')]), 0);
      return reader.finish();
    };
    expect(refused).toThrow(expect.objectContaining({ code: 'E_BODY_MALFORMED' }));
  });

  test('S-1: takes 8 KiB, 20 lines and 20 parameters, and no more', () => {
    const long = (length: number): string => `${disposition}\r\nX: ${'x'.repeat(length - disposition.length - 9)}`;
    const lines = (count: number): string =>
      [disposition, ...Array.from({ length: count - 1 }, (_, at) => `X-${'a'.repeat(at + 1)}: 1`)].join('\r\n');
    const parameters = (count: number): string =>
      [disposition, ...Array.from({ length: count - 1 }, (_, at) => `p${at}=1`)].join('; ');
    for (const header of [long(8192), lines(20), parameters(20)]) expect(read(header).name).toBe('a');
    for (const header of [long(8193), lines(21), parameters(21)])
      expect(() => read(header)).toThrow(expect.objectContaining({ code: 'E_BODY_MALFORMED' }));
  });
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends text to a server, and resolves to its request at the moment Node tells of it. */
const requestOf = (text: string): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    const server = createServer((req) => resolve(req));
    server.listen(0, '127.0.0.1', () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      closing.push(() => {
        socket.destroy();
        server.close();
      });
    });
  });

const head = (field: string): string => `POST / HTTP/1.1\r\nHost: a.test\r\n${field}\r\n\r\n`;

test('a body that came with its headers is taken whole', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  expect([String(takeArrived(req, 100)), hasTaken(req)]).toEqual(['hello', true]);
  while (!req.complete) await new Promise(setImmediate);
  expect(hasTaken(req)).toBe(true);
});

test('a body is taken when it was complete before anything read it', async () => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  while (!req.complete) await new Promise(setImmediate);
  expect(String(takeArrived(req, 100))).toBe('hello');
});

test.each(['end', 'close'])('a listener of "%s" on the request is called', async (event) => {
  const req = await requestOf(`${head('Content-Length: 5')}hello`);
  const heard = new Promise((resolve) => req.on(event, resolve));
  expect(takeArrived(req, 100)).toBeNull();
  expect(String(await readRawBody(req, httpConfig(), null))).toBe('hello');
  await heard;
  expect(req.readableEnded).toBe(true);
});

test.each([
  ['that is still on its way', `${head('Content-Length: 6')}hello`],
  ['in chunks', `${head('Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`],
  ['beyond the limit', `${head('Content-Length: 101')}${'x'.repeat(101)}`],
])('one %s is left alone', async (_what, text) => {
  const req = await requestOf(text);
  expect(takeArrived(req, 100)).toBeNull();
  expect([req.readableDidRead, hasTaken(req)]).toEqual([false, false]);
});

test('a body that is being read already, or was cut off, is not taken', async () => {
  const read = await requestOf(`${head('Content-Length: 5')}hello`);
  read.on('data', () => undefined);
  expect(takeArrived(read, 100)).toBeNull();
  const gone = await requestOf(`${head('Content-Length: 5')}hello`);
  gone.destroy();
  expect(takeArrived(gone, 100)).toBeNull();
});
