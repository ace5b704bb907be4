import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOn, BodyServer, httpConfig } from '../routing/body/support.ts';
import { growth, workOf } from '../support/steps.ts';

let server: BodyServer;
beforeAll(async () => {
  server = await BodyServer.open();
});
afterAll(() => server.close());

const codings = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const;

const codes = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];

describe('hostile bodies', () => {
  test('BD-01 JSON that is cut off, is none, or is empty is 400', async () => {
    for (const body of ['{"a":', '{a:1}', ' '])
      expect(codes(await server.json(body))).toEqual([400, 'E_BODY_MALFORMED']);
    expect(codes(await server.json(''))).toEqual([400, 'E_BODY_MALFORMED']);
    const chunked =
      'POST / HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(codes(await server.raw(chunked))).toEqual([400, 'E_BODY_MALFORMED']);
  });

  test('BD-02 a body over the limit is 413, by its announced length or by its count, before all of it came', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n';
    const announced = await server.raw(`${head}Content-Length: 8388608\r\n\r\n[`);
    expect(codes(announced)).toEqual([413, 'E_BODY_TOO_LARGE']);
    const megabyte = 'x'.repeat(1024 * 1024);
    const chunked = await server.raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      `100000\r\n${megabyte}\r\n`,
      '1\r\nx\r\n',
    );
    expect(codes(chunked)).toEqual([413, 'E_BODY_TOO_LARGE']);
    expect(chunked.json.message).toContain('1048576 bytes');
  });

  test('BD-03 45,000 nested lists are 400, soon, and 64 levels are taken', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(codes(await server.json(nested(45_000)))).toEqual([400, 'E_BODY_DEPTH']);
    expect(await growth(10_000, (levels) => server.json(nested(levels)))).toBeLessThan(5);
    expect(codes(await server.json('{"a":'.repeat(65) + '1' + '}'.repeat(65)))).toEqual([400, 'E_BODY_DEPTH']);
    expect((await server.json(nested(64))).status).toBe(200);
  });

  test('BD-04 a scalar or a list at the top is a value without fields', async () => {
    for (const [sent, value] of [
      ['1', 1],
      ['null', null],
      ['"x"', 'x'],
      ['[]', []],
    ] as const) {
      const read = server.outcome();
      expect((await server.json(sent)).json.value).toEqual(value);
      expect((await read).body?.fields).toBeNull();
    }
  });

  test('BD-05 integers beyond 2^53 are no safe integers any more, -0 stays, and what would be Infinity is 400', async () => {
    const { json } = await server.json('{"id":9007199254740993}');
    expect(Number.isSafeInteger((json.value as { id: number }).id)).toBe(false);
    const read = server.outcome();
    await server.json('{"z":-0}');
    expect((await read).body?.fields?.['z']).toBe(-0);
    for (const number of ['1e400', '-1e400', '{"a":[1e400]}'])
      expect(codes(await server.json(number))).toEqual([400, 'E_BODY_MALFORMED']);
  });

  test('BD-06 __proto__ and constructor.prototype are 400 at every depth and however they are escaped', async () => {
    const hostile = [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"a":{"b":[{"__proto__":1}]}}',
      '{"a":{"b":{"constructor":{"prototype":1}}}}',
      '{"\\u005f_proto__":{"isAdmin":true}}',
    ];
    for (const body of hostile) expect(codes(await server.json(body))).toEqual([400, 'E_BODY_KEY']);
    expect((await server.json('{"constructor":"Wright"}')).status).toBe(200);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test('BD-07 the same keys in a form are 400', async () => {
    const hostile = [
      '__proto__[isAdmin]=1',
      'a[__proto__][x]=1',
      'constructor[prototype][x]=1',
      '__proto__=1',
      '%5F_proto__%5Bx%5D=1',
    ];
    for (const body of hostile) expect(codes(await server.form(body))).toEqual([400, 'E_BODY_KEY']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('BD-08 too many parameters, too deep ones and huge indexes are refused, soon', async () => {
    const many = (length: number, name: (at: number) => string) =>
      Array.from({ length }, (_, at) => `${name(at)}=x`).join('&');
    const took = await workOf(async () => {
      expect(codes(await server.form(many(9000, (at) => `p${at}`)))).toEqual([413, 'E_PARAMS_TOO_MANY']);
      expect(codes(await server.form(many(3000, (at) => `a[${at}]`)))).toEqual([413, 'E_PARAMS_TOO_MANY']);
      expect(codes(await server.form(`a${'[b]'.repeat(2000)}=x`))).toEqual([400, 'E_PARAMS_DEPTH']);
      expect(codes(await server.form('a[999999999]=x'))).toEqual([400, 'E_PARAMS_MALFORMED']);
    });
    expect(took).toBeLessThan(1e6);
    const thousand = await server.form(many(1000, (at) => `a[${at}]`));
    expect((thousand.json.value as { a: unknown[] }).a).toHaveLength(1000);
  });

  test('BD-09 JSON under another type is text or 415, never an object', async () => {
    expect((await server.post('text/plain', '{"a":1}')).json.value).toBe('{"a":1}');
    for (const type of [
      'application/jsonx',
      'text/html; application/json',
      'text/json',
      'application/octet-stream',
      'json',
      '',
    ])
      expect(codes(await server.post(type, '{"a":1}'))).toEqual([415, 'E_BODY_UNSUPPORTED']);
    expect(codes(await server.post({}, '{"a":1}'))).toEqual([415, 'E_BODY_UNSUPPORTED']);
  });

  test('BD-10 other charsets are 415, bytes that are no UTF-8 are 400', async () => {
    for (const charset of ['utf-7', 'bogus-1', 'utf-16le', '"utf-8\\""'])
      expect(codes(await server.post(`application/json; charset=${charset}`, '{}'))).toEqual([415, 'E_BODY_CHARSET']);
    expect((await server.post('application/json; charset="UTF-8"', '{"ä":1}')).json.value).toEqual({ ä: 1 });
    const invalid = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(codes(await server.post('application/json', invalid))).toEqual([400, 'E_BODY_MALFORMED']);
    expect(codes(await server.form('a=%FF%FE'))).toEqual([400, 'E_PARAMS_MALFORMED']);
    expect(codes(await server.post('text/plain', invalid))).toEqual([400, 'E_BODY_MALFORMED']);
  });

  test('BD-11 compressed bodies are limited by what comes of them; corrupt ones are 400, unknown ones 415', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 0x20));
    const send = (encoding: string, body: Buffer) =>
      server.post({ 'Content-Type': 'application/json', 'Content-Encoding': encoding }, body);
    const before = process.memoryUsage().rss;
    expect(codes(await send('gzip', bomb))).toEqual([413, 'E_BODY_TOO_LARGE']);
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
    const good = gzipSync('{"a":1}');
    expect((await send('GZIP', good)).json.value).toEqual({ a: 1 });
    expect(codes(await send('gzip', good.subarray(0, 12)))).toEqual([400, 'E_BODY_MALFORMED']);
    expect(codes(await send('gzip', Buffer.from('{"a":1}')))).toEqual([400, 'E_BODY_MALFORMED']);
    for (const encoding of ['zstd-x', 'gzip, gzip', '__proto__']) {
      const refused = await send(encoding, good);
      expect(codes(refused)).toEqual([415, 'E_BODY_ENCODING']);
    }
  });

  test('BD-11 S-7: a body that becomes more than 100 times as large is 413, of whatever kind, beyond 64 KiB', async () => {
    const send = (type: string, encoding: string, body: Buffer) =>
      server.post({ 'Content-Type': type, 'Content-Encoding': encoding }, body);
    const bombs = {
      'application/json': `[${'{},'.repeat(340_000)}{}]`,
      'application/x-www-form-urlencoded': `a=${'x'.repeat(1_000_000)}`,
      'text/plain': ' '.repeat(1_000_000),
    };
    for (const [type, bomb] of Object.entries(bombs))
      for (const [encoding, compress] of codings)
        expect(codes(await send(type, encoding, compress(bomb)))).toEqual([413, 'E_BODY_RATIO']);
    for (const [encoding, compress] of codings) {
      const small = await send('text/plain', encoding, compress('x'.repeat(64 * 1024)));
      expect(small.json.value).toHaveLength(64 * 1024);
    }
  });

  test('S-7: JSON as applications send it may be compressed, and the ratio can be set', async () => {
    const rows = JSON.stringify(
      Array.from({ length: 12_000 }, (_, id) => ({ id, status: 'pending', archived: false })),
    );
    for (const [encoding, compress] of codings) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
      expect((await server.post(headers, compress(rows))).json.value).toHaveLength(12_000);
    }
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'br' };
    const bomb = brotliCompressSync('x'.repeat(1_000_000));
    for (const [decompression, status] of [
      [{ ratio: null, floor: 0 }, 200],
      [{ ratio: 1, floor: 1_000_000 }, 200],
      [{ ratio: 1, floor: 999_999 }, 413],
      [{ ratio: 2, floor: 0 }, 413],
    ] as const) {
      const configured = await BodyServer.open({ decompression });
      try {
        expect((await configured.post(headers, bomb)).status).toBe(status);
      } finally {
        await configured.close();
      }
    }
  });

  test('S-1: JSON in chunks of one byte is joined before anything is made of it', async () => {
    const value = { a: 'x'.repeat(50_000) };
    const chunks = JSON.stringify(value).replaceAll(/./g, (byte) => `1\r\n${byte}\r\n`);
    const head =
      'POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect((await server.raw(`${head}${chunks}0\r\n\r\n`)).json.value).toEqual(value);
  });

  test('BD-12 every spelling of the JSON type is read as JSON, two types or garbage are 415', async () => {
    for (const type of [
      'application/json\t; charset=utf-8',
      'Application/JSON',
      'application/json;',
      'application/vnd.api+json',
    ])
      expect((await server.post(type, '{"a":1}')).json.value).toEqual({ a: 1 });
    for (const type of [
      'application/json ;x',
      'application/json, text/plain',
      'application /json',
      'application/json; charset=utf-8; charset=utf-7',
    ])
      expect(codes(await server.post(type, '{"a":1}'))).toEqual([415, 'E_BODY_UNSUPPORTED']);
    const twice =
      'POST / HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\ncontent-type: text/plain\r\nContent-Length: 2\r\n\r\n{}';
    expect(codes(await server.raw(twice))).toEqual([415, 'E_BODY_UNSUPPORTED']);
  });

  test('BD-13 a body that stops coming is 408, a slow one too, one that keeps the rate is read', async () => {
    const slow = await BodyServer.open({ body_rate: { bytes: 100, grace: 0.2 } });
    const head =
      'POST / HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    try {
      expect(codes(await slow.raw(`${head}[`))).toEqual([408, 'E_BODY_SLOW']);
      // Fast at first, silent then: the beginning is no credit.
      expect(codes(await slow.raw(`${head}${' '.repeat(90)}`))).toEqual([408, 'E_BODY_SLOW']);
      const sendSteadily = () => {
        const steady = slow.connect();
        steady.write(head);
        let left = 100;
        const drip = setInterval(() => {
          left -= 10;
          steady.write(left === 0 ? '1234567890' : ' '.repeat(10));
          if (left === 0) clearInterval(drip);
        }, 50);
        return answerOn(steady);
      };
      let answer = await sendSteadily();
      // A machine that stands still keeps no rate.
      for (let again = 0; again < 2 && answer.status === 408; again++) answer = await sendSteadily();
      expect(answer.json.value).toBe(1234567890);
    } finally {
      await slow.close();
    }
  });

  test('BD-16 half a body never reaches the handler', async () => {
    const outcome = server.outcome();
    const socket = server.connect();
    socket.end('POST / HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a":1}   ');
    const { body, error } = await outcome;
    expect(body).toBeNull();
    expect(error).toMatchObject({ code: 'E_BODY_ABORTED' });
  });

  test('BD-17 a body over the limit that asks first is answered 413 without 100', async () => {
    const { status, text } = await server.raw(
      'POST / HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 8388608\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(status).toBe(413);
    expect(text).not.toContain('100 Continue');
  });

  test('BD-18 of a JSON key given twice the last counts; a form field given twice is a list', async () => {
    expect((await server.json('{"role":"user","role":"admin"}')).json.value).toEqual({ role: 'admin' });
    expect((await server.form('role=user&role=admin')).json.value).toEqual({ role: ['user', 'admin'] });
  });

  test('BD-19 a form field is a list or a map, both at once is 400', async () => {
    for (const body of [
      'a=1&a[x]=2&a[]=3',
      'a[x]=1&a[]=2',
      'a[0]=1&a[x]=2',
      'a[b]=1&a[b][c]=2',
      'a[x]=1&a=2',
      'a[]=1&a[][x]=2',
    ])
      expect(codes(await server.form(body))).toEqual([400, 'E_PARAMS_MALFORMED']);
    expect((await server.form('a=1&a[]=2&a[2]=3')).json.value).toEqual({ a: ['1', '2', '3'] });
  });

  test('BD-20 content of GET is ignored, of DELETE read, and a type without content is none', async () => {
    expect((await server.post('application/json', '{"a":1}', 'GET')).json).toEqual({ files: [] });
    expect((await server.post('application/json', '{"a":1}', 'DELETE')).json.value).toEqual({ a: 1 });
    expect((await server.post('application/json', '', 'DELETE')).status).toBe(200);
    expect((await server.post('text/html', '')).status).toBe(200);
  });

  test('BD-21 a body that was read before is told as such instead of hanging', async () => {
    const { readBody } = await import('../../plugins/routing/src/body/read-body.ts');
    const config = httpConfig();
    const twice = await BodyServer.open({}, (_, req) => readBody(req, config, new AbortController().signal));
    try {
      expect(codes(await twice.json('{}'))).toEqual([500, 'E_BODY_CONSUMED']);
    } finally {
      await twice.close();
    }
  });

  test('BD-22 keys by the thousand, a number of a million digits and a mebibyte of NUL take no time', async () => {
    const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, at])));
    const nul = `"${'\\u0000'.repeat(170_000)}"`;
    for (const [body, status] of [
      [keys, 200],
      [`[${'1'.repeat(1_000_000)}]`, 400],
      [nul, 200],
    ] as const) {
      const ask = () => server.json(body);
      expect((await ask()).status).toBe(status);
      expect(await workOf(ask)).toBeLessThan(20 * body.length);
    }
  });

  test('the reason of an aborted signal ends the reading', async () => {
    const [begun, outcome] = [server.begun(), server.outcome()];
    const socket = server.connect();
    socket.write('POST / HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{');
    (await begun).abort();
    expect((await outcome).error).toMatchObject({ code: 'E_BODY_ABORTED' });
    socket.destroy();
  });
});
