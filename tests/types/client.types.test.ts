import { test } from '@jest/globals';
import { bearer, createClient, type DataOf } from '@taproot/client';
import { infinite, mutation, query } from '@taproot/client/query';
import { type Api, type Post, type Routes, routes } from '../client/shop/api/routes.js';
import { type Equal, expectType, onlyCompiled } from './support.ts';

/** Takes any expression. */
declare const keep: (value: unknown) => void;
declare const api: Api;
declare const signal: AbortSignal;
declare const blob: Blob;
declare const file: File;
declare const index: number;
declare const numeric: (value: number) => number;
declare const readonly: readonly string[];
declare const posted: Routes['posts.store']['result'];

declare const event: DataOf<Routes['feed']['result']> extends AsyncIterable<infer Event> ? Event : never;
declare const filed: Routes['file']['result'];

// 70 calls that are right.
onlyCompiled(() => {
  keep(api.text());
  keep(api.text({}));
  keep(api.text(undefined, { signal }));
  keep(api.text({}, { timeout: '5ms', retry: 0, headers: { a: 'b' } }));
  keep(api.posts.index());
  keep(api.posts.index({}));
  keep(api.posts.index({ query: {} }));
  keep(api.posts.index({ query: { page: 2 } }));
  keep(api.posts.index({ query: { page: undefined } }));
  keep(api.posts.index({ query: { tag: ['a'], drafts: true } }));
  keep(api.posts.index({ query: { tag: readonly } }));
  keep(api.posts.show({ params: { id: 1 } }));
  // @ts-expect-error -- the route is registered with {id:[0-9]+}, so it is a number
  keep(api.posts.show({ params: { id: '1' } }));
  keep(api.posts.show({ params: { id: 1 } }, { signal }));
  keep(api.posts.destroy({ params: { id: 1 } }));
  keep(api.posts.store({ body: { title: 'A' } }));
  keep(api.posts.store({ body: { title: 'A', state: 'draft' } }));
  keep(api.posts.store({ body: { title: 'A', state: undefined, tags: [] } }));
  keep(api.posts.store({ body: { title: 'A', tags: readonly, author: { name: 'Ada' } } }));
  keep(api.posts.store({ body: { title: 'A', author: {} } }, { headers: { 'Idempotency-Key': '1' } }));
  keep(api.archive({ params: { year: 2026 } }));
  keep(api.archive({ params: { year: 2026, month: undefined } }));
  keep(api.archive({ params: { year: '2026', month: 1 } }));
  keep(api.tree({ params: { path: 'a/b' } }));
  keep(api.search({ query: { q: 'a' } }));
  keep(api.search({ query: { q: 'a', exact: true, sizes: [1], near: { lat: 1 } } }));
  keep(api.uploads.store({ body: { title: 'A', cover: blob } }));
  keep(
    api.uploads.store(
      { body: { title: 'A', cover: file, photos: [file, blob] } },
      { onProgress: ({ sent, total }) => sent / total },
    ),
  );
  keep(api.moved());
  keep(api.nothing());
  keep(
    api
      .text()
      .data()
      .then((text) => text.length),
  );
  keep(
    api
      .picture()
      .data()
      .then((picture) => picture.arrayBuffer()),
  );
  keep(
    api
      .nothing()
      .data()
      .then((nothing: undefined) => nothing),
  );
  keep(
    api
      .moved()
      .data()
      .then((response) => response.text()),
  );
  keep(
    api.posts
      .index()
      .data()
      .then(({ data }) => data[0]?.title),
  );
  keep(
    api.posts
      .show({ params: { id: 1 } })
      .data()
      .then((post: Post) => post.parent?.parent?.tags.length),
  );
  keep(posted.ok && posted.data.title.length);
  keep(posted.ok && posted.data.parent?.state === 'draft');
  keep(posted.ok && posted.status === 201);
  keep(!posted.ok && posted.status === 422 && posted.errors.title?.[0]);
  keep(!posted.ok && posted.status === 422 && posted.errors['tags.0']);
  keep(!posted.ok && posted.status === 422 && posted.errors[`tags.${index}`]);
  keep(!posted.ok && posted.status === 422 && posted.errors['author.name']);
  keep(!posted.ok && posted.status === 422 && posted.problem.code === 'E_VALIDATION_FAILED');
  keep(!posted.ok && posted.status === 401 && posted.problem.code === 'E_HTTP_401');
  keep(!posted.ok && posted.status === 400 && posted.problem.message);
  keep(!posted.ok && posted.status === 0 && posted.reason === 'timeout');
  keep(!posted.ok && posted.status === 0 && posted.response?.status);
  keep(!posted.ok && posted.status !== 0 && posted.problem.request_id);
  keep(posted.status === 422 && posted.errors.state);
  keep(posted.status === 201 && posted.data.id);
  keep(posted.response?.headers.get('etag'));
  keep(posted.errors?.title?.[0]);
  keep(query(api.posts.index));
  keep(
    query(api.posts.index, { query: { page: 1 } })
      .queryFn({ signal })
      .then(({ page }) => page),
  );
  keep(query(api.posts.show, { params: { id: 1 } }).queryKey);
  keep(
    mutation(api.posts.store)
      .mutationFn({ body: { title: 'A' } })
      .then(({ id }) => id),
  );
  keep(infinite(api.posts.index, { first: 1, next: (last) => last.page + 1, input: (page) => ({ query: { page } }) }));
  keep(createClient({ routes, baseUrl: '', headers: { a: 'b' }, timeout: 1, retry: 1, credentials: 'include' }).text());
  keep(
    createClient<Api>({
      routes,
      use: [bearer({ token: () => null }), (request, next) => next(request)],
      fetch: (request) => fetch(request),
    }),
  );
  keep(createClient({ routes, headers: async () => ({ a: undefined }) }).posts.show({ params: { id: 1 } }));
  keep(routes.hash.length);
  keep(event.event === 'tick' ? numeric(event.data.n) : event.event.length);
  keep(event.event === 'note' && event.data.length);
  keep(event.event === 'done' && event.data.reason === 'end');
  keep(!filed.ok && filed.status === 304 && filed.response.headers.get('etag'));
  keep(filed.ok && filed.data.size);
  keep(filed.errors);
  keep(expectType<Equal<DataOf<Routes['file']['result']>, Blob>>());
  keep(createClient({ routes, dates: 'string' }).text());
});

