import { def, op } from './dsl.ts';

def('Colour', '{id: string, hex: string}');
def('Size', '{id: string, width: number, height: number}');

for (const kind of ['cats', 'dogs', 'birds']) {
  op(`GET /t/${kind}`, {
    r: { 200: `{kind: 'cats' | 'dogs' | 'birds', names: string[]}` },
    t: [[200, `/t/${kind}`]],
  });
}
op('GET /t/ping', { r: { 200: '{pong: boolean}' }, t: [[200, '/t/ping']] });
op('POST /t/echo', {
  r: { 201: '{echoed: string}' },
  b: '{text?: string}',
  t: [[201, '/t/echo', { json: { text: 'x' } }]],
});
op('GET /t/clock', { r: { 200: "{now: date, zone: 'UTC'}" }, t: [[200, '/t/clock']] });
op('DELETE /t/cache', { r: { 204: '-' }, t: [[204, '/t/cache']] });
op('GET /t/math/sum', { r: { 200: '{sum: number}' }, q: 'a?:integer b?:integer', t: [[200, '/t/math/sum?a=1&b=2']] });
op('GET /t/math/upper', { r: { 200: '@text/plain' }, q: 'text?:string', t: [[200, '/t/math/upper?text=a']] });
op('GET /t/math/even', {
  r: { 200: '{even: boolean}' },
  q: 'n?:integer',
  sum: 'Tells whether a number is even.',
  t: [[200, '/t/math/even?n=2']],
});

const crud = (path: string, type: string, body: string, sent: object): void => {
  op(`GET ${path}`, { r: { 200: `{rows: ${type}[]}` }, sum: null, t: [[200, path]] });
  op(`GET ${path}/{id}`, {
    r: { 200: type, 404: '{missing: string}' },
    sum: null,
    t: [
      [200, `${path}/1`],
      [404, `${path}/9`],
    ],
  });
  op(`POST ${path}`, {
    r: { 201: type, 422: '!' },
    h: { 201: ['Location'] },
    b: body,
    sum: null,
    t: [
      [201, path, { json: sent }],
      [422, path, { json: {} }],
    ],
  });
  op(`DELETE ${path}/{id}`, {
    r: { 204: '-', 404: '-' },
    sum: null,
    t: [
      [204, `${path}/1`],
      [404, `${path}/9`],
    ],
  });
};
crud('/t/colours', 'Colour', '{hex: string}', { hex: '#00ff00' });
crud('/t/sizes', 'Size', '{width: integer, height: integer}', { width: 1, height: 2 });
