import type { Random } from '../../support/random.ts';
import { randomPath } from './random-routes.ts';

const fixedPaths = [
  '/',
  '/echo',
  '/raw',
  '/header',
  '/cookie',
  '/redirect',
  '/stream',
  '/events',
  '/throw',
  '/reject',
  '/forbidden',
  '/file',
  '/download',
  '/static/hello.txt',
  '/static/sub/page.html',
  '/static/none',
  '/static/',
  '/static/beside',
  '/static/../hello.txt',
  '/static/%2e%2e/x',
  '/static/.hidden',
  '/posts',
  '/posts/1',
  '/posts/1/',
  '/echo/',
  '/ECHO',
  '//echo',
  '/e%63ho',
  '/echo%00',
  '/%FF',
  '/%',
  '/random',
  '/random/',
  '*',
  'http://x/echo',
  '/echo#x',
  '/echo;x=1',
];
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const queries = [
  '',
  '',
  '?a=1',
  '?a=1&a=2&n=7',
  '?list[]=1&list[]=2',
  '?value=x',
  '?value=%0d%0aX-Evil:1',
  '?to=/echo',
  '?to=//evil.test',
  '?a[b][c]=1',
  '?a=%',
  '?%zz',
  '?a=%C3%A9',
  '?__proto__[x]=1',
  '??',
  '?a=1#b',
];
const headers = [
  'Accept: text/html',
  'Accept: application/json',
  'Accept: */*',
  'Cookie: c=1; d=2',
  'Cookie: c="x',
  'X-Forwarded-For: 1.2.3.4',
  'Range: bytes=0-3',
  'Range: bytes=99-',
  'If-None-Match: *',
  'Accept-Encoding: gzip',
  'If-Modified-Since: Sat, 01 Jan 2050 00:00:00 GMT',
  'Origin: https://a.test',
  'X-HTTP-Method-Override: DELETE',
  'Expect: 100-continue',
  'Authorization: Bearer x',
  'Connection: close, x',
  'Upgrade: websocket',
  'Expect: nothing',
];
const multipart = [
  '--B',
  'Content-Disposition: form-data; name="a"',
  '',
  '1',
  '--B',
  'Content-Disposition: form-data; name="file"; filename="../a.txt"',
  'Content-Type: text/plain',
  '',
  'hello',
  '--B--',
  '',
].join('\r\n');
const bodies: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"a":1,"n":"7","list":[1,2]}'],
  ['application/json', '{"a":'],
  ['application/json', '[1]'],
  ['application/json', ''],
  ['application/json; charset=latin1', '{"a":1}'],
  ['application/json', '{"__proto__":{"x":1}}'],
  ['application/vnd.api+json', '{"a":true}'],
  ['application/x-www-form-urlencoded', 'a=1&list[]=1&n=x'],
  ['application/x-www-form-urlencoded', 'a=%E0%A4%A'],
  ['text/plain', 'a text'],
  ['application/xml', '<a/>'],
  ['nonsense', 'x'],
  ['/', 'x'],
  ['application/json, text/plain', '{}'],
  ['', '{"a":1}'],
  ['multipart/form-data; boundary=B', multipart],
  ['multipart/form-data; boundary=B', multipart.slice(0, -9)],
  ['multipart/form-data', multipart],
  ['application/octet-stream', '\0\x01\xff'],
];

const path = (random: Random): string => {
  const kind = random.next();
  if (kind < 0.45) return random.pick(fixedPaths);
  if (kind < 0.5) return `/status/${100 + random.below(500)}`;
  if (kind < 0.53) return `/abort/${random.pick(['400', '404', '418', '500', '503', 'x'])}`;
  const made = encodeURI(randomPath(random)).replaceAll('%25', '%');
  return `/random${random.chance(0.9) ? made : made.replaceAll('a', '%61')}${random.chance(0.1) ? '/' : ''}`;
};

const chunked = (body: string): string =>
  body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const framed = (random: Random, body: string): readonly [header: string, sent: string] =>
  random.chance(0.2) ? ['Transfer-Encoding: chunked', chunked(body)] : [`Content-Length: ${body.length}`, body];

/** A request as it goes over the wire, good or hostile; the connection is closed behind it. */
export const randomRequest = (random: Random): string => {
  const method = random.pick(methods);
  const lines = [
    `${method} ${path(random)}${random.pick(queries)} HTTP/1.1`,
    random.chance(0.98) ? 'Host: x' : 'Host: a b',
  ];
  for (const header of random.list(random.below(3), () => random.pick(headers))) lines.push(header);
  if (random.chance(method === 'GET' || method === 'HEAD' ? 0.1 : 0.85)) {
    const [type, body] = random.pick(bodies);
    const [header, sent] = framed(random, body);
    lines.push(...(type === '' ? [] : [`Content-Type: ${type}`]), header, 'Connection: close', '', sent);
  } else lines.push('Connection: close', '', '');
  return lines.join('\r\n');
};
