import { type Attack, each, get, json, request } from '../attack.ts';

const valid = (member: string): string => json(`{"name":"a",${member}}`, '/valid');
const page = 'Origin: https://a.test';
const credentials = /Access-Control-Allow-Credentials/i;

/** LC, CO, VA, LA: what handlers, CORS, rules and locales make of what comes. */
export const plugins: readonly Attack[] = [
  ...each(
    'LC-01',
    {
      'an error': get('/throw/error'),
      'a text': get('/throw/text'),
      null: get('/throw/null'),
      undefined: get('/throw/none'),
      'a frozen object': get('/throw/frozen'),
    },
    { status: 500, has: /"message":"Internal Server Error"[^]*"request_id":"/, lacks: /secret detail| at / },
  ),
  {
    row: 'LC-02',
    what: 'an answer behind the answer',
    send: get('/twice'),
    status: 200,
    has: /by hand/,
    lacks: /late/,
  },

  {
    row: 'CO-01',
    what: 'a stranger',
    send: get('/health', 'Origin: https://evil.test'),
    status: 200,
    has: /Access-Control-Allow-Origin: \*/i,
    lacks: credentials,
  },
  {
    row: 'CO-01',
    what: 'the origin null',
    send: get('/health', 'Origin: null'),
    status: 200,
    has: /Access-Control-Allow-Origin: \*/i,
    lacks: credentials,
  },
  {
    row: 'CO-06',
    what: 'a preflight from a public site',
    send: request('OPTIONS', '/health', [
      'Origin: https://evil.test',
      'Access-Control-Request-Method: GET',
      'Access-Control-Request-Private-Network: true',
    ]),
    status: 204,
    lacks: /Allow-Private-Network/i,
  },
  ...(
    [
      ['an unknown path', 404, get('/none', page)],
      ['another method', 405, request('DELETE', '/health', [page])],
      ['a body that is none', 400, request('POST', '/input', [page, 'Content-Type: application/json'], '{')],
      [
        'a body that is too large',
        413,
        request('POST', '/input', [page, 'Content-Length: 8388608', 'Content-Type: text/plain'], ''),
      ],
      ['invalid input', 422, request('POST', '/valid', [page, 'Content-Type: application/json'], '{}')],
      ['an error', 500, get('/throw/error', page)],
    ] as const
  ).map(([what, status, send]) => ({ row: 'CO-07', what, send, status, has: /Access-Control-Allow-Origin: \*/i })),
  {
    row: 'CO-08',
    what: '12 KiB of requested headers',
    send: request('OPTIONS', '/health', [
      'Origin: https://a.test',
      'Access-Control-Request-Method: GET',
      `Access-Control-Request-Headers: ${'x-a,'.repeat(3000)}`,
    ]),
    status: 204,
  },

  {
    row: 'VA-01',
    what: 'a pattern of catastrophic shape',
    send: json(`{"a":"${'a'.repeat(28)}!"}`, '/valid/regex'),
    status: 422,
  },
  { row: 'VA-01', what: '30 kB against it', send: json(`{"a":"${'a'.repeat(30_000)}!"}`, '/valid/regex'), status: 422 },
  {
    row: 'VA-05',
    what: 'a huge index of a list',
    send: json('{"name":"a","items":{"999999999":{"id":1}}}', '/valid'),
    status: 422,
    has: /"items":\["The items must be a list/,
    lacks: /null,null/,
  },
  {
    row: 'VA-06',
    what: '20,000 items',
    send: json(`{"name":"a","items":[${Array(20_000).fill('{"id":1}').join(',')}]}`, '/valid'),
    status: 413,
    has: /E_FIELDS_TOO_MANY/,
  },
  {
    row: 'VA-08',
    what: 'variation selectors',
    send: json(`{"name":"x${'\\ufe0f'.repeat(1000)}"}`, '/valid'),
    status: 422,
  },
  { row: 'VA-09', what: 'a lone surrogate', send: json('{"name":"\\ud800"}', '/valid'), status: 422 },
  ...['"1e3"', '"0x10"', '" 1 "', '[5]', 'true', '1.5', '"9999999999999999999999"'].map((age) => ({
    row: 'VA-10',
    what: `${age} as an integer`,
    send: valid(`"age":${age}`),
    status: 422,
  })),
  ...['"2023-02-30"', '"0000-00-00"', '"2023-01-01T25:00:00Z"', '"now"', '"tomorrow"', '1'].map((born) => ({
    row: 'VA-12',
    what: `${born} as a date`,
    send: valid(`"born":${born}`),
    status: 422,
  })),
  ...[
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'http://a@evil.test',
    '//x',
    `https://a.test/${'x'.repeat(10_000)}`,
  ].map((site) => ({
    row: 'VA-15',
    what: `${site.slice(0, 30)} as an address`,
    send: valid(`"site":"${site}"`),
    status: 422,
  })),
  { row: 'VA-23', what: 'a rule is met by what is no text', send: valid('"role":{"$ne":1}'), status: 422 },
  ...['"1"', 'false', '["user"]', '0'].map((role) => ({
    row: 'VA-26',
    what: `${role} as a role`,
    send: valid(`"role":${role}`),
    status: 422,
  })),
  {
    row: 'VA-28',
    what: '200,000 brackets as JSON',
    send: json(`{"a":"${'['.repeat(100_000)}${']'.repeat(100_000)}"}`, '/valid/json'),
    status: 422,
  },
  ...['a@b.test\\r\\nBcc: c@d.test', `${'a'.repeat(64_000)}@b.test`, '\\"<script>\\"@b.test'].map((email) => ({
    row: 'VA-29',
    what: `${email.slice(0, 20)} as an email address`,
    send: valid(`"email":"${email}"`),
    status: 422,
  })),
  {
    row: 'VA-33',
    what: 'a value that looks like a placeholder',
    send: valid('"role":":attribute <b> {{x}} $t(x)"'),
    status: 422,
    lacks: /<b>/,
  },

  ...['../../etc', '..%2f..%2fetc', 'en/../../x', 'C:%5cx', '%00', 'x'.repeat(500)].map((name) => ({
    row: 'LA-01',
    what: `the locale ${name.slice(0, 20)}`,
    send: get(`/locale?l=${name}`),
    status: 400,
    has: /E_LOCALE_INVALID/,
  })),
  ...['__proto__', 'constructor', 'toString'].map((name) => ({
    row: 'LA-02',
    what: `the locale ${name}`,
    send: get(`/locale?l=${name}`),
    status: 400,
  })),
  { row: 'LA-02', what: 'a good locale after them', send: get('/locale?l=fr'), status: 200, has: /Bonjour$/ },
  ...['$t(greet)', '{{secret}}', ':name'].map((name) => ({
    row: 'LA-05',
    what: `the value ${name}`,
    send: get(`/text?name=${encodeURIComponent(name)}`),
    status: 200,
    has: new RegExp(`Hello ${name.replaceAll(/[$(){}]/g, '\\$&')}$`),
  })),
  ...['constructor', '__proto__.toString', 'hello.length'].map((key) => ({
    row: 'LA-08',
    what: `the text ${key}`,
    send: get(`/key?key=${key}`),
    status: 200,
    has: /false$/,
  })),
];
