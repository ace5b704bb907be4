import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { openapi } from '@taproot/openapi';
import { Contract } from '@taproot/openapi/contract';
import { type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { type Post, type Routes } from './shop/api/routes.js';
import { boot } from './shop/boot.ts';

let app: Application;

beforeAll(async () => {
  app = await boot();
});

afterAll(() => app.close());

test('a route is called by its name, with the types of the client', async () => {
  const client = http<Routes>(app);
  const { id } = await client.route('posts.store', { body: { title: 'Roots', tags: ['a'] } }).data();
  const post: Post = await client.route('posts.show', { params: { id } }).data();
  expect(post.title).toBe('Roots');
  await client
    .route('posts.show', { params: { id: 99 } })
    .assertNotFound()
    .assertJsonPath('code', 'E_HTTP_404');
  const result = await client.route('posts.store', { body: { title: '' } }).result();
  expect(!result.ok && result.status === 422 && result.errors.title).toEqual(['The title is required.']);
  await client.route('posts.destroy', { params: { id } }).assertNoContent();
});

test('data has dates where the client makes them', async () => {
  const dated = await boot({}, { client: { dates: 'date' } });
  try {
    const { written } = await http<Routes>(dated)
      .route('posts.store', { body: { title: 'Dated' } })
      .data();
    expect(written).toEqual(expect.any(Date));
    const plain = await http<Routes>(app)
      .route('posts.store', { body: { title: 'Plain' } })
      .data();
    expect(plain.written).toMatch(/^2026-01-0/);
  } finally {
    await dated.close();
  }
});

test('a response that has not changed is a result of its own', async () => {
  const client = http<Routes>(app);
  const whole = await client.route('file');
  const etag = whole.headers.get('etag') ?? '';
  const again = await client.withHeaders({ 'If-None-Match': etag }).route('file').result();
  expect([again.ok, again.status]).toEqual([false, 304]);
});

test('every kind of input arrives', async () => {
  const client = http<Routes>(app);
  const cover = new File(['12345'], 'cover.txt');
  expect(await client.route('uploads.store', { body: { title: 'A', cover } }).data()).toMatchObject({ size: 5 });
  expect(await client.route('search', { query: { q: 'a', sizes: [1, 2] } }).data()).toMatchObject({ sizes: [1, 2] });
  expect(await client.route('archive', { params: { year: 1 } }).data()).toEqual({ year: '1', month: '' });
  expect(await client.route('archive', { params: { year: 1, month: 2 } }).data()).toEqual({ year: '1', month: '2' });
  expect(await client.route('tree', { params: { path: 'a/b' } }).data()).toEqual({ path: 'a/b' });
  expect(await client.route('text').data()).toBe('plain');
  await client.route('moved').assertRedirect('/text');
});

test('a wrong input does not compile', () => {
  const client = http<Routes>(app);
  // @ts-expect-error -- no such route
  void (() => client.route('posts.unknown'));
  // @ts-expect-error -- a parameter is missing
  void (() => client.route('posts.show'));
  // @ts-expect-error -- no rule has this field
  void (() => client.route('posts.store', { body: { title: 'A', slug: 'a' } }));
  // @ts-expect-error -- without the types no route is known
  void (() => http(app).route('posts.index'));
});

describe('a handler that answers what the document does not allow fails its test with one line', () => {
  const lineOf = async (
    register: (route: RootRouter) => void,
    call: (client: ReturnType<typeof http<Routes>>) => PromiseLike<unknown>,
  ) => {
    const other = await setup(null, { basePath: `${import.meta.dirname}/shop`, env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), openapi()])
      .withRouting(register)
      .create();
    try {
      await call(http<Routes>(other));
      return 'nothing';
    } catch (error) {
      return String(error).split('\n')[0]?.replace('AssertionError [ERR_ASSERTION]: ', '');
    } finally {
      await other.close();
    }
  };
  const shown = { id: 1, title: 'A', state: 'draft', tags: [], written: '2026-01-01T00:00:00.000Z' };
  const show = (client: ReturnType<typeof http<Routes>>) => client.route('posts.show', { params: { id: 1 } });

  test.each([
    [{ ...shown, title: 7 }, 'title must be string'],
    [{ ...shown, state: 'gone' }, 'state must be equal to one of the allowed values ["draft","public"]'],
    [{ ...shown, parent: { ...shown, tags: [1] } }, 'parent.tags.0 must be string'],
    [{ id: 1 }, "it must have required property 'title'"],
    [{ ...shown, written: 'today' }, 'written must match format "date-time"'],
  ])('%j', async (body, fault) => {
    const line = await lineOf((route) => route.get('/posts/{id}', (ctx) => ctx.response().json(200, body)), show);
    expect(line).toMatch(/^GET \/posts\/\{id\} answered 200 with a body that api\/openapi\.json does not allow: /);
    expect(line).toContain(fault);
  });

  test('another status, another type, a body where there is none', async () => {
    expect(await lineOf((route) => route.get('/posts/{id}', (ctx) => ctx.response().json(203, shown)), show)).toBe(
      'GET /posts/{id} answered 203, which api/openapi.json does not name; it names 200, 404.',
    );
    expect(await lineOf((route) => route.get('/posts/{id}', (ctx) => ctx.response().string(200, 'A')), show)).toBe(
      'GET /posts/{id} answered 200 with text/plain, but api/openapi.json says application/json.',
    );
    expect(await lineOf((route) => route.get('/posts/{id}', (ctx) => ctx.response().noContent()), show)).toBe(
      'GET /posts/{id} answered 204, which api/openapi.json does not name; it names 200, 404.',
    );
  });
});

test('without a document, or without the plugin, the error says what to do', async () => {
  await using bare = await testApplication({ plugins: [routing()] });
  await expect(http<Routes>(bare).route('text')).rejects.toMatchObject({ code: 'E_ROUTE_UNDOCUMENTED' });
  await using fresh = await testApplication({ plugins: [routing(), openapi()] });
  await expect(http<Routes>(fresh).route('text')).rejects.toMatchObject({ code: 'E_OPENAPI_UNREADABLE' });
  const contract = await Contract.read(`${import.meta.dirname}/shop/api/openapi.json`, 'api/openapi.json');
  expect(contract.routeOf('posts.unknown', [])).toBe(null);
});
