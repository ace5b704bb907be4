import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { assertDatabaseCount, refreshDatabase } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';
import { postFactory } from '../database/factories/post-factory.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
  await refreshDatabase(app);
});

afterEach(() => app.close());

test('of many who choose one slug at once, one gets it', async () => {
  const draft = { title: 'Chosen', slug: 'chosen' };
  const replies = await Promise.all(Array.from({ length: 10 }, async () => http(app).post('/api/posts', draft)));

  const refused = replies.filter(({ status }) => status === 422);
  expect([replies.filter(({ status }) => status === 201).length, refused.length]).toEqual([1, 9]);
  for (const reply of refused) reply.assertJsonPath('errors.slug.0', 'The slug is already taken.');
});

test('the slug of another post is refused', async () => {
  const { slug } = await postFactory.create(app.facades.DB());

  await http(app)
    .post('/api/posts', { title: 'Mine', slug })
    .assertUnprocessable()
    .assertJsonPath('errors.slug.0', 'The slug is already taken.');
  await assertDatabaseCount(app.facades.DB(), 'posts', 1, { slug });
});
