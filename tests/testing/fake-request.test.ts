import { expect, test } from '@jest/globals';
import { type Request, type RequestMethods, type UploadedFile } from '@taproot/core';
import { routing } from '@taproot/routing';
import { type FakeContextInit, fakeContext, http, testApplication } from '@taproot/testing';

type Probe = (request: Omit<Request, keyof RequestMethods>) => unknown;

class Post {
  title = '';
  page = '';
}

const requestOf = (init: FakeContextInit = {}) => fakeContext(init).request();

/** Questions to a request of `/posts/{id}`, by name. What is asked of `none` is not there. */
const probes: Readonly<Record<string, Probe>> = {
  method: (r) => r.method(),
  path: (r) => [r.path(), r.originPath(), r.url(), r.name()],
  info: (r) => [r.info()?.path, r.info()?.method, r.info()?.name],
  host: (r) => [r.host(), r.scheme(), r.fullUrl()],
  ip: (r) => r.ip(),
  header: (r) => [r.header('X-Word'), r.header('x-word'), r.header('X-None'), r.header('X-None', '-')],
  headers: (r) => r.headers()['x-word'],
  userAgent: (r) => r.userAgent(),
  cookie: (r) => [r.cookie('theme'), r.cookie('none'), r.cookie('none', '-'), r.cookie('constructor', '-')],
  bearerToken: (r) => r.bearerToken(),
  contentType: (r) => r.contentType(),
  accepts: (r) => [
    r.accepts('text/html', 'application/json'),
    r.accepts('image/png'),
    r.accepts('application/pdf', 'text/plain'),
    r.wantsJson(),
  ],
  route: (r) => [r.route('id'), r.route('none'), r.route('none', '-'), r.routes()],
  routeInt: (r) => [r.routeInt('id'), r.routeInt('none'), r.routeInt('none', 3)],
  routeInt64: (r) => [r.routeInt64('id'), r.routeInt64('none'), r.routeInt64('none', 3n)],
  query: (r) => [r.query('page'), r.query('tag'), r.query('none'), r.query('none', '-'), r.query('empty', '-')],
  queryInt: (r) => [r.queryInt('page'), r.queryInt('none'), r.queryInt('none', 3), r.queryInt('tag', 3)],
  queryInt64: (r) => [r.queryInt64('page'), r.queryInt64('none'), r.queryInt64('none', 3n)],
  queryBool: (r) => [
    r.queryBool('on'),
    r.queryBool('page'),
    r.queryBool('none'),
    r.queryBool('none', true),
    r.queryBool('empty', true),
  ],
  queryArray: (r) => [r.queryArray('tag'), r.queryArray('page'), r.queryArray('none')],
  queryMap: (r) => [r.queryMap('sort'), r.queryMap('none')],
  queries: (r) => r.queries(),
  input: (r) => ['title', 'tags', 'deep', 'deep.on', 'size', 'page', 'id'].map((name) => r.input(name)),
  'input that is not there': (r) => [r.input('none'), r.input('none', '-'), r.input('nothing', '-'), r.input('deep.x')],
  'a list with null in it': (r) => [r.input('sparse'), r.inputArray('sparse')],
  'input of a member that all objects have': (r) => r.input('constructor', '-'),
  'input of a member of the body that is null, and in the query': (r) => r.input('both', '-'),
  inputInt: (r) => [r.inputInt('size'), r.inputInt('plus'), r.inputInt('title', 3), r.inputInt('none')],
  inputInt64: (r) => [r.inputInt64('size'), r.inputInt64('plus'), r.inputInt64('title', 3n), r.inputInt64('none')],
  'integers that no number, and no 64 bits, can hold': (r) => [
    r.inputInt('exact', 3),
    r.inputInt('huge', 3),
    r.inputInt64('exact'),
    r.inputInt64('huge', 3n),
    r.inputInt64('wide', 3n),
  ],
  inputBool: (r) => [r.inputBool('deep.on'), r.inputBool('title'), r.inputBool('none'), r.inputBool('none', true)],
  'inputBool of the empty text': (r) => r.inputBool('blank', true),
  inputArray: (r) => [r.inputArray('tags'), r.inputArray('title'), r.inputArray('none'), r.inputArray('none', ['-'])],
  'inputArray of the empty text, and of a map': (r) => [r.inputArray('blank'), r.inputArray('deep', ['-'])],
  inputMap: (r) => [r.inputMap('deep'), r.inputMap('tags'), r.inputMap('none'), r.inputMap('none', { a: 1 })],
  inputMapArray: (r) => [r.inputMapArray('lines'), r.inputMapArray('title', [{ a: 1 }]), r.inputMapArray('none')],
  'inputMapArray of a list that holds others too': (r) => r.inputMapArray('tags', [{ a: 1 }]),
  all: (r) => Object.keys(r.all()).toSorted(),
  only: (r) => r.only('title', 'id', 'none'),
  except: (r) => Object.keys(r.except('title', 'lines')).toSorted(),
  has: (r) => [r.has('title', 'deep.on'), r.has('nothing'), r.has('blank'), r.has('title', 'none')],
  filled: (r) => [r.filled('title', 'deep.on'), r.filled('nothing'), r.filled('blank'), r.filled('none')],
  bind: (r) => r.bind(new Post()),
  bindQuery: (r) => r.bindQuery(new Post()),
  files: (r) => [r.file('photo'), r.files('photo')],
  body: (r) => r.body(),
};

