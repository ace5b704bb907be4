// Made by `npx taproot openapi:write` from the routes of @taproot-examples/helpdesk. Do not edit. Hash: e941a9b42c77c25a
export const routes = {
  hash: 'e941a9b42c77c25a',
  calls: {
    'audit': 'GET /api/audit 200 401 403 422 429',
    'login': 'POST /api/login 200 400 401 408 413 415 422 429',
    'logout': 'POST /api/logout 204- 401 429',
    'me': 'GET /api/me 200 401 429',
    'organisations.store': 'POST /api/organisations 201 400 408 413 415 422 429',
    'register': 'POST /api/register 201 400 408 413 415 422 429',
    'replies.index': 'GET /api/tickets/{ticket}/replies 200 401 403 404 422 429',
    'replies.store': 'POST /api/tickets/{ticket}/replies 201 400 401 403 404 408 409 413 415 422 429',
    'statistics': 'GET /api/statistics 200 401 403 429',
    'tickets.index': 'GET /api/tickets 200 401 422 429',
    'tickets.show': 'GET /api/tickets/{ticket} 200 401 403 404 429',
    'tickets.store': 'POST /api/tickets 201 400 401 408 409 413 415 422 429',
    'tickets.update': 'PUT /api/tickets/{ticket} 200 400 401 403 404 408 413 415 422 429',
    'webhooks.store': 'POST /api/webhooks 201 400 401 403 408 413 415 422 429',
  },
};
