import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { refreshDatabase } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing' } });
  await refreshDatabase(app);
});

afterEach(() => app.close());

test('a client may ask the API sixty times in a minute', async () => {
  const replies = [];
  for (let request = 0; request < 61; request++) replies.push(await http(app).get('/api/posts'));

  expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  replies.at(0)?.assertHeader('X-RateLimit-Limit', '60').assertHeader('X-RateLimit-Remaining', '59');
  replies
    .at(-1)
    ?.assertHeader('X-RateLimit-Remaining', '0')
    .assertHeader('Retry-After', /^\d+$/)
    .assertHeader('X-RateLimit-Reset', /^\d{10}$/)
    .assertJsonPath('code', 'E_TOO_MANY_REQUESTS');
});

test('another client has a count of its own', async () => {
  for (let request = 0; request < 61; request++) await http(app).get('/api/posts');
  await http(app).from('192.0.2.7').get('/api/posts').assertOk();
});

test('what one client asks for leaves the pages of others alone', async () => {
  const first = await http(app).get('/');
  first.assertHeader('X-RateLimit-Limit', '1000').assertHeader('X-RateLimit-Remaining', '999');
  await http(app).get('/').assertHeader('X-RateLimit-Remaining', '998');
  await http(app).from('192.0.2.7').get('/').assertHeader('X-RateLimit-Remaining', '999');
});

test('any site may read the API', async () => {
  await http(app)
    .withHeader('Origin', 'https://example.com')
    .get('/api/posts')
    .assertHeader('Access-Control-Allow-Origin', '*');
});
