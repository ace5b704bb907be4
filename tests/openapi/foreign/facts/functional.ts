import { def, op } from './dsl.ts';

def('Note', '{id: string, text: string, owner: number, archived: boolean}');

op('GET /fn/notes', {
  r: { 200: '{items: Note[]}' },
  h: { 200: ['Server-Timing'] },
  sum: null,
  t: [[200, '/fn/notes']],
});
op('GET /fn/notes/{id}', {
  r: { 200: 'Note', 404: '!' },
  sum: null,
  t: [
    [200, '/fn/notes/1'],
    [404, '/fn/notes/9'],
  ],
});
op('POST /fn/notes', {
  r: { 201: 'Note', 422: '!' },
  b: '{text: string, archived?: boolean}',
  sum: null,
  t: [
    [201, '/fn/notes', { json: { text: 'x', archived: true } }],
    [422, '/fn/notes', { json: {} }],
  ],
});
op('PUT /fn/notes/{id}', {
  r: { 200: '{note: Note, writes: number}', 404: '!', 422: '!' },
  b: '{text: string, archived?: boolean}',
  t: [
    [200, '/fn/notes/1', { json: { text: 'x', archived: true } }],
    [404, '/fn/notes/9', { json: { text: 'x' } }],
    [422, '/fn/notes/1', { json: {} }],
  ],
});
op('DELETE /fn/notes/{id}', {
  r: { 204: '-', 401: '!', 403: '!', 404: '!' },
  s: null,
  t: [
    [204, '/fn/notes/1', { as: 'ada' }],
    [401, '/fn/notes/1'],
    [403, '/fn/notes/1', { as: 'bob' }],
    [404, '/fn/notes/9', { as: 'ada' }],
  ],
});
op('GET /fn/stats', {
  r: { 200: '{notes: number, words: number}' },
  h: { 200: ['Cache-Control'] },
  sum: 'Counts the words of all notes.',
  t: [[200, '/fn/stats']],
});
op('GET /fn/rates', {
  r: { 200: '{rates: {rate: number}[]}' },
  h: { 200: ['Cache-Control'] },
  t: [[200, '/fn/rates']],
});
op('GET /fn/me', {
  r: { 200: '{id: number, email: string}', 401: '!' },
  s: null,
  t: [
    [200, '/fn/me', { as: 'bob' }],
    [401, '/fn/me'],
  ],
});
op('GET /fn/greetings/{name}', { r: { 200: '@text/plain' }, t: [[200, '/fn/greetings/ada']] });
op('POST /fn/notes/{id}/archive', {
  r: { 200: 'Note', 404: '!', 409: '!' },
  t: [
    [200, '/fn/notes/1/archive'],
    [404, '/fn/notes/9/archive'],
    [409, '/fn/notes/2/archive'],
  ],
});
op('GET /fn/notes/{id}/text', {
  r: { 200: '@text/plain', 404: '!' },
  t: [
    [200, '/fn/notes/1/text'],
    [404, '/fn/notes/9/text'],
  ],
});
op('POST /fn/batch', {
  r: { 202: '{queued: number}', 409: '!' },
  b: '{clash?: boolean, ids?: string[]}',
  sum: null,
  t: [
    [202, '/fn/batch', { json: { clash: false, ids: ['a'] } }],
    [409, '/fn/batch', { json: { clash: true } }],
  ],
});
op('GET /fn/settings', {
  r: { 200: '{theme: string, fonts: string[], limits: {notes: number}}' },
  t: [[200, '/fn/settings']],
});
op('GET /fn/first', {
  r: { 200: 'Note', 204: '-' },
  t: [
    [200, '/fn/first'],
    [
      204,
      '/fn/first',
      {
        before: [
          ['DELETE', '/fn/notes/1', 'ada'],
          ['DELETE', '/fn/notes/2', 'bob'],
        ],
      },
    ],
  ],
});
