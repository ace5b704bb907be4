import { op } from './dsl.ts';

op('GET /web/home', { r: { 200: '@text/html' }, sum: 'The page that a browser shows.', t: [[200, '/web/home']] });
op('GET /web/fresh', {
  r: { 200: '{version: number}', 304: '-' },
  h: { 200: ['ETag', 'Last-Modified'], 304: ['ETag'] },
  hd: 'If-None-Match?:string',
  t: [
    [200, '/web/fresh'],
    [304, '/web/fresh', { headers: { 'If-None-Match': '"v7"' } }],
  ],
});
op('GET /web/negotiated', {
  r: { 200: ['{value: number}', '@text/html'] },
  t: [
    [200, '/web/negotiated', { headers: { Accept: 'application/json' } }],
    [200, '/web/negotiated', { headers: { Accept: 'text/html' } }],
  ],
});
op('GET /web/things/{id}', { r: { 200: '{id: number}' }, t: [[200, '/web/things/3']] });
op('POST /web/things', {
  r: { 201: '{id: number}' },
  h: { 201: ['Location', 'X-Request-Cost'] },
  t: [[201, '/web/things']],
});
const file = { 200: '@*', 206: '@*', 304: '-', 412: '-', 416: '-' };
for (const [path, headers] of [
  ['report', ['Content-Disposition']],
  ['manual', []],
] as const) {
  op(`GET /web/${path}`, {
    r: file,
    allow: [403, 404],
    h: { 200: headers },
    t: [
      [200, `/web/${path}`],
      [206, `/web/${path}`, { headers: { Range: 'bytes=0-3' } }],
      [304, `/web/${path}`, { headers: { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' } }],
      [412, `/web/${path}`, { headers: { 'If-Match': '"other"' } }],
      [416, `/web/${path}`, { headers: { Range: 'bytes=99999-' } }],
    ],
  });
}
op('GET /web/away', { r: { 307: '-' }, h: { 307: ['Location'] }, t: [[307, '/web/away']] });
op('GET /web/moved', { r: { 301: '-' }, h: { 301: ['Location'] }, t: [[301, '/web/moved']] });
op('POST /web/sessions', { r: { 303: '-' }, h: { 303: ['Location', 'Set-Cookie'] }, t: [[303, '/web/sessions']] });
op('GET /web/named', { r: { 302: '-' }, h: { 302: ['Location'] }, t: [[302, '/web/named']] });
op('GET /web/csv', { r: { 200: '@text/csv' }, h: { 200: ['Content-Disposition'] }, t: [[200, '/web/csv']] });
op('GET /web/pixel', { r: { 200: '@image/png' }, t: [[200, '/web/pixel']] });
op('GET /web/lines', { r: { 200: '@text/plain' }, t: [[200, '/web/lines']] });
op('GET /web/bytes', { r: { 200: '@application/octet-stream' }, t: [[200, '/web/bytes']] });
op('GET /web/ndjson', { r: { 200: '@application/x-ndjson' }, t: [[200, '/web/ndjson']] });
op('GET /web/ticks', { r: { 200: '@text/event-stream' }, q: 'count?:integer', t: [[200, '/web/ticks?count=1']] });
op('GET /web/messages', { r: { 200: '@text/event-stream' }, t: [[200, '/web/messages']] });
op('GET /web/standard', { r: { 200: '{standard: boolean}' }, h: { 200: ['X-By'] }, t: [[200, '/web/standard']] });
op('PUT /web/cookie', {
  r: { 204: '-' },
  h: { 204: ['Set-Cookie'] },
  b: '{theme?: string}',
  t: [[204, '/web/cookie', { json: { theme: 'x' } }]],
});
op('DELETE /web/cookie', { r: { 204: '-' }, h: { 204: ['Set-Cookie'] }, t: [[204, '/web/cookie']] });
op('GET /web/jobs/{id}', {
  r: { 200: "{state: 'done', result: number}", 202: "{state: 'waiting'}" },
  t: [
    [200, '/web/jobs/1'],
    [202, '/web/jobs/2'],
  ],
});
op('GET /web/staged', { r: { 200: '{staged: boolean}' }, t: [[200, '/web/staged']] });
op('GET /web/counted', {
  r: { 200: '{id: number}[]' },
  h: { 200: ['X-Total-Count', 'Link'] },
  t: [[200, '/web/counted']],
});
op('GET /web/reset', { r: { 205: '-' }, t: [[205, '/web/reset']] });
for (const method of ['PUT', 'PATCH'])
  op(`${method} /web/state`, {
    r: { 200: '{method: string, on: boolean}' },
    b: '{on?: boolean}',
    t: [[200, '/web/state', { json: { on: true } }]],
  });
for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
  op(`${method} /web/old/{id}`, { r: { 308: '-' }, h: { 308: ['Location'] }, t: [[308, '/web/old/7']] });
op('POST /web/copy', {
  r: { 200: '{copied: string}' },
  h: { 200: ['X-Copied'] },
  b: '{what?: string}',
  t: [[200, '/web/copy', { json: { what: 'x' } }]],
});
op('GET /web/problem', { r: { 422: '@application/problem+json' }, t: [[422, '/web/problem']] });
