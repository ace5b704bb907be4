import { def, op } from './dsl.ts';

def('Seat', '{id: string, row: number, heldBy: string | null, version: number}');

op('POST /desk/seats/{seat}/hold', {
  r: { 201: 'Seat', 404: '!', 409: '!', 422: '!' },
  b: '{guest: string}',
  sum: 'Holds a seat for a guest.',
  t: [
    [201, '/desk/seats/a1/hold', { json: { guest: 'bob' } }],
    [404, '/desk/seats/zz/hold', { json: { guest: 'bob' } }],
    [409, '/desk/seats/a2/hold', { json: { guest: 'bob' } }],
    [422, '/desk/seats/a1/hold', { json: {} }],
  ],
});
op('GET /desk/seats/{seat}', {
  r: { 200: 'Seat', 404: '!' },
  h: { 200: ['ETag'] },
  t: [
    [200, '/desk/seats/a1'],
    [404, '/desk/seats/zz'],
  ],
});
op('GET /desk/seats/{seat}/row', {
  r: { 200: '{row: number}', 404: '!' },
  t: [
    [200, '/desk/seats/a1/row'],
    [404, '/desk/seats/zz/row'],
  ],
});
op('DELETE /desk/seats/{seat}/hold', {
  r: { 204: '-', 404: '!', 410: '!' },
  t: [
    [204, '/desk/seats/a2/hold'],
    [404, '/desk/seats/zz/hold'],
    [410, '/desk/seats/a1/hold'],
  ],
});
op('PUT /desk/seats/{seat}', {
  r: { 200: 'Seat', 404: '!', 412: '!', 422: '!', 428: '!' },
  h: { 200: ['ETag'] },
  hd: 'If-Match~:string',
  b: '{row: integer}',
  t: [
    [200, '/desk/seats/a1', { json: { row: 2 }, headers: { 'If-Match': '"1"' } }],
    [404, '/desk/seats/zz', { json: { row: 2 } }],
    [412, '/desk/seats/a1', { json: { row: 2 }, headers: { 'If-Match': '"7"' } }],
    [422, '/desk/seats/a1', { json: { row: 99 } }],
    [428, '/desk/seats/a1', { json: { row: 2 } }],
  ],
});
op('GET /desk/seats/{seat}/choice', {
  r: { 200: '{seat: string}', 409: '!' },
  t: [
    [200, '/desk/seats/a1/choice'],
    [409, '/desk/seats/zz/choice'],
  ],
});
op('GET /desk/quota', {
  r: { 200: '{left: number}', 429: '!' },
  h: { 429: ['Retry-After'] },
  hd: 'X-Calls?:string',
  t: [
    [200, '/desk/quota'],
    [429, '/desk/quota', { headers: { 'X-Calls': '6' } }],
  ],
});
op('GET /desk/secrets/{level}', {
  r: { 200: '{secret: string}', 403: '!', 404: '!', 410: '!' },
  t: [
    [200, '/desk/secrets/1'],
    [403, '/desk/secrets/2'],
    [404, '/desk/secrets/3'],
    [410, '/desk/secrets/4'],
  ],
});
op('POST /desk/payments', {
  r: { 201: '{paid: number}', 402: '{needed: number}' },
  b: '{amount?: integer}',
  t: [
    [201, '/desk/payments', { json: { amount: 3 } }],
    [402, '/desk/payments', { json: { amount: 101 } }],
  ],
});
op('GET /desk/tea', {
  r: { 200: '@text/plain', 418: '!' },
  q: 'drink?:string',
  t: [
    [200, '/desk/tea'],
    [418, '/desk/tea?drink=coffee'],
  ],
});
op('GET /desk/guest', {
  r: { 200: '{guest: string, house: boolean}' },
  q: 'name?:string',
  sum: 'Falls back to the house when a guest is unknown.',
  t: [
    [200, '/desk/guest?name=ada'],
    [200, '/desk/guest'],
  ],
});
op('POST /desk/imports', {
  r: { 202: '{rows: number}', 400: '!' },
  b: '{payload?: string}',
  loose: true,
  t: [
    [202, '/desk/imports', { json: { payload: '[1]' } }],
    [400, '/desk/imports', { json: { payload: 'x' } }],
  ],
});
op('GET /desk/faults/{name}', {
  r: { 403: '!', 404: '!', 410: '!' },
  t: [
    [403, '/desk/faults/closed'],
    [404, '/desk/faults/absent'],
    [410, '/desk/faults/expired'],
  ],
});
op('GET /desk/lookup', {
  r: { 200: '{row: number, seat: string}', 404: '!' },
  q: 'row?:integer seat?:string',
  t: [
    [200, '/desk/lookup?row=1&seat=b'],
    [200, '/desk/lookup'],
    [404, '/desk/lookup?row=10'],
  ],
});
op('GET /desk/legacy', {
  r: { 410: '!', 451: '!' },
  q: 'old?:boolean',
  t: [
    [410, '/desk/legacy?old=1'],
    [451, '/desk/legacy'],
  ],
});
op('GET /desk/balance', {
  r: { 200: '{balance: number}', 409: '!' },
  q: 'owner?:string',
  t: [
    [200, '/desk/balance'],
    [409, '/desk/balance?owner=nobody'],
  ],
});
op('POST /desk/swaps', {
  r: { 200: '{from: string, to: string}', 403: '!', 409: '!' },
  b: '{from?: string, to?: string}',
  loose: true,
  t: [
    [200, '/desk/swaps', { json: { from: 'a', to: 'b' } }],
    [403, '/desk/swaps', { json: { from: 'z9', to: 'b' } }],
    [409, '/desk/swaps', { json: { from: 'a', to: 'a' } }],
  ],
});
