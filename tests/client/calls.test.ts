import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApiError, createClient } from '@taproot/client';
import type { Application } from '@taproot/core';
import { serve } from './serve.ts';
import { type Api, routes } from './shop/api/routes.js';
import { boot } from './shop/boot.ts';

let app: Application;
let server: Server;
let api: Api;

beforeAll(async () => {
  app = await boot();
  const { url, server: opened } = await serve(app);
  server = opened;
  api = createClient({ routes, baseUrl: url, retry: 0 });
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

test('a call sends a body and gets the data of its status', async () => {
  const made = await api.posts.store({ body: { title: 'Roots', tags: ['a', 'b'] } });
  expect(made).toMatchObject({ ok: true, status: 201, data: { id: 1, title: 'Roots', tags: ['a', 'b'] } });
  const shown = await api.posts.show({ params: { id: 1 } });
  expect(shown.ok && shown.data.written).toBe('2026-01-01T00:00:00.000Z');
  expect(await api.posts.show({ params: { id: 1 } }).data()).toEqual(made.ok && made.data);
});

test('a failed validation has the messages of its fields', async () => {
  const tags = ['short', 'much too long for a tag'];
  const result = await api.posts.store({ body: { title: '', tags } });
  expect(result.ok || result.status === 422).toBe(true);
  if (result.ok || result.status !== 422) return;
  expect(result.errors.title).toEqual(['The title is required.']);
  expect(result.errors['tags.1']).toHaveLength(1);
  expect(result.problem.code).toBe('E_VALIDATION_FAILED');
});

test('data() throws the result', async () => {
  const failed = await api.posts
    .show({ params: { id: 99 } })
    .data()
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApiError);
  expect(failed).toMatchObject({
    message: 'posts.show: 404 There is no post 99.',
    result: { ok: false, status: 404, problem: { code: 'E_HTTP_404' } },
  });
});

test('queries hold numbers, booleans, lists and objects', async () => {
  const result = await api.search({ query: { q: 'a&b', exact: true, sizes: [1, 2], near: { lat: 1.5 } } });
  expect(result).toMatchObject({ ok: true, data: { q: 'a&b', exact: true, sizes: [1, 2] } });
  expect(await api.search({ query: { q: 'a', sizes: [7] } }).data()).toMatchObject({ sizes: [7], exact: false });
  await api.posts.store({ body: { title: 'Tagged', tags: ['x y'] } }).data();
  const listed = await api.posts.index({ query: { tag: ['x y'], page: 2, drafts: true } }).data();
  expect(listed).toMatchObject({ page: 2, drafts: true, data: [{ title: 'Tagged' }] });
  expect((await api.posts.index().data()).data).toHaveLength(2);
});

test('parameters are optional, or the rest of the path', async () => {
  expect(await api.archive({ params: { year: 2026 } }).data()).toEqual({ year: '2026', month: '' });
  expect(await api.archive({ params: { year: 2026, month: 'ä/b' } }).data()).toEqual({ year: '2026', month: 'ä/b' });
  expect(await api.tree({ params: { path: 'a/b c/d' } }).data()).toEqual({ path: 'a/b c/d' });
});

test('text, bytes, nothing and redirects come as what they are', async () => {
  expect(await api.text().data()).toBe('plain');
  expect(await api.csv().data()).toBe('a,b\n');
  const picture = await api.picture().data();
  expect([picture.type, [...new Uint8Array(await picture.arrayBuffer())]]).toEqual(['image/png', [1, 2, 3]]);
  expect(await api.nothing()).toMatchObject({ ok: true, status: 204, data: undefined });
  expect(await (await api.moved().data()).text()).toBe('plain');
});

test('files make the body a form', async () => {
  const cover = new File(['12345'], 'cover.txt');
  const made = await api.uploads.store({ body: { title: 'A', cover, photos: [new Blob(['1']), new Blob(['2'])] } });
  expect(made).toMatchObject({ ok: true, data: { title: 'A', size: 5, name: 'cover.txt', photos: 2 } });
  const one = await api.uploads.store({ body: { title: 'A', cover, photos: [new Blob(['1'])] } });
  expect(one).toMatchObject({ ok: true, data: { photos: 1 } });
});

test('events come one by one, strings as strings', async () => {
  const ticks: unknown[] = [];
  for await (const event of await api.ticks().data()) ticks.push(event);
  expect(ticks).toEqual([1, 2, 3, 4, 5].map((n) => ({ id: String(n), event: 'tick', data: { n } })));
  const words: string[] = [];
  for await (const { data } of await api.words().data()) words.push(data);
  expect(words).toEqual(['one', '{2}']);
});
