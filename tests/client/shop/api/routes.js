// Made by `npx taproot openapi:write` from the routes of client-shop. Do not edit. Hash: a0ee9ec806cf7ea6
export const routes = {
  hash: 'a0ee9ec806cf7ea6',
  calls: {
    'archive': 'GET /archive/{year}/{month?} 200',
    'csv': 'GET /csv 200t',
    'feed': 'GET /feed 200e:note',
    'file': 'GET /file 200b 206b 304- 403 404 412- 416-',
    'moved': 'GET /moved 303>',
    'nothing': 'DELETE /nothing 204-',
    'picture': 'GET /picture 200b',
    'posts.destroy': 'DELETE /posts/{id} 204- 404',
    'posts.index': 'GET /posts 200',
    'posts.show': 'GET /posts/{id} 200 404',
    'posts.store': 'POST /posts 201 400 401 408 413 415 422',
    'search': 'GET /search 200 422',
    'text': 'GET /text 200t',
    'ticks': 'GET /ticks 200e',
    'tree': 'GET /tree/{path*} 200',
    'uploads.store': 'POST+ /uploads 201 400 408 413 415 422',
    'words': 'GET /words 200s',
  },
};
