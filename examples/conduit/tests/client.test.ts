import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import type { Routes } from '../api/routes.js';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeAll(async () => {
  app = await boot({ env: { APP_ENV: 'testing', DATABASE_URL: ':memory:', HASH_MEMORY: '64' } });
  await app.facades.Migrator().latest();
});

beforeEach(async () => {
  await app.facades.DB().deleteFrom('users').execute();
});

afterAll(() => app.close());

const guest = () => http<Routes>(app);

const register = async (username: string) => {
  const user = { username, email: `${username}@example.com`, password: 'a difference engine' };
  const made = await guest().route('users.register', { body: { user } }).data();
  return guest().withToken(made.user.token, 'Token');
};

const article = { title: 'Roots', description: 'About roots', body: 'They hold.', tagList: ['trees'] };

test('an article is published, favoured by another reader, and removed', async () => {
  const [ada, charles] = [await register('ada'), await register('charles')];
  const made = await ada.route('articles.store', { body: { article } }).data();
  const params = { slug: made.article.slug };

  const favoured = await charles.route('articles.favorite', { params }).data();
  expect(favoured.article).toMatchObject({ favorited: true, favoritesCount: 1, author: { username: 'ada' } });
  await charles.route('profiles.follow', { params: { username: 'ada' } }).assertOk();
  const feed = await charles.route('articles.feed', { query: { limit: 5 } }).data();
  expect(feed.articles.map(({ title }) => title)).toEqual(['Roots']);
  expect(await guest().route('tags.index').data()).toEqual({ tags: ['trees'] });

  await charles.route('articles.destroy', { params }).assertForbidden();
  await ada.route('articles.destroy', { params }).assertNoContent();
  await guest().route('articles.show', { params }).assertNotFound();
});

test('a failed validation names the fields', async () => {
  const ada = await register('ada');
  const result = await ada.route('articles.store', { body: { article: { ...article, title: '' } } }).result();
  expect(!result.ok && result.status === 422 && result.errors['title']).toEqual(["can't be blank"]);
});

test('comments are written and removed by their author', async () => {
  const [ada, charles] = [await register('ada'), await register('charles')];
  const made = await ada.route('articles.store', { body: { article } }).data();
  const slug = made.article.slug;
  const { comment } = await charles
    .route('comments.store', { params: { slug }, body: { comment: { body: 'Yes' } } })
    .data();
  const { comments } = await guest().route('comments.index', { params: { slug } }).data();
  expect(comments.map(({ body }) => body)).toEqual(['Yes']);
  const params = { slug, id: comment.id };
  await ada.route('comments.destroy', { params }).assertForbidden();
  await charles.route('comments.destroy', { params }).assertNoContent();
});