// 73 calls that are wrong. Each stands alone below its comment, so that one which compiles is an error.
onlyCompiled(() => {
  // @ts-expect-error -- wrong
  keep(api.unknown());
  // @ts-expect-error -- wrong
  keep(api.posts.unknown());
  // @ts-expect-error -- wrong
  keep(api.posts());
  // @ts-expect-error -- wrong
  keep(api.posts.show());
  // @ts-expect-error -- wrong
  keep(api.posts.show({}));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: {} }));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: { id: null } }));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: { id: true } }));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: { slug: 1 } }));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: { id: 1, slug: 1 } }));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: { id: 1 }, query: { page: 1 } }));
  // @ts-expect-error -- wrong
  keep(api.posts.show({ params: { id: 1 }, body: {} }));
  // @ts-expect-error -- wrong
  keep(api.posts.show(1));
  // @ts-expect-error -- wrong
  keep(api.posts.index({ query: { page: '2' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.index({ query: { pages: 2 } }));
  // @ts-expect-error -- wrong
  keep(api.posts.index({ query: { tag: 'a' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.index({ query: { drafts: 'true' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.index({ page: 2 }));
  // @ts-expect-error -- wrong
  keep(api.posts.index({ body: {} }));
  // @ts-expect-error -- wrong
  keep(api.posts.store());
  // @ts-expect-error -- wrong
  keep(api.posts.store({}));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: {} }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 1 } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: undefined } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: null } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A', state: 'private' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A', slug: 'a' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A', tags: 'a' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A', tags: [1] } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A', author: { mail: 'a' } } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A', author: 'Ada' } }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: 'A' }));
  // @ts-expect-error -- wrong
  keep(api.posts.store({ body: { title: 'A' }, params: { id: 1 } }));
  // @ts-expect-error -- wrong
  keep(api.archive({ params: {} }));
  // @ts-expect-error -- wrong
  keep(api.archive({ params: { month: 1 } }));
  // @ts-expect-error -- wrong
  keep(api.tree({ params: { path: ['a', 'b'] } }));
  // @ts-expect-error -- wrong
  keep(api.search({ query: {} }));
  // @ts-expect-error -- wrong
  keep(api.search({ query: { q: 'a', sizes: ['1'] } }));
  // @ts-expect-error -- wrong
  keep(api.search({ query: { q: 'a', near: { lat: '1' } } }));
  // @ts-expect-error -- wrong
  keep(api.uploads.store({ body: { title: 'A' } }));
  // @ts-expect-error -- wrong
  keep(api.uploads.store({ body: { title: 'A', cover: 'file' } }));
  // @ts-expect-error -- wrong
  keep(api.uploads.store({ body: { title: 'A', cover: blob, photos: blob } }));
  // @ts-expect-error -- wrong
  keep(api.text({ query: {} }));
  // @ts-expect-error -- wrong
  keep(api.text({}, { timeout: '5' }));
  // @ts-expect-error -- wrong
  keep(api.text({}, { retries: 1 }));
  // @ts-expect-error -- wrong
  keep(posted.data);
  // @ts-expect-error -- wrong
  keep(posted.problem);
  // @ts-expect-error -- wrong
  keep(posted.reason);
  // @ts-expect-error -- wrong
  keep(posted.ok && posted.data.slug);
  // @ts-expect-error -- wrong
  keep(posted.ok && posted.data.title.toFixed());
  // @ts-expect-error -- wrong
  keep(posted.ok && posted.problem);
  // @ts-expect-error -- wrong
  keep(posted.ok && posted.status === 200);
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.data);
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.status === 404);
  // @ts-expect-error -- wrong
  keep(posted.status === 409);
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.status === 422 && posted.errors.slug);
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.status === 422 && posted.errors['tags.first']);
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.status === 401 && posted.problem.code === 'E_OTHER');
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.status === 0 && posted.reason === 'lost');
  // @ts-expect-error -- wrong
  keep(!posted.ok && posted.status === 0 && posted.problem);
  // @ts-expect-error -- wrong
  keep(api.text().data().then(numeric));
  // @ts-expect-error -- wrong
  keep(query(api.posts.show));
  // @ts-expect-error -- wrong
  keep(query(api.posts.index, { query: { page: 'x' } }));
  // @ts-expect-error -- wrong
  keep(mutation(api.posts.store).mutationFn({ body: {} }));
  // @ts-expect-error -- wrong
  keep(infinite(api.posts.index, { first: 1, next: () => 'two', input: (page) => ({ query: { page } }) }));
  // @ts-expect-error -- wrong
  keep(createClient({ baseUrl: '' }).text());
  // @ts-expect-error -- wrong
  keep(createClient({ routes }).posts.show({ params: {} }));
  // @ts-expect-error -- wrong
  keep(createClient({ routes, timeout: '1' }));
  // @ts-expect-error -- wrong
  keep(createClient({ routes, dates: 'date' }));
  // @ts-expect-error -- wrong
  keep(event.event === 'tock');
  // @ts-expect-error -- wrong
  keep(event.event === 'tick' && event.data.reason);
  // @ts-expect-error -- wrong
  keep(filed.status === 304 && filed.data);
  // @ts-expect-error -- wrong
  keep(filed.status === 304 && filed.problem);
});

test('right calls compile, and wrong ones do not', () => undefined);
