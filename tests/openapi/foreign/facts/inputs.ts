import { op } from './dsl.ts';

const signup = {
  name: 'Ada',
  email: 'a@example.com',
  password: 'long-enough',
  password_confirmation: 'long-enough',
  age: 20,
  newsletter: true,
};

op('POST /in/signup', {
  r: { 201: '{name: string, email: string, age: number | null, newsletter: boolean}', 422: '!' },
  b: '{name: string, email: string, password: string, password_confirmation: string, age?: integer, newsletter?: boolean}',
  t: [
    [201, '/in/signup', { json: signup }],
    [422, '/in/signup', { json: {} }],
  ],
});
op('PUT /in/profile', {
  r: { 200: '{name: string, bio: string | null, slug: string}', 422: '!' },
  b: '{name: string, bio?: string | null, slug?: string}',
  t: [
    [200, '/in/profile', { json: { name: 'A', bio: 'b', slug: 'c' } }],
    [422, '/in/profile', { json: {} }],
  ],
});
op('PUT /in/profile/member', {
  r: { 200: '{name: string, slug: string}', 403: '!', 422: '!' },
  hd: 'X-Role?:string',
  b: '{name: string, bio?: string | null, slug?: string}',
  t: [
    [200, '/in/profile/member', { json: { name: 'A', bio: 'b', slug: 'c' } }],
    [403, '/in/profile/member', { json: { name: 'A' }, headers: { 'X-Role': 'banned' } }],
    [422, '/in/profile/member', { json: {} }],
  ],
});
op('PUT /in/profile/admin', {
  r: { 200: "{name: string, level: 'low' | 'high', scopes: ('read' | 'write' | null)[]}", 403: '!', 422: '!' },
  hd: 'X-Role~:string',
  b: "{name: string, bio?: string | null, slug: string, level: 'low' | 'high', scopes?: ('read' | 'write')[]}",
  t: [
    [
      200,
      '/in/profile/admin',
      { json: { name: 'A', bio: 'b', slug: 'c', level: 'low', scopes: ['read'] }, headers: { 'X-Role': 'admin' } },
    ],
    [
      200,
      '/in/profile/admin',
      { json: { name: 'A', bio: 'b', slug: 'c', level: 'low', scopes: [''] }, headers: { 'X-Role': 'admin' } },
    ],
    [403, '/in/profile/admin', { json: { name: 'A' } }],
    [422, '/in/profile/admin', { json: {}, headers: { 'X-Role': 'admin' } }],
  ],
});
op('POST /in/tasks', {
  r: {
    201: "{title: string, priority: 'low' | 'high', steps: {text: string, minutes?: number}[], labels: number}",
    422: '!',
  },
  b: "{title: string, priority: 'low' | 'high', due?: string, steps?: {text: string, minutes?: integer}[], labels?: string[], meta?: map}",
  t: [
    [
      201,
      '/in/tasks',
      {
        json: {
          title: 'Dig',
          priority: 'low',
          due: '2026-01-01',
          steps: [{ text: 'a', minutes: 2 }],
          labels: ['x'],
          meta: { a: 1 },
        },
      },
    ],
    [422, '/in/tasks', { json: {} }],
  ],
});
op('POST /in/nested', {
  r: { 200: '{author: {name: string, email: string}, count: number, draft: boolean, tags: string[], meta: string[]}' },
  b: '{author?: {name?: string, email?: string}, count?: integer, draft?: boolean, tags?: string[], meta?: map}',
  t: [
    [
      200,
      '/in/nested',
      { json: { author: { name: 'A', email: 'b' }, count: 2, draft: true, tags: ['x'], meta: { k: 1 } } },
    ],
  ],
});
op('GET /in/search', {
  r: { 200: '{page: number, term: string, exact: boolean, tags: string[], by: Record<string>}' },
  q: 'page?:integer q?:string exact?:boolean tag?:string[] by?:map',
  t: [
    [200, '/in/search?page=2&q=x&exact=1&tag=a&tag=b&by[x]=1'],
    [200, '/in/search'],
  ],
});
op('GET /in/filter', {
  r: { 200: "{sort: 'name' | 'age', limit: number, ids: (number | null)[]}", 422: '!' },
  q: "sort:'name'|'age' limit?:integer ids?:integer[] since?:string",
  t: [
    [200, '/in/filter?sort=age&limit=3&ids[]=1&since=2026-01-01'],
    [200, '/in/filter?sort=age&ids[]=&ids[]=3'],
    [422, '/in/filter'],
  ],
});
op('POST /in/only', {
  r: { 200: '{title: string, body: string}' },
  b: '{title?: unknown, body?: unknown}',
  t: [[200, '/in/only', { json: { title: 'a', body: 'b' } }]],
});
op('POST /in/except', {
  r: { 200: '{keys: string[]}' },
  b: '',
  t: [[200, '/in/except', { json: { a: 1, _token: 2 } }]],
});
op('POST /in/all', { r: { 200: '{count: number}' }, b: '', t: [[200, '/in/all', { json: { a: 1 } }]] });
op('GET /in/rows/{id}/{slug}', { r: { 200: '{id: number, slug: string}' }, t: [[200, '/in/rows/7/x']] });
op('GET /in/archive/{year}', { r: { 200: '{year: number, month: number}' }, t: [[200, '/in/archive/2026']] });
op('GET /in/archive/{year}/{month}', { r: { 200: '{year: number, month: number}' }, t: [[200, '/in/archive/2026/5']] });
op('GET /in/tree/{path}', { r: { 200: '@text/plain' }, t: [[200, '/in/tree/a/b']] });
op('GET /in/image/{name}.{extension}', {
  r: { 200: '{name: string, extension: string}' },
  t: [[200, '/in/image/cat.png']],
});
op('GET /in/codes/{code}', { r: { 200: '{code: string}' }, t: [[200, '/in/codes/ABC']] });
op('GET /in/headers', {
  r: { 200: '{trace: string, theme: string, version: number}' },
  hd: 'X-Trace?:string X-Version?:string',
  ck: 'theme?:string',
  t: [
    [200, '/in/headers', { headers: { 'X-Trace': 'a', 'X-Version': '2', Cookie: 'theme=dark' } }],
    [200, '/in/headers'],
  ],
});
op('POST /in/pictures', {
  r: { 201: '{title: string, alt: string, size: number, name: string}', 422: '!' },
  b: '{title: string, picture: file, meta: {alt: string, width?: integer}}',
  types: ['multipart/form-data'],
  sum: 'Stores a picture.',
  t: [
    [
      201,
      '/in/pictures',
      { files: { fields: { title: 'a', 'meta[alt]': 'b', 'meta[width]': '2' }, files: [['picture', 'x.txt']] } },
    ],
    [422, '/in/pictures', { json: {} }],
  ],
});
op('POST /in/albums', {
  r: { 201: '{count: number}', 422: '!' },
  b: '{photos: file[]}',
  types: ['multipart/form-data'],
  t: [
    [
      201,
      '/in/albums',
      {
        files: {
          fields: {},
          files: [
            ['photos[]', 'a.txt'],
            ['photos[]', 'b.txt'],
          ],
        },
      },
    ],
    [422, '/in/albums', { json: {} }],
  ],
});
op('POST /in/attachment', {
  r: { 201: '{bytes: number}', 400: '{problem: string}' },
  b: '{attachment?: file}',
  types: ['multipart/form-data'],
  t: [
    [201, '/in/attachment', { files: { fields: {}, files: [['attachment', 'a.txt']] } }],
    [400, '/in/attachment', { json: {} }],
  ],
});
op('POST /in/raw', {
  r: { 200: '{bytes: number}' },
  b: '',
  types: ['*/*'],
  t: [
    [200, '/in/raw', { raw: ['application/octet-stream', 'abc'] }],
    [200, '/in/raw', { raw: ['text/csv', 'abc'] }],
  ],
});
op('POST /in/checked', {
  r: { 200: '{name: string}', 400: '{problems: string[]}' },
  allow: [422],
  b: '{name: string, age: integer}',
  t: [
    [200, '/in/checked', { json: { name: 'a', age: 3 } }],
    [400, '/in/checked', { json: {} }],
  ],
});
op('POST /in/items', {
  r: { 201: "{total: number, mode: 'fast' | 'slow'}", 422: '!' },
  b: "{items: {sku: 'a,1' | 'b', count: integer}[], mode?: 'fast' | 'slow'}",
  t: [
    [201, '/in/items', { json: { items: [{ sku: 'a,1', count: 2 }], mode: 'slow' } }],
    [422, '/in/items', { json: {} }],
  ],
});
op('POST /in/list', {
  r: { 200: '{stored: number}', 422: '!' },
  b: '{id: integer}[]',
  types: ['application/json'],
  t: [
    [200, '/in/list', { json: [{ id: 1 }] }],
    [422, '/in/list', { json: [{ id: 'x' }] }],
  ],
});
op('POST /in/settings', {
  r: { 200: '{theme: string, size: number, compact: boolean}' },
  b: '{theme?: string, size?: number, compact?: boolean}',
  t: [[200, '/in/settings', { json: { theme: 'dark', size: 3, compact: true } }]],
});
op('GET /in/range', {
  r: { 200: '{width: number}' },
  q: 'from?:number to?:number',
  t: [
    [200, '/in/range?from=1&to=3'],
    [200, '/in/range'],
  ],
});
op('DELETE /in/things', {
  r: { 200: '{deleted: number}', 422: '!' },
  q: 'ids:integer[]',
  t: [
    [200, '/in/things?ids[]=1&ids[]=2'],
    [422, '/in/things'],
  ],
});
op('POST /in/shipping', {
  r: { 200: "{kind: 'pickup' | 'parcel', street: string | null}", 422: '!' },
  b: "{kind: 'pickup' | 'parcel', street?: string, weight?: number}",
  t: [
    [200, '/in/shipping', { json: { kind: 'pickup', street: 'x', weight: 2 } }],
    [422, '/in/shipping', { json: { kind: 'parcel' } }],
  ],
});
op('POST /in/coupon', {
  r: { 200: '{coupon: boolean, gift: boolean}' },
  b: '{coupon?: unknown, gift?: unknown}',
  t: [[200, '/in/coupon', { json: { coupon: 'a', gift: 1 } }]],
});
op('POST /in/spread', {
  r: { 201: '{title: string, stars: number}', 422: '!' },
  b: '{title: string, stars: integer}',
  t: [
    [201, '/in/spread', { json: { title: 'a', stars: 2 } }],
    [422, '/in/spread', { json: {} }],
  ],
});
op('POST /in/nullable', {
  r: { 200: '{nick: string | null, score: number | null}', 422: '!' },
  b: '{nick: string | null, score?: number | null, site?: string}',
  t: [
    [200, '/in/nullable', { json: { nick: null, score: null, site: 'https://example.com' } }],
    [200, '/in/nullable', { json: { nick: 'a', score: 2 } }],
    [422, '/in/nullable', { json: {} }],
  ],
});
op('PUT /in/custom', {
  r: { 200: '{code: string, even: number}', 422: '!' },
  b: '{code: string, even: integer, contact: unknown}',
  t: [
    [200, '/in/custom', { json: { code: 'AB-1', even: 2, contact: 'a@example.com' } }],
    [422, '/in/custom', { json: { code: 'AB-1', even: 3, contact: 5 } }],
  ],
});
