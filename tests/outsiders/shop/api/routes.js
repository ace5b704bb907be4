// Made by `npx taproot openapi:write` from the routes of shop. Do not edit. Hash: e13584ae15c9bdc9
export const routes = {
  hash: 'e13584ae15c9bdc9',
  calls: {
    'get.metrics': 'GET /metrics',
    'orders.index': 'GET /orders 200 401 429',
    'orders.store': 'POST /orders 201 400 401 413 415 422 429',
  },
};
