import { def, op } from './dsl.ts';

def('State', "'open' | 'paid' | 'cancelled'");
def('Address', '{street: string, city: {name: string, zip: string}}');
def('Line', '{sku: string, quantity: number}');
def('Order', '{id: string, number: string, state: State, lines: Line[], address: Address}');
def('NotFound', "{error: {kind: 'not_found', id: string}}");
def('AlreadyPaid', "{error: {kind: 'already_paid'}}");

const placed = { lines: [{ sku: 'a', quantity: 1 }], address: { street: 'S', city: { name: 'Ulm', zip: '89073' } } };

op('GET /orders', {
  r: { 200: 'Order[]' },
  q: 'state?:string',
  t: [
    [200, '/orders?state=open'],
    [200, '/orders'],
  ],
});
op('GET /orders/counts', {
  r: { 200: '{open: number, paid: number, cancelled: number}' },
  t: [[200, '/orders/counts']],
});
op('GET /orders/{id}', {
  r: { 200: 'Order', 404: 'NotFound' },
  t: [
    [200, '/orders/1'],
    [404, '/orders/9'],
  ],
});
op('POST /orders', {
  r: { 201: 'Order', 422: ["{error: {kind: 'invalid_quantity', min: number, max: number}}", '!'] },
  b: '{lines: {sku: string, quantity: integer}[], address: {street: string, city: {name: string, zip: string}}}',
  t: [
    [201, '/orders', { json: placed }],
    [422, '/orders', { json: { ...placed, lines: [{ sku: 'a', quantity: 100 }] } }],
    [422, '/orders', { json: {} }],
  ],
});
op('POST /orders/{id}/pay', {
  r: { 200: "{state: 'paid', paidAt: date}", 404: 'NotFound', 409: 'AlreadyPaid' },
  t: [
    [200, '/orders/1/pay'],
    [404, '/orders/9/pay'],
    [409, '/orders/2/pay'],
  ],
});
op('POST /orders/{id}/cancel', {
  r: { 200: 'Order', 404: 'NotFound', 409: 'AlreadyPaid' },
  t: [
    [200, '/orders/1/cancel'],
    [404, '/orders/9/cancel'],
    [409, '/orders/2/cancel'],
  ],
});
op('PATCH /orders/{id}/address', {
  r: { 200: 'Address', 404: 'NotFound', 422: '!' },
  b: '{street?: string, city?: {name?: string, zip?: string}}',
  t: [
    [200, '/orders/1/address', { json: { street: 'x', city: { name: 'y', zip: '1' } } }],
    [404, '/orders/9/address', { json: {} }],
    [422, '/orders/1/address', { json: { street: 1 } }],
  ],
});
op('POST /orders/{id}/lines', {
  r: {
    201: 'Line[]',
    404: 'NotFound',
    409: 'AlreadyPaid',
    422: ["{error: {kind: 'invalid_quantity', min: number, max: number}}", '!'],
  },
  b: '{sku: string, quantity: integer}',
  t: [
    [201, '/orders/1/lines', { json: { sku: 'a', quantity: 1 } }],
    [404, '/orders/9/lines', { json: { sku: 'a', quantity: 1 } }],
    [409, '/orders/2/lines', { json: { sku: 'a', quantity: 1 } }],
    [422, '/orders/1/lines', { json: { sku: 'a', quantity: 100 } }],
    [422, '/orders/1/lines', { json: {} }],
  ],
});
op('GET /orders/{id}/invoice', {
  r: {
    200: '{number: string, total: number, lines: [string, number][]}',
    402: '{message: string}',
    404: '{message: string}',
  },
  t: [
    [200, '/orders/2/invoice'],
    [402, '/orders/1/invoice'],
    [404, '/orders/9/invoice'],
  ],
});
op('GET /orders/{id}/total', {
  r: { 200: '{total: number}', 404: "{kind: 'not_found', id: string}" },
  t: [
    [200, '/orders/1/total'],
    [404, '/orders/9/total'],
  ],
});
op('GET /orders/{id}/history', {
  r: { 200: '{at: date, state: State}[]' },
  t: [
    [200, '/orders/1/history'],
    [200, '/orders/9/history'],
  ],
});
op('DELETE /orders/{id}', {
  r: { 204: '-', 404: 'NotFound', 409: 'AlreadyPaid' },
  t: [
    [204, '/orders/1'],
    [404, '/orders/9'],
    [409, '/orders/2'],
  ],
});
