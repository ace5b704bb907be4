import { def, op } from './dsl.ts';

def('Money', "{amount: number, currency: 'EUR' | 'USD'}");
def(
  'Product',
  '{id: string, sku: string, title: string, price: Money, tags: string[], stock: number, discontinuedAt: date | null}',
);
def('Paginated<T>', '{items: T[], page: number, total: number, next: string | null}');

op('GET /catalog/products', {
  r: { 200: 'Paginated<Product>' },
  q: 'page?:integer size?:integer tag?:string',
  sum: 'Lists products.',
  t: [
    [200, '/catalog/products'],
    [200, '/catalog/products?page=2&size=1&tag=tool'],
  ],
});
op('GET /catalog/products/{id}', {
  r: { 200: 'Product', 404: '!' },
  t: [
    [200, '/catalog/products/2'],
    [404, '/catalog/products/9'],
  ],
});
op('POST /catalog/products', {
  r: { 201: 'Product', 409: '!', 422: '!' },
  h: { 201: ['Location'] },
  b: "{sku: integer, title: string, amount: number, currency: 'EUR' | 'USD', tags?: string[]}",
  sum: 'Adds a product.',
  t: [
    [201, '/catalog/products', { json: { sku: 9, title: 'Saw', amount: 3, currency: 'USD', tags: ['x'] } }],
    [409, '/catalog/products', { json: { sku: 1, title: 'Saw', amount: 3, currency: 'USD' } }],
    [422, '/catalog/products', { json: {} }],
  ],
});
op('PATCH /catalog/products/{id}/price', {
  r: { 200: 'Product', 404: '!', 422: '!' },
  b: "{amount: number, currency?: 'EUR' | 'USD'}",
  t: [
    [200, '/catalog/products/1/price', { json: { amount: 4, currency: 'USD' } }],
    [404, '/catalog/products/9/price', { json: { amount: 4 } }],
    [422, '/catalog/products/1/price', { json: { amount: -4 } }],
  ],
});
op('POST /catalog/products/{id}/stock', {
  r: { 200: '{stock: number, empty: boolean}', 404: '!', 422: '!' },
  b: '{delta?: integer}',
  t: [
    [200, '/catalog/products/1/stock', { json: { delta: 2 } }],
    [404, '/catalog/products/9/stock', { json: { delta: 2 } }],
    [422, '/catalog/products/1/stock', { json: { delta: -9 } }],
  ],
});
op('DELETE /catalog/products/{id}', {
  r: { 204: '-', 404: '!', 409: '!' },
  t: [
    [204, '/catalog/products/2'],
    [404, '/catalog/products/9'],
    [409, '/catalog/products/1'],
  ],
});
op('GET /catalog/products/{id}/related', {
  r: { 200: '{id: string, title: string}[]', 404: '!' },
  t: [
    [200, '/catalog/products/1/related'],
    [404, '/catalog/products/9/related'],
  ],
});
op('GET /catalog/search', {
  r: {
    200: "{hits: ({kind: 'product', product: {id: string, title: string}} | {kind: 'category', slug: string, count: number})[]}",
  },
  q: 'q?:string',
  t: [
    [200, '/catalog/search?q=ra'],
    [200, '/catalog/search'],
  ],
});
op('GET /catalog/categories/{slug}', {
  r: { 200: '{slug: string, title: string}', 404: '!' },
  t: [
    [200, '/catalog/categories/tools'],
    [404, '/catalog/categories/x'],
  ],
});
op('GET /catalog/quote', {
  r: { 200: '{quantity: number, total: Money}', 400: '!' },
  q: 'quantity?:integer',
  t: [
    [200, '/catalog/quote?quantity=2'],
    [200, '/catalog/quote'],
    [400, '/catalog/quote?quantity=0'],
  ],
});
op('GET /catalog/currencies', { r: { 200: "('EUR' | 'USD')[]" }, t: [[200, '/catalog/currencies']] });
op('GET /catalog/status', { r: { 200: '{ok: true, products: number}' }, t: [[200, '/catalog/status']] });
