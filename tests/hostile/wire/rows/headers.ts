import { type Attack, each, get, request } from '../attack.ts';

const injected = /^X-Evil:/im;
const hosts = (...lines: string[]): string =>
  ['GET /health HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n');
const clientIs = (ip: string): RegExp => new RegExp(`"ip":"${ip}"`);

/** HD, IP, CN-10: headers in both directions, and who the client is taken for. */
export const headers: readonly Attack[] = [
  { row: 'HD-01', what: 'in a header', send: get('/header?value=a%0d%0aX-Evil:%201'), status: 500, lacks: injected },
  { row: 'HD-01', what: 'in a cookie', send: get('/cookie?value=a%0d%0aX-Evil:%201'), status: 200, lacks: injected },
  { row: 'HD-01', what: 'in a redirect', send: get('/redirect?to=/a%0d%0aX-Evil:%201'), status: 302, lacks: injected },
  {
    row: 'HD-01',
    what: 'in a file name',
    send: get('/download?name=a%0d%0aX-Evil:%201'),
    status: 200,
    lacks: injected,
  },
  {
    row: 'HD-02',
    what: '3,000 headers',
    send: get('/health', ...Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`)),
    status: 431,
  },
  {
    row: 'HD-02',
    what: 'one header of 32 KiB',
    send: get('/health', `X-Big: ${'x'.repeat(32 * 1024)}`),
    status: 431,
    has: /E_HEADERS_TOO_LARGE/,
  },
  {
    row: 'HD-02',
    what: '200 cookies',
    send: get('/health', ...Array.from({ length: 200 }, (_, at) => `Cookie: c${at}=1`)),
    status: 431,
  },
  ...each(
    'HD-03',
    {
      'two hosts': hosts('Host: a', 'Host: b'),
      none: hosts(),
      'user information': hosts('Host: a@evil.test'),
      'a path': hosts('Host: a/b'),
      'an open bracket': hosts('Host: [::1'),
      'a port out of range': hosts('Host: evil.test:99999'),
    },
    { status: 400, has: /E_HOST_INVALID/ },
  ),
  {
    row: 'HD-03',
    what: 'the same host in the target',
    send: get('http://hostile.test/health?a=1'),
    status: 200,
    has: /ok$/,
  },
  {
    row: 'HD-05',
    what: '16 KiB of forwarded schemes',
    send: get('/client', `X-Forwarded-Proto: ${'https,'.repeat(2000)}`),
    status: 200,
    has: /"scheme":"http"/,
  },
  {
    row: 'HD-05',
    what: 'a forwarded host from a stranger',
    send: get('/client', 'X-Forwarded-Host: a, b'),
    status: 200,
    has: /"host":"hostile.test"/,
  },
  { row: 'HD-06', what: 'a reply', send: get('/health'), status: 200, lacks: /^(?:X-Powered-By|Server):/im },
  {
    row: 'HD-06',
    what: 'a miss',
    send: get('/none'),
    status: 404,
    has: /X-Content-Type-Options: nosniff/i,
    lacks: /^(?:X-Powered-By|Server):/im,
  },
  {
    row: 'HD-06',
    what: 'a file',
    send: get('/static/hello.txt'),
    status: 200,
    has: /X-Content-Type-Options: nosniff/i,
    lacks: /^(?:X-Powered-By|Server):/im,
  },
  {
    row: 'HD-07',
    what: 'Accept with 4,000 types',
    send: get('/accepts', `Accept: ${'a/b,'.repeat(3800)}`),
    status: 200,
  },
  {
    row: 'HD-07',
    what: 'Accept-Language with 4,000 languages',
    send: get('/negotiated', `Accept-Language: ${'xx,'.repeat(4000)}`),
    status: 200,
    has: /en$/,
  },
  {
    row: 'HD-07',
    what: 'Accept-Encoding with 4,000 codings',
    send: get('/static/hello.txt', `Accept-Encoding: ${'x,'.repeat(4000)}`),
    status: 200,
  },
  {
    row: 'HD-08',
    what: 'cookies of every kind',
    send: get('/cookies', 'Cookie: __proto__=x; a=b; a=c; %zz=1; c=%zz'),
    status: 200,
    has: /\["b","%zz","x","absent"\]/,
  },
  {
    row: 'HD-09',
    what: 'Connection names a header',
    send: get('/health', 'Connection: close, x-secret', 'X-Secret: 1'),
    status: 200,
  },
  {
    row: 'HD-09',
    what: 'Upgrade to a web socket nobody serves',
    send: get('/health', 'Connection: Upgrade, close', 'Upgrade: websocket'),
    status: 400,
  },
  {
    row: 'HD-09',
    what: 'Upgrade to h2c',
    send: get('/health', 'Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: x'),
    status: 200,
  },
  ...each(
    'IP-01',
    {
      'X-Forwarded-For': get('/client', 'X-Forwarded-For: 6.6.6.6'),
      'X-Real-IP': get('/client', 'X-Real-IP: 6.6.6.6'),
      Forwarded: get('/client', 'Forwarded: for=6.6.6.6;host=evil.test;proto=https'),
    },
    { status: 200, has: clientIs('127\\.0\\.0\\.1'), lacks: /6\.6\.6\.6|evil/ },
  ),
  {
    row: 'CN-10',
    what: 'the environment by the query',
    send: get('/env?--env=testing&APP_ENV=testing&APP_DEBUG=true'),
    status: 200,
    has: /\{"env":"production","debug":false\}/,
  },
  {
    row: 'CN-10',
    what: 'the environment by a header',
    send: request('GET', '/env', ['App-Env: testing', 'APP_DEBUG: true']),
    status: 200,
    has: /\{"env":"production","debug":false\}/,
  },
];
