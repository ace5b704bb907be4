import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { assertDatabaseCount, assertDatabaseHas, refreshDatabase } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { boot } from '../bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
  await refreshDatabase(app);
});

afterEach(() => app.close());

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const ada = { email: 'ada@example.com', password: 'analytical engine' };

const register = async (email = ada.email): Promise<Tokens> => {
  const reply = await http(app)
    .post('/api/register', { ...ada, email })
    .assertCreated();
  return reply.json<Tokens>();
};

test('who registers is logged in', async () => {
  const { access_token } = await register('Ada@Example.com ');
  const reply = await http(app).withToken(access_token).get('/api/me').assertOk();
  expect(reply.json()).toEqual({
    data: { id: expect.any(Number), email: 'ada@example.com', created_at: expect.any(String) },
  });
  await assertDatabaseHas(app.facades.DB(), 'users', { email: 'ada@example.com' });
});

test.each(['password', '12345678', 'qwerty123'])('%s is no password that attackers would not try', async (password) => {
  await http(app)
    .post('/api/register', { ...ada, password })
    .assertUnprocessable()
    .assertJsonPath('errors.password.0', 'The password is one of the values that are not allowed.');
});

test('an address is registered once', async () => {
  await register();
  const again = http(app).post('/api/register', { ...ada, email: 'ADA@example.com' });
  await again.assertUnprocessable().assertJsonPath('errors.email.0', 'The email is already taken.');
  await assertDatabaseCount(app.facades.DB(), 'users', 1);
});

test('a wrong password and an unknown address get the same answer', async () => {
  await register();
  for (const wrong of [
    { ...ada, password: 'another' },
    { ...ada, email: 'nobody@example.com' },
  ]) {
    await http(app)
      .post('/api/login', wrong)
      .assertUnauthorized()
      .assertJsonPath('message', 'Wrong e-mail or password.');
  }
  await http(app).post('/api/login', ada).assertOk().assertHeader('Cache-Control', 'no-store');
});

test('guessing is slowed down', async () => {
  for (let guess = 0; guess < 10; guess++) await http(app).post('/api/login', {}).assertUnprocessable();
  await http(app).post('/api/login', ada).assertTooManyRequests();
});

test('without a token nobody is known', async () => {
  await http(app)
    .get('/api/me')
    .assertUnauthorized()
    .assertHeader('WWW-Authenticate', /^Bearer /);
  await http(app).withToken('no.real.token').get('/api/me').assertUnauthorized();
});

test('a refresh token is good for one refresh', async () => {
  const { refresh_token } = await register();
  const refreshed = await http(app).withToken(refresh_token).post('/api/refresh').assertOk();
  await http(app).withToken(refreshed.json<Tokens>().access_token).get('/api/me').assertOk();
  await http(app).withToken(refresh_token).post('/api/refresh').assertUnauthorized();
});

test('after logging out the token is refused', async () => {
  const { access_token } = await register();
  const client = http(app).withToken(access_token);
  await client.post('/api/logout').assertNoContent();
  await client.get('/api/me').assertUnauthorized().assertJsonPath('code', 'E_TOKEN_REVOKED');
});
