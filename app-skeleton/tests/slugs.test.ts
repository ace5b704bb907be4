import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
});

afterEach(() => app.close());

test('of many who choose one slug at once, one gets it', async () => {
  const draft = { title: 'Chosen', slug: 'chosen' };
  const replies = await Promise.all(Array.from({ length: 10 }, async () => http(app).post('/api/posts', draft)));

  const refused = replies.filter(({ status }) => status === 422);
  expect([replies.filter(({ status }) => status === 201).length, refused.length]).toEqual([1, 9]);
  for (const reply of refused) reply.assertJsonPath('errors.slug.0', 'The slug is already taken.');
});