const body = {
  title: 'Roots',
  tags: ['a', 'b'],
  size: '12px',
  plus: '+7',
  exact: '9007199254740993',
  wide: '9223372036854775808',
  huge: '123456789012345678901234567890',
  blank: '',
  nothing: null,
  both: null,
  sparse: ['a', null, 2],
  deep: { on: 'yes', count: 3 },
  lines: [{ a: 1 }, { b: 2 }],
};
const url = '/posts/7?page=2&tag=a&tag=b&empty=&on=on&both=1&sort[name]=asc&sort[age]=desc';
const headers = {
  'X-Word': 'oak',
  'User-Agent': 'tree/1',
  Authorization: 'Bearer letmein',
  Accept: 'application/json, text/*;q=0.5',
  'Content-Type': 'application/json; charset=utf-8',
};

test('it answers what the request of a driver answers', async () => {
  const answers = new Map<string, unknown>();
  await using app = await testApplication({
    plugins: [routing()],
    register: ({ facades }) =>
      facades
        .Route()
        .post('/posts/{id}', async (ctx) => {
          for (const [name, probe] of Object.entries(probes)) answers.set(name, await probe(ctx.request()));
          return ctx.response().noContent();
        })
        .name('posts.update'),
  });
  await http(app).withHeaders(headers).withCookie('theme', 'dark').post(url, body).assertNoContent();
  const fake = requestOf({
    method: 'POST',
    url,
    headers,
    cookies: { theme: 'dark' },
    body,
    params: { id: '7' },
    route: { path: '/posts/{id}', name: 'posts.update' },
    ip: '127.0.0.1',
  });
  const told: unknown[] = [];
  for (const [name, probe] of Object.entries(probes)) told.push([name, await probe(fake)]);
  expect(told).toEqual([...answers]);
});

test('it is plain where nothing is given', async () => {
  const request = requestOf();
  expect([request.method(), request.url(), request.fullUrl()]).toEqual(['GET', '/', 'http://localhost/']);
  expect([request.ip(), request.id(), request.header('host')]).toEqual(['192.0.2.1', 'fake', 'localhost']);
  expect([request.bearerToken(), request.contentType(), request.accepts('text/html')]).toEqual(['', '', 'text/html']);
  expect([request.all(), request.routes(), await request.body()]).toEqual([{}, {}, null]);
  expect(request.info()).toEqual({
    path: '/',
    method: 'GET',
    methods: ['GET'],
    name: '',
    kind: 'route',
    parameters: [],
    bindings: [],
    handler: 'closure',
    controller: null,
    middleware: [],
    middlewareLabels: [],
    middlewareDescriptions: [],
    excludedMiddleware: [],
    meta: {},
    place: '',
    source: null,
  });
});

test('its route is the one given, by its pattern or in parts, or none', () => {
  expect(requestOf({ route: '/posts/{id}' }).originPath()).toBe('/posts/{id}');
  expect(requestOf({ route: { name: 'posts.show' } }).name()).toBe('posts.show');
  const unmatched = requestOf({ url: '/none', route: null });
  expect([unmatched.info(), unmatched.originPath(), unmatched.name()]).toEqual([null, '', '']);
});

test('it comes from where it is said to come from', () => {
  const request = requestOf({ origin: 'https://oak.example:8443', url: '/a', ip: '2001:db8::1', id: 'r1' });
  expect([request.scheme(), request.host(), request.ip(), request.id()]).toEqual([
    'https',
    'oak.example:8443',
    '2001:db8::1',
    'r1',
  ]);
});

test("Node's own request tells the same", () => {
  const { method, url, headers } = requestOf({
    method: 'PUT',
    url: '/a?b=1',
    headers: { 'X-Word': 'oak' },
  }).origin();
  expect([method, url, headers]).toMatchObject(['PUT', '/a?b=1', { host: 'localhost', 'x-word': 'oak' }]);
});

test('node() is origin(), and so is last() of a response', () => {
  const ctx = fakeContext();
  expect(ctx.request().node()).toBe(ctx.request().origin());
  expect(ctx.response().last()).toBeNull();
  ctx.response().string(201, 'made');
  for (const made of [ctx.response().last(), ctx.response().origin()])
    expect([made?.status(), made?.body(), made?.size()]).toEqual([201, 'made', 4]);
});

test('a header of a member that all objects have is none', () => {
  expect(requestOf().header('constructor', '-')).toBe('-');
});

test.each([
  ['image/png, text/html;q=0', null],
  ['text/html, */*;q=0.1', 'text/html'],
  ['application/json;q=0.4, text/html;q=0.5', 'text/html'],
  ['text/html;q=0, */*', 'application/json'],
])('of an Accept of %s the best is %s', (accept, best) => {
  expect(requestOf({ headers: { accept } }).accepts('application/json', 'text/html')).toBe(best);
});

test('uploaded files are input, by their field', () => {
  const [one, two] = ['one', 'two'].map((name) => ({ field: 'photos', clientName: () => name }) as UploadedFile);
  if (one === undefined || two === undefined) throw new Error('There are two.');
  const request = requestOf({ method: 'POST', body: { title: 'Roots' }, files: { photos: [one, two] } });
  expect([request.file('photos'), request.files('photos')]).toEqual([one, [one, two]]);
  expect([request.has('photos', 'title'), request.all()]).toEqual([true, { title: 'Roots', photos: [one, two] }]);
});

test('the bytes of a body are its text, or its JSON', async () => {
  const raw = async (body?: unknown) => {
    const bytes: string[] = [];
    await fakeContext({ method: 'POST', body }).through({
      signature: () => 'raw',
      handle: async (ctx) => {
        bytes.push((await ctx.request().rawBody()).toString());
        return ctx.response().noContent();
      },
    });
    return bytes;
  };
  expect([await raw('a=1'), await raw({ a: 1 }), await raw()]).toEqual([['a=1'], ['{"a":1}'], ['']]);
});
