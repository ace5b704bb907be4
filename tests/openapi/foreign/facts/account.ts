import { def, op } from './dsl.ts';

def('User', "{id: number, email: string, role: 'admin' | 'member'}");

op('POST /account/login', {
  r: { 200: '{token: string, refresh: string}', 401: '!', 422: '!' },
  b: '{email: string, password: string}',
  sum: 'Logs in.',
  t: [
    [200, '/account/login', { json: { email: 'ada@example.com', password: 'correct-horse' } }],
    [401, '/account/login', { json: { email: 'ada@example.com', password: 'wrong-horse' } }],
    [422, '/account/login', { json: {} }],
  ],
});
op('GET /account/check', { r: { 200: '{in: boolean}' }, s: null, t: [[200, '/account/check']] });
op('POST /account/refresh', {
  r: { 200: '{token: string}', 401: '!' },
  s: null,
  t: [
    [401, '/account/refresh'],
    [200, '/account/refresh', { headers: { Authorization: 'refresh' } }],
  ],
});
op('GET /account/me', {
  r: { 200: 'User', 401: '!' },
  s: 'jwt',
  t: [
    [200, '/account/me', { as: 'ada' }],
    [401, '/account/me'],
  ],
});
op('POST /account/logout', {
  r: { 204: '-', 401: '!' },
  s: 'jwt',
  t: [
    [204, '/account/logout', { as: 'ada' }],
    [401, '/account/logout'],
  ],
});
op('PUT /account/notes/{owner}', {
  r: { 200: '{owner: number, edited: boolean}', 401: '!', 403: '!' },
  s: 'jwt',
  t: [
    [200, '/account/notes/2', { as: 'bob' }],
    [401, '/account/notes/2'],
    [403, '/account/notes/1', { as: 'bob' }],
  ],
});
op('GET /account/vault', {
  r: { 200: '{gold: number}', 401: '!', 404: '!' },
  allow: [403],
  s: 'jwt',
  t: [
    [200, '/account/vault', { as: 'ada' }],
    [401, '/account/vault'],
    [404, '/account/vault', { as: 'bob' }],
  ],
});
op('GET /account/inspect', {
  r: { 200: '{allowed: boolean}', 401: '!' },
  s: 'jwt',
  t: [
    [200, '/account/inspect', { as: 'bob' }],
    [401, '/account/inspect'],
  ],
});
op('PUT /account/motto', {
  r: { 200: '{motto: string}', 401: '!', 403: '!', 422: '!' },
  s: 'jwt',
  b: '{motto: string}',
  t: [
    [200, '/account/motto', { as: 'ada', json: { motto: 'x' } }],
    [401, '/account/motto', { json: { motto: 'x' } }],
    [403, '/account/motto', { as: 'bob', json: { motto: 'x' } }],
    [422, '/account/motto', { as: 'ada', json: {} }],
  ],
});
op('GET /account/sales', {
  r: { 200: '{sales: number[]}', 401: '!', 403: '!' },
  s: 'jwt',
  t: [
    [200, '/account/sales', { as: 'ada' }],
    [401, '/account/sales'],
    [403, '/account/sales', { as: 'bob' }],
  ],
});
op('DELETE /account/sales/{id}', {
  r: { 204: '-', 401: '!', 403: '!' },
  s: 'jwt',
  t: [
    [204, '/account/sales/1', { as: 'ada' }],
    [401, '/account/sales/1'],
    [403, '/account/sales/1', { as: 'bob' }],
  ],
});
op('GET /account/maybe', {
  r: { 200: '{user: User | null}', 401: '!' },
  s: 'jwt?',
  t: [
    [200, '/account/maybe', { as: 'ada' }],
    [200, '/account/maybe'],
    [401, '/account/maybe', { headers: { Authorization: 'Bearer nonsense' } }],
  ],
});
op('GET /account/open', { r: { 200: '{open: boolean}' }, t: [[200, '/account/open']] });
op('GET /account/welcome', {
  r: { 200: '{welcome: string}', 403: '!' },
  s: null,
  t: [
    [200, '/account/welcome'],
    [403, '/account/welcome', { as: 'ada' }],
  ],
});
