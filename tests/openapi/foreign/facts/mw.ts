import { def, op } from './dsl.ts';

def('Hello', '{hello: string}');

const tenant = { 'X-Tenant': 'oak' };

op('GET /mw/tenant', {
  r: { 200: '{tenant: string}', 400: '!' },
  hd: 'X-Tenant~:string',
  t: [
    [200, '/mw/tenant', { headers: tenant }],
    [400, '/mw/tenant'],
  ],
});
op('GET /mw/keyed', {
  r: { 200: 'Hello', 401: '!' },
  s: 'partner',
  t: [
    [200, '/mw/keyed', { headers: { 'X-Api-Key': 'letmein' } }],
    [401, '/mw/keyed'],
  ],
});
op('GET /mw/tagged', { r: { 200: 'Hello' }, h: { 200: ['ETag'] }, t: [[200, '/mw/tagged']] });
op('POST /mw/locked', {
  r: { 201: '{stored: string}', 423: '{locked: boolean}' },
  hd: 'X-Lock?:string',
  b: '{what?: string}',
  t: [
    [201, '/mw/locked', { json: { what: 'x' } }],
    [423, '/mw/locked', { json: {}, headers: { 'X-Lock': 'on' } }],
  ],
});
op('GET /mw/role', {
  r: { 200: 'Hello', 403: '!' },
  hd: 'X-Role~:string',
  t: [
    [200, '/mw/role', { headers: { 'X-Role': 'editor' } }],
    [403, '/mw/role'],
  ],
});
op('GET /mw/sunset', { r: { 200: 'Hello' }, h: { 200: ['Sunset'] }, t: [[200, '/mw/sunset']] });
op('GET /mw/metered', {
  r: { 200: 'Hello', 429: '!' },
  h: { 200: ['X-Left'], 429: ['Retry-After'] },
  hd: 'X-Calls?:integer',
  t: [
    [200, '/mw/metered', { headers: { 'X-Calls': '1' } }],
    [429, '/mw/metered', { headers: { 'X-Calls': '3' } }],
  ],
});
op('GET /mw/conditional', {
  r: { 200: '{fresh: boolean}', 304: '-' },
  h: { 200: ['ETag'] },
  hd: 'If-None-Match?:string',
  t: [
    [200, '/mw/conditional'],
    [304, '/mw/conditional', { headers: { 'If-None-Match': '"1"' } }],
  ],
});
op('POST /mw/accepting', { r: { 202: '{job: number}' }, t: [[202, '/mw/accepting']] });
op('GET /mw/fallback', {
  r: { 200: '{placeholder: true} | {placeholder: false, id: number}' },
  q: 'id?:string',
  t: [
    [200, '/mw/fallback?id=1'],
    [200, '/mw/fallback'],
  ],
});
op('GET /mw/paid', {
  r: { 200: 'Hello', 402: '{plan: string}' },
  ck: 'plan?:string',
  t: [
    [200, '/mw/paid', { headers: { Cookie: 'plan=paid' } }],
    [402, '/mw/paid'],
  ],
});
op('GET /mw/both', {
  r: { 200: 'Hello', 400: '!', 403: '!' },
  hd: 'X-Tenant~:string X-Role~:string',
  t: [
    [200, '/mw/both', { headers: { ...tenant, 'X-Role': 'admin' } }],
    [400, '/mw/both'],
    [403, '/mw/both', { headers: tenant }],
  ],
});
op('GET /mw/one', {
  r: { 200: 'Hello', 400: '!' },
  hd: 'X-Tenant~:string',
  t: [
    [200, '/mw/one', { headers: tenant }],
    [400, '/mw/one'],
  ],
});
op('GET /mw/deep/three', {
  r: { 200: 'Hello', 400: '!', 403: '!', 429: '!' },
  h: { 200: ['X-Left'], 429: ['Retry-After'] },
  hd: 'X-Tenant~:string X-Role~:string X-Calls?:integer',
  t: [
    [200, '/mw/deep/three', { headers: { ...tenant, 'X-Role': 'admin' } }],
    [400, '/mw/deep/three'],
    [403, '/mw/deep/three', { headers: tenant }],
    [429, '/mw/deep/three', { headers: { ...tenant, 'X-Role': 'admin', 'X-Calls': '2' } }],
  ],
});
