import { afterEach, beforeEach, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { assertDatabaseHas, assertDatabaseMissing, refreshDatabase } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
  await refreshDatabase(app);
});

afterEach(() => app.close());

/** A client that is logged in as a new user. */
const clientOf = async (email: string) => {
  const reply = await http(app).post('/api/register', { email, password: 'analytical engine' }).assertCreated();
  return http(app).withToken(reply.json<{ access_token: string }>().access_token);
};

test('a post is its author’s', async () => {
  const mine = await clientOf('ada@example.com');
  const theirs = await clientOf('charles@example.com');
  const created = await mine.post('/api/posts', { title: 'Notes' }).assertCreated();
  const post = created.headers.get('Location') ?? '';

  await theirs.put(post, { title: 'Mine' }).assertForbidden();
  await http(app).delete(post).assertForbidden();
  await mine.put(post, { title: 'More notes' }).assertOk();
  await assertDatabaseHas(app.facades.DB(), 'posts', { title: 'More notes' });
  await mine.delete(post).assertNoContent();
  await assertDatabaseMissing(app.facades.DB(), 'posts', { title: 'More notes' });
});
