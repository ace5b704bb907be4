import { def, op } from './dsl.ts';

def('Brand', '{id: string, name: string, country: string | null}');
def('Supplier', '{id: string, company: string, contact: {name: string, phone?: string}, rating: 1 | 2 | 3}');
def('Warehouse', '{id: string, city: string, shelves: Record<number>}');
def('Ticket', '{id: string, subject: string, open: boolean}');
def('Missing', "{error: {code: 'not_found', what: string}}");

op('GET /brands', { r: { 200: '{data: Brand[]}' }, t: [[200, '/brands']] });
op('GET /brands/{id}', {
  r: { 200: '{data: Brand}', 404: 'Missing' },
  t: [
    [200, '/brands/2'],
    [404, '/brands/9'],
  ],
});
op('POST /brands', {
  r: { 201: '{data: Brand}', 422: '!' },
  h: { 201: ['Location'] },
  b: '{name: string, country?: string | null}',
  t: [
    [201, '/brands', { json: { name: 'Ash', country: null } }],
    [422, '/brands', { json: {} }],
  ],
});
for (const method of ['PUT', 'PATCH']) {
  op(`${method} /brands/{id}`, {
    r: { 200: '{data: Brand}', 404: 'Missing', 422: '!' },
    b: '{name?: string, country?: string | null}',
    t: [
      [200, '/brands/1', { json: { name: 'Ash', country: 'FR' } }],
      [404, '/brands/9', { json: {} }],
      [422, '/brands/1', { json: { country: 'long' } }],
    ],
  });
}
op('DELETE /brands/{id}', {
  r: { 204: '-', 404: 'Missing' },
  t: [
    [204, '/brands/1'],
    [404, '/brands/9'],
  ],
});

op('GET /suppliers', { r: { 200: '{data: Supplier[]}' }, t: [[200, '/suppliers']] });
op('POST /suppliers', {
  r: { 201: '{data: Supplier}', 422: '!' },
  h: { 201: ['Location'] },
  b: '{company: string, contact: {name: string, phone?: unknown}, rating: integer}',
  t: [
    [201, '/suppliers', { json: { company: 'A', contact: { name: 'B', phone: '12345' }, rating: 2 } }],
    [422, '/suppliers', { json: {} }],
  ],
});
op('GET /suppliers/{id}', {
  r: { 200: '{data: Supplier & {deliveries: number}}', 404: 'Missing' },
  sum: 'Shows a supplier with its number of deliveries.',
  t: [
    [200, '/suppliers/1'],
    [404, '/suppliers/9'],
  ],
});
op('PUT /suppliers/{id}', {
  r: { 200: '{data: Supplier}', 404: 'Missing', 422: '!' },
  b: '{company: string}',
  t: [
    [200, '/suppliers/1', { json: { company: 'C' } }],
    [404, '/suppliers/9', { json: { company: 'C' } }],
    [422, '/suppliers/1', { json: {} }],
  ],
});
op('DELETE /suppliers/{id}', {
  r: { 204: '-', 404: 'Missing' },
  t: [
    [204, '/suppliers/1'],
    [404, '/suppliers/9'],
  ],
});

op('GET /warehouses', { r: { 200: '{data: {list: Warehouse[], count: number}}' }, t: [[200, '/warehouses']] });
op('GET /warehouses/{id}', {
  r: { 200: '{data: Warehouse}', 404: 'Missing' },
  t: [
    [200, '/warehouses/1'],
    [404, '/warehouses/9'],
  ],
});
op('PUT /warehouses/{id}/shelves/{shelf}', {
  r: { 200: '{data: {difference: number}}', 404: 'Missing' },
  b: '{count?: integer}',
  t: [
    [200, '/warehouses/1/shelves/a', { json: { count: 4 } }],
    [404, '/warehouses/1/shelves/z', { json: {} }],
    [404, '/warehouses/9/shelves/a', { json: {} }],
  ],
});

op('GET /tickets', { r: { 200: '{data: Ticket[]}' }, t: [[200, '/tickets']] });
op('GET /tickets/{id}', {
  r: { 200: '{data: Ticket}', 404: '{reason: string}' },
  t: [
    [200, '/tickets/1'],
    [404, '/tickets/9'],
  ],
});
op('POST /tickets', {
  r: { 201: '{data: Ticket}', 422: '!' },
  h: { 201: ['Location'] },
  b: '{subject: string}',
  t: [
    [201, '/tickets', { json: { subject: 'Help' } }],
    [422, '/tickets', { json: { subject: 'x' } }],
  ],
});
op('POST /tickets/{id}/close', {
  r: { 202: '-', 404: '{reason: string}', 409: '{reason: string}' },
  t: [
    [202, '/tickets/1/close'],
    [404, '/tickets/9/close'],
    [409, '/tickets/2/close'],
  ],
});
