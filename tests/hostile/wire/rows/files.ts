import { SECRET } from '../application.ts';
import { type Attack, each, get } from '../attack.ts';

const secret = new RegExp(SECRET);
const spelled = (spellings: readonly string[]): Record<string, string> =>
  Object.fromEntries(spellings.map((spelling) => [spelling, get(`/static/${spelling}`)]));

/** ST: what lies below a directory, and what lies beside it. */
export const files: readonly Attack[] = [
  ...each(
    'ST-01',
    spelled([
      '../outside/secret.txt',
      '%2e%2e/outside/secret.txt',
      '..%2foutside/secret.txt',
      '%2e%2e%2foutside%2fsecret.txt',
      '%252e%252e/outside/secret.txt',
      '%252e%252e%252foutside%252fsecret.txt',
      '..%5coutside%5csecret.txt',
      '..\\outside\\secret.txt',
      '..;/outside/secret.txt',
      'sub/../../outside/secret.txt',
      '../public-evil/secret.txt',
      '%2e%2e/public-evil/secret.txt',
    ]),
    { status: 404, lacks: secret },
  ),
  {
    row: 'ST-01',
    what: 'overlong dots',
    send: get('/static/%c0%ae%c0%ae/outside/secret.txt'),
    status: 400,
    lacks: secret,
  },
  ...each('ST-02', spelled(['C:%5cwindows', 'C:/windows', 'file%3a///etc/passwd', '/etc/passwd', '%2fetc%2fpasswd']), {
    status: 404,
    lacks: /root:/,
  }),
  ...each('ST-04', spelled(['link.txt', 'linked/secret.txt', 'linked']), { status: 404, lacks: secret }),
  ...each('ST-05', spelled(['hello.txt%00.png', '%00']), { status: 400 }),
  ...each('ST-06', spelled(['.env', '%2eenv', '.git/config', 'sub/.env', 'sub/%2Eenv', 'sub/..%2f.env']), {
    status: 404,
    lacks: secret,
  }),
  ...each('ST-07', spelled(['private/secret.txt', 'private%2fsecret.txt']), { status: 403, lacks: secret }),
  ...each('ST-07', spelled(['%70rivate/secret.txt', 'priv%61te/secret.txt']), {
    status: 403,
    nativeStatus: 404,
    lacks: secret,
  }),
  ...each(
    'ST-07',
    spelled([
      '/private/secret.txt',
      './private/secret.txt',
      'sub/../private/secret.txt',
      'sub/%2e%2e/private/secret.txt',
      'sub/..%2fprivate/secret.txt',
      'sub%5c..%5cprivate/secret.txt',
    ]),
    { status: 404, lacks: secret },
  ),
  {
    row: 'ST-08',
    what: 'the first three bytes',
    send: get('/static/hello.txt', 'Range: bytes=0-2'),
    status: 206,
    has: /\r\n\r\nhel$/,
  },
  {
    row: 'ST-08',
    what: 'bytes beyond the end',
    send: get('/static/hello.txt', 'Range: bytes=9999-'),
    status: 416,
    has: /Content-Range: bytes \*\/5/i,
  },
  { row: 'ST-08', what: 'the last no bytes', send: get('/static/hello.txt', 'Range: bytes=-0'), status: 416 },
  {
    row: 'ST-08',
    what: 'a range that runs backwards',
    send: get('/static/hello.txt', 'Range: bytes=5-1'),
    status: 200,
    has: /\r\n\r\nhello$/,
  },
  {
    row: 'ST-08',
    what: '500 ranges',
    send: get('/static/hello.txt', `Range: bytes=${Array(500).fill('0-').join(',')}`),
    status: 206,
    has: /\r\n\r\nhello$/,
  },
  {
    row: 'ST-10',
    what: 'If-None-Match: *',
    send: get('/static/hello.txt', 'If-None-Match: *'),
    status: 304,
    has: /\r\n\r\n$/,
  },
  { row: 'ST-10', what: 'tags that are none', send: get('/static/hello.txt', 'If-None-Match: "x, W/y'), status: 200 },
  {
    row: 'ST-10',
    what: 'a date that is none',
    send: get('/static/hello.txt', 'If-Modified-Since: garbage'),
    status: 200,
  },
  {
    row: 'ST-11',
    what: 'a file of an unknown kind',
    send: get('/static/unknown.xyzzy'),
    status: 200,
    has: /(?=[^]*Content-Type: application\/octet-stream\r\n)(?=[^]*X-Content-Type-Options: nosniff)/i,
  },
  ...each('ST-12', spelled(['empty', 'missing.txt', 'hello.txt/below', 'x'.repeat(300)]), {
    status: 404,
    lacks: /\.keep/,
  }),
];
