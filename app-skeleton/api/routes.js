// Made by `npx taproot openapi:write` from the routes of app-skeleton. Do not edit. Hash: 92332579d829ee4d
export const routes = {
  hash: '92332579d829ee4d',
  calls: {
    'api': 'GET /api 200 429',
    'attachments.show': 'GET /api/posts/{id}/attachments/{name} 200b 206b 304- 401 403 404 412- 416- 429',
    'attachments.store': 'POST+ /api/posts/{id}/attachments 201 400 401 403 404 408 413 415 422 429',
    'login': 'POST /api/login 200 400 401 408 413 415 422 429',
    'logout': 'POST /api/logout 204- 401 429',
    'me': 'GET /api/me 200 401 429',
    'posts.destroy': 'DELETE /api/posts/{id} 204- 401 403 404 429',
    'posts.index': 'GET /api/posts 200 401 429',
    'posts.show': 'GET /api/posts/{id} 200 401 404 429',
    'posts.store': 'POST /api/posts 201 400 401 408 413 415 422 429',
    'posts.update': 'PUT /api/posts/{id} 200 400 401 403 404 408 413 415 422 429',
    'posts.update.patch': 'PATCH /api/posts/{id} 200 400 401 403 404 408 413 415 422 429',
    'refresh': 'POST /api/refresh 200 401 429',
    'register': 'POST /api/register 201 400 408 413 415 422 429',
  },
};
