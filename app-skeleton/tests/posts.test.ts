import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { assertDatabaseHas, refreshDatabase } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

// Every test has its own application, and begins with the same posts.
let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
  await refreshDatabase(app);
});

afterEach(() => app.close());

test('the list begins with the two example posts', async () => {
  await http(app).get('/api/posts').assertOk().assertJsonCount(2, 'data').assertJsonPath('data.0.id', 1);
});

test('a post is created, and found where the answer says', async () => {
  const created = await http(app).post('/api/posts', { title: 'Hello', body: 'World' }).assertCreated();

  await http(app)
    .get(created.headers.get('Location') ?? '')
    .assertOk()
    .assertJsonPath('data.slug', 'hello')
    .assertJson({ data: { title: 'Hello', body: 'World', authorId: null, attachments: [] } });
  await assertDatabaseHas(app.facades.DB(), 'posts', { slug: 'hello', author_id: null });
});

test('a form creates a post as JSON does', async () => {
  const form = new URLSearchParams({ title: 'From a form' });
  await http(app).post('/api/posts', form).assertCreated().assertJsonPath('data.title', 'From a form');
});

test('two posts of one title have two slugs', async () => {
  const first = await http(app).post('/api/posts', { title: 'Same' }).assertCreated();
  first.assertJsonPath('data.slug', 'same');
  const second = await http(app).post('/api/posts', { title: 'Same' }).assertCreated();
  expect(second.json<{ data: { slug: string } }>().data.slug).toMatch(/^same-[0-9a-f]{8}$/);
});

test.each([[{}], [{ title: '' }], [{ title: '   ' }], [{ title: null }]])('%j has no title', async (input) => {
  await http(app)
    .post('/api/posts', input)
    .assertUnprocessable()
    .assertJsonPath('errors.title.0', 'The title is required.');
  await http(app).get('/api/posts').assertJsonCount(2, 'data');
});

test('a body that is no JSON is refused', async () => {
  const client = http(app).withHeader('Content-Type', 'application/json');
  await client.post('/api/posts', '{"title":').assertBadRequest().assertJsonPath('code', 'E_BODY_MALFORMED');
});

test.each(['PUT', 'PATCH'])('%s changes what it names and leaves the rest', async (method) => {
  const before = await app.facades.Posts().find(1);
  await http(app).call(method, '/api/posts/1', { title: 'Changed' }).assertOk();
  expect(await app.facades.Posts().find(1)).toEqual({ ...before, title: 'Changed' });
});

test('a removed post is gone', async () => {
  await http(app).delete('/api/posts/1').assertNoContent();
  await http(app).get('/api/posts/1').assertNotFound().assertJsonPath('message', 'There is no post 1.');
});

test('an id is a number', async () => {
  await http(app)
    .get('/api/posts/first')
    .assertNotFound()
    .assertJsonPath('message', 'Nothing answers at this address.');
});

test('an id beyond those that a table can hold is not found', async () => {
  for (const id of ['2147483648', '9007199254740992', '9'.repeat(30)])
    for (const method of ['GET', 'PUT', 'DELETE']) await http(app).call(method, `/api/posts/${id}`).assertNotFound();
  await http(app).get('/api/posts/2147483648').assertJsonPath('message', 'There is no post 2147483648.');
});

test('the list itself cannot be removed', async () => {
  await http(app).delete('/api/posts').assertMethodNotAllowed().assertHeader('Allow', 'GET, HEAD, POST');
});

test('messages are in the language of the client', async () => {
  const client = http(app).withHeader('Accept-Language', 'de-AT, de;q=0.9, en;q=0.5');
  await client
    .post('/api/posts', { body: 5 })
    .assertUnprocessable()
    .assertHeader('Content-Language', 'de')
    .assertJsonPath('errors.title.0', '„title“ muss angegeben werden.')
    .assertJsonPath('errors.body.0', '„body“ muss ein Text sein.');
});
