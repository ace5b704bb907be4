import { expect, test } from '@jest/globals';
import { assertDatabaseCount } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { tomorrow, useRooms } from './support/use-rooms.ts';

const house = useRooms('truncation');

test('of ten who book one room at once, one gets it', async () => {
  const { id } = await house.room();
  const users = await Promise.all(Array.from({ length: 10 }, () => house.user()));
  const replies = await Promise.all(
    users.map((user) => http(house.app).actingAs(user).post(`/api/rooms/${id}/bookings`, tomorrow(9, 12))),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  await assertDatabaseCount(house.db, 'invoices', 1);
});

test('ten who book ten rooms at once get invoices with ten numbers, without a gap', async () => {
  const user = await house.user();
  const rooms = await Promise.all(Array.from({ length: 10 }, () => house.room()));
  const client = http(house.app).actingAs(user);
  await Promise.all(rooms.map(({ id }) => client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertCreated()));
  const invoices = await house.db.selectFrom('invoices').select('number').orderBy('number').execute();
  expect(invoices.map(({ number }) => Number(number.slice(5)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
