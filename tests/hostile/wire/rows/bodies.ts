import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Attack, each, form, get, json, post, request, utf8 } from '../attack.ts';

const fields = (count: number, name: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${name(at)}=x`).join('&');

const coded = (encoding: string, bytes: Buffer): string =>
  post('application/json', bytes.toString('latin1'), `Content-Encoding: ${encoding}`);

const mebibyte = 1024 * 1024;
const framed = (headers: readonly string[], body: string): string =>
  request('POST', '/input', ['Content-Type: application/json', ...headers], body);
const chunked = (body: string): string =>
  framed(['Transfer-Encoding: chunked'], `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);

/** BD: what a body may be, and how it may come. */
export const bodies: readonly Attack[] = [
  ...each(
    'BD-01',
    {
      'cut off': json('{"a":'),
      'no JSON': json('{a:1}'),
      empty: json(''),
      'empty in chunks': framed(['Transfer-Encoding: chunked'], '0\r\n\r\n'),
    },
    { status: 400, has: /E_BODY_MALFORMED/, lacks: / at |node_modules/ },
  ),
  ...each(
    'BD-02',
    {
      'too large by what it announces': framed(['Content-Length: 8388608'], '['),
      'too large in chunks': chunked(' '.repeat(mebibyte + 1)),
    },
    { status: 413, has: /E_BODY_TOO_LARGE/ },
  ),
  {
    row: 'BD-03',
    what: '45,000 nested lists',
    send: json('['.repeat(45_000) + ']'.repeat(45_000)),
    status: 400,
    has: /E_BODY_DEPTH/,
  },
  ...['1', 'null', '"x"', '[]'].map((body) => ({
    row: 'BD-04',
    what: `${body} where a form is expected`,
    send: json(body, '/valid'),
    // One that holds nothing is judged as nothing.
    status: body === 'null' || body === '[]' ? 422 : 400,
  })),
  {
    row: 'BD-05',
    what: 'a number beyond what numbers hold',
    send: json('{"id":1e400}'),
    status: 400,
    has: /E_BODY_MALFORMED/,
  },
  {
    row: 'BD-05',
    what: 'an integer that would be rounded',
    send: json('{"name":"a","age":9007199254740993}', '/valid'),
    status: 422,
  },
  ...each(
    'BD-06',
    {
      __proto__: json('{"__proto__":{"isAdmin":true}}'),
      'constructor.prototype': json('{"constructor":{"prototype":{"x":1}}}'),
      'three levels deep': json('{"a":{"b":[{"__proto__":1}]}}'),
      escaped: json('{"\\u005f_proto__":{"isAdmin":true}}'),
    },
    { status: 400, has: /E_BODY_KEY/ },
  ),
  ...each(
    'BD-07',
    {
      'in a form': form('__proto__[isAdmin]=1'),
      'nested in a form': form('a[__proto__][x]=1'),
      'constructor in a form': form('constructor[prototype][x]=1'),
      'escaped in a form': form('%5F_proto__%5Bx%5D=1'),
    },
    { status: 400, has: /E_BODY_KEY/ },
  ),
  { row: 'BD-07', what: 'in the query', send: get('/input?__proto__[isAdmin]=1&a[__proto__][x]=1'), status: 400 },
  {
    row: 'BD-08',
    what: '9,000 fields',
    send: form(fields(9000, (at) => `p${at}`)),
    status: 413,
    has: /E_PARAMS_TOO_MANY/,
  },
  {
    row: 'BD-08',
    what: '3,000 entries of a list',
    send: form(fields(3000, (at) => `a[${at}]`)),
    status: 413,
    has: /E_PARAMS_TOO_MANY/,
  },
  { row: 'BD-08', what: '2,000 levels', send: form(`a${'[b]'.repeat(2000)}=x`), status: 400, has: /E_PARAMS_DEPTH/ },
  { row: 'BD-08', what: 'a huge index', send: form('a[999999999]=x'), status: 400, has: /E_PARAMS_MALFORMED/ },
  { row: 'BD-09', what: 'JSON as text', send: post('text/plain', '{"a":1}'), status: 200, lacks: /"a":1/ },
  ...each(
    'BD-09',
    {
      'JSON as what begins like it': post('application/jsonx', '{"a":1}'),
      'JSON behind another type': post('text/html; application/json', '{"a":1}'),
      'JSON without a type': request('POST', '/input', [], '{"a":1}'),
    },
    { status: 415, has: /E_BODY_UNSUPPORTED/ },
  ),
  ...['utf-7', 'bogus-1', 'utf-16le'].map((charset) => ({
    row: 'BD-10',
    what: `in ${charset}`,
    send: post(`application/json; charset=${charset}`, '{}'),
    status: 415,
    has: /E_BODY_CHARSET/,
  })),
  {
    row: 'BD-10',
    what: 'bytes that are no UTF-8',
    send: json('{"a":"\xff\xfe"}'),
    status: 400,
    has: /E_BODY_MALFORMED/,
  },
  { row: 'BD-10', what: 'what is UTF-8', send: json(utf8('{"a":"ä"}')), status: 200, has: new RegExp(utf8('"a":"ä"')) },
  {
    row: 'BD-11',
    what: 'a gzip bomb',
    send: coded('gzip', gzipSync(Buffer.alloc(20 * mebibyte, 0x20))),
    status: 413,
    has: /E_BODY_TOO_LARGE/,
  },
  {
    row: 'BD-11',
    what: 'a mebibyte of JSON in 25 bytes',
    send: coded('br', brotliCompressSync(`[${'{},'.repeat(340_000)}{}]`)),
    status: 413,
    has: /E_BODY_RATIO/,
  },
  {
    row: 'BD-11',
    what: 'gzip that is none',
    send: coded('gzip', Buffer.from('{"a":1}')),
    status: 400,
    has: /E_BODY_MALFORMED/,
  },
  {
    row: 'BD-11',
    what: 'gzip cut off',
    send: coded('gzip', gzipSync('{"a":1}').subarray(0, 12)),
    status: 400,
    has: /E_BODY_MALFORMED/,
  },
  ...['zstd-x', 'gzip, gzip', '__proto__'].map((encoding) => ({
    row: 'BD-11',
    what: `Content-Encoding: ${encoding}`,
    send: coded(encoding, gzipSync('{"a":1}')),
    status: 415,
    has: /E_BODY_ENCODING/,
  })),
  ...['application/json\t; charset=utf-8', 'Application/JSON', 'application/json;'].map((type) => ({
    row: 'BD-12',
    what: `a required field is missed under ${JSON.stringify(type)}`,
    send: request('POST', '/valid', [`Content-Type: ${type}`], '{"age":5}'),
    status: 422,
    has: /"name"/,
  })),
  ...each(
    'BD-12',
    {
      'a type that nobody reads': post('application/xml', '<a/>'),
      'a parameter without value': post('application/json ;x', '{"a":1}'),
      'two types in a list': post('application/json, text/plain', '{"a":1}'),
      'two Content-Type headers': post('application/json', '{"a":1}', 'content-type: text/plain'),
    },
    { status: 415, has: /E_BODY_UNSUPPORTED/ },
  ),
  ...each(
    'BD-15',
    {
      'Content-Length and Transfer-Encoding': framed(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      'two Content-Lengths': framed(['Content-Length: 5', 'Content-Length: 6'], 'hello!'),
      'a chunk size that is no number': framed(['Transfer-Encoding: chunked'], 'ZZ\r\nhello\r\n0\r\n\r\n'),
      'an unknown transfer coding': framed(['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
      'a signed Content-Length': framed(['Content-Length: +5'], 'hello'),
      'a list of Content-Lengths': framed(['Content-Length: 5,5'], 'hello'),
    },
    { status: 400, has: /\r\nConnection: close\r\n[^]*E_REQUEST_MALFORMED/i, lacks: /hello/ },
  ),
  {
    row: 'BD-16',
    what: 'what follows a body is the next request',
    send: `${framed(['Content-Length: 7', 'Connection: keep-alive'], '{"a":1}')}${get('/health')}`,
    status: [200, 200],
    has: /\{"a":1\}[^]*ok$/,
  },
  {
    row: 'BD-16',
    what: 'what follows a body is garbage',
    send: framed(['Content-Length: 7', 'Connection: keep-alive'], `{"a":1}${'x'.repeat(43)}\r\n\r\n`),
    status: [200],
  },
  {
    row: 'BD-17',
    what: 'a body over the limit that asks first',
    send: framed(['Content-Length: 8388608', 'Expect: 100-continue'], ''),
    status: 413,
    lacks: /100 Continue/,
  },
  {
    row: 'BD-18',
    what: 'a JSON key given twice',
    send: json('{"role":"user","role":"admin"}'),
    status: 200,
    has: /\{"role":"admin"\}/,
  },
  {
    row: 'BD-18',
    what: 'the same before rules',
    send: json('{"name":"a","role":"user","role":"admin"}', '/valid'),
    status: 422,
    has: /"role"/,
  },
  {
    row: 'BD-18',
    what: 'a form field given twice',
    send: form('role=user&role=admin'),
    status: 200,
    has: /\{"role":\["user","admin"\]\}/,
  },
  ...['a=1&a[x]=2&a[]=3', 'a[x]=1&a[]=2', 'a[0]=1&a[x]=2', 'a[b]=1&a[b][c]=2'].map((body) => ({
    row: 'BD-19',
    what: body,
    send: form(body),
    status: 400,
    has: /E_PARAMS_MALFORMED/,
  })),
  {
    row: 'BD-20',
    what: 'a body on GET',
    send: request('GET', '/input', ['Content-Type: application/json'], '{"a":1}'),
    status: 200,
    has: /\r\n\r\n\{\}$/,
  },
  {
    row: 'BD-20',
    what: 'a body on DELETE',
    send: request('DELETE', '/input', ['Content-Type: application/json'], '{"a":1}'),
    status: 200,
    has: /\{"a":1\}$/,
  },
  {
    row: 'BD-21',
    what: 'a body nobody read before the next request',
    send: `${request('POST', '/unknown', ['Content-Type: application/json', 'Connection: keep-alive'], '{"a":1}')}${get('/health')}`,
    status: [404, 200],
    has: /ok$/,
  },
  { row: 'BD-22', what: 'a number of a million digits', send: json(`[${'1'.repeat(1_000_000)}]`), status: 400 },
  { row: 'BD-22', what: '170,000 NULs', send: json(`{"a":"${'\\u0000'.repeat(170_000)}"}`), status: 200 },
];
