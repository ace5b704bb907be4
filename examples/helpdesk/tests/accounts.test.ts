import { expect, test } from '@jest/globals';
import { assertDatabaseCount, assertDatabaseHas } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();
const password = 'open-sesame-7';
const acme = { organisation: 'Acme Bicycles', slug: 'acme', name: 'Grace', email: 'grace@example.com', password };
const ada = { organisation: 'acme', name: 'Ada', email: ' Ada@Example.com', password };

test('an organisation opens with its administrator, and customers join it', async () => {
  const opened = (await desk.guest().post('/api/organisations', acme).assertCreated()).json<{ access_token: string }>();
  const admin = http(desk.app).withToken(opened.access_token);
  await admin.get('/api/me').assertOk().assertJsonPath('data.role', 'admin').assertJsonMissingPath('data.password');
  await desk.guest().post('/api/register', ada).assertCreated();
  await assertDatabaseHas(desk.db, 'users', { email: 'ada@example.com', role: 'customer' });
});

test('two organisations do not have one address, and a refused one leaves no user', async () => {
  await desk.guest().post('/api/organisations', acme).assertCreated();
  await desk
    .guest()
    .post('/api/organisations', { ...acme, email: 'other@example.com' })
    .assertUnprocessable()
    .assertJsonPath('errors.slug.0', /taken/);
  await assertDatabaseCount(desk.db, 'users', 1);
});

test('a token ends with its logout', async () => {
  await desk.guest().post('/api/organisations', acme).assertCreated();
  const login = { email: 'GRACE@example.com', password };
  const { access_token } = (await desk.guest().post('/api/login', login).assertOk()).json<{ access_token: string }>();
  const client = http(desk.app).withToken(access_token);
  await client.post('/api/logout').assertNoContent();
  await client.get('/api/me').assertUnauthorized();
});

test('a password is guessed five times a minute at most', async () => {
  await desk.guest().post('/api/organisations', acme).assertCreated();
  const guess = { email: acme.email, password: 'wrong' };
  for (let time = 0; time < 5; time++) await desk.guest().post('/api/login', guess).assertUnauthorized();
  await desk
    .guest()
    .post('/api/login', { ...guess, password })
    .assertTooManyRequests();
  await desk
    .guest()
    .from('203.0.113.9')
    .post('/api/login', { ...guess, password })
    .assertOk();
});

test('the seeder may run twice', async () => {
  for (let run = 0; run < 2; run++) await desk.app.facades.Seeder().run();
  await assertDatabaseCount(desk.db, 'tickets', 3);
  expect(desk.reports).toEqual([]);
});
