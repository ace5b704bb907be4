import { expect, test } from '@jest/globals';
import { assertDatabaseCount, assertDatabaseHas } from '@taproot/database/testing';
import { useRooms } from './support/use-rooms.ts';

const house = useRooms();

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const ada = { email: 'ada@example.com', password: 'analytical engine' };

test('somebody who registers is logged in, as a member, with the language of the request', async () => {
  const german = house.guest().withHeader('Accept-Language', 'de');
  const { access_token } = (await german.post('/api/register', ada).assertCreated()).json<Tokens>();
  const me = await house
    .guest()
    .withToken(access_token)
    .get('/api/me')
    .assertOk()
    .assertJsonPath('data.role', 'member');
  expect(me.text).not.toContain('password');
  await assertDatabaseHas(house.db, 'users', { email: ada.email, locale: 'de' });
});

test('nobody becomes a manager by asking for it', async () => {
  await house
    .guest()
    .post('/api/register', { ...ada, role: 'manager' })
    .assertCreated();
  await assertDatabaseHas(house.db, 'users', { email: ada.email, role: 'member' });
});

test('an address is registered once', async () => {
  await house.guest().post('/api/register', ada).assertCreated();
  const again = house.guest().post('/api/register', { ...ada, email: ' ADA@example.com' });
  await again.assertUnprocessable().assertJsonPath('errors.email', ['The email is already taken.']);
  await assertDatabaseCount(house.db, 'users', 1);
});

test('a token is refused after the logout', async () => {
  await house.guest().post('/api/register', ada).assertCreated();
  const { access_token } = (await house.guest().post('/api/login', ada).assertOk()).json<Tokens>();
  const client = house.guest().withToken(access_token);
  await client.post('/api/logout').assertNoContent();
  await client.get('/api/bookings').assertUnauthorized();
});
