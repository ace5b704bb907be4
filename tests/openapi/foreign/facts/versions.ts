import { def, op } from './dsl.ts';

def('BookV1', '{title: string, isbn: string, author: string}');
def(
  'BookV2',
  '{title: string, pages: number, author: {first: string, last: string}, isbn: string, links: {self: string}}',
);

op('GET /v1/books', { r: { 200: 'BookV1[]' }, h: { 200: ['Sunset'] }, t: [[200, '/v1/books']] });
op('GET /v1/books/{isbn}', {
  r: { 200: 'BookV1', 404: '!' },
  h: { 200: ['Sunset'] },
  t: [
    [200, '/v1/books/111'],
    [404, '/v1/books/9'],
  ],
});
op('POST /v1/books', {
  r: { 201: 'BookV1', 422: '!' },
  h: { 201: ['Sunset'] },
  b: '{isbn: unknown, title: string, author: string}',
  t: [
    [201, '/v1/books', { json: { isbn: '222', title: 'A', author: 'B C' } }],
    [422, '/v1/books', { json: {} }],
  ],
});
op('GET /v2/books', {
  r: { 200: 'Paginated<BookV2>' },
  q: 'page?:integer',
  t: [
    [200, '/v2/books?page=1'],
    [200, '/v2/books'],
  ],
});
op('GET /v2/books/{isbn}', {
  r: { 200: 'BookV2', 404: '!' },
  t: [
    [200, '/v2/books/111'],
    [404, '/v2/books/9'],
  ],
});
op('POST /v2/books', {
  r: { 201: 'BookV2', 422: '!' },
  h: { 201: ['Location'] },
  b: '{isbn: unknown, title: string, pages: integer, author: {first: string, last: string}}',
  t: [
    [201, '/v2/books', { json: { isbn: '222', title: 'A', pages: 3, author: { first: 'B', last: 'C' } } }],
    [422, '/v2/books', { json: {} }],
  ],
});
op('PUT /v2/books/{isbn}', {
  r: { 200: 'BookV2', 404: '!', 422: '!' },
  b: '{title: string}',
  t: [
    [200, '/v2/books/111', { json: { title: 'x' } }],
    [404, '/v2/books/9', { json: { title: 'x' } }],
    [422, '/v2/books/111', { json: {} }],
  ],
});
op('DELETE /v2/books/{isbn}', {
  r: { 204: '-', 404: '!' },
  t: [
    [204, '/v2/books/111'],
    [404, '/v2/books/9'],
  ],
});
for (const version of ['v1', 'v2'])
  op(`GET /${version}/version`, {
    r: { 200: '{version: string, stable: boolean}' },
    t: [[200, `/${version}/version`]],
  });
