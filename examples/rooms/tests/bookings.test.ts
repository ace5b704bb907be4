import { expect, test } from '@jest/globals';
import { assertDatabaseCount, assertDatabaseHas } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { tomorrow, useRooms } from './support/use-rooms.ts';

const house = useRooms();

test('a booking has its time, and an invoice of its price', async () => {
  const { id } = await house.room({ price: '9.90' });
  const user = await house.user();
  const client = http(house.app).actingAs(user);
  const { data } = (await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertCreated()).json<{
    data: { id: number; starts_at: string };
  }>();
  expect(new Date(data.starts_at)).toEqual(new Date(tomorrow(9, 12).starts_at));
  await assertDatabaseHas(house.db, 'invoices', { booking_id: data.id, user_id: user.id, total: '29.70' });
});

test('somebody else cannot have the room for a part of that time, and can from its end on', async () => {
  const { id } = await house.room({ name: 'Oak' });
  await (await house.member()).post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertCreated();
  const client = await house.member();
  for (const [from, until] of [
    [8, 10],
    [10, 11],
    [11, 13],
    [8, 13],
    [9, 12],
  ] as const)
    await client.post(`/api/rooms/${id}/bookings`, tomorrow(from, until)).assertConflict();
  const german = client.withHeader('Accept-Language', 'de');
  await german
    .post(`/api/rooms/${id}/bookings`, tomorrow(9, 12))
    .assertJsonPath('message', 'Oak ist für einen Teil dieser Zeit schon gebucht.');
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(12, 13)).assertCreated();
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(8, 9)).assertCreated();
  await assertDatabaseCount(house.db, 'invoices', 3);
});

test.each([
  ['yesterday', { starts_at: '2020-01-01T10:00Z', ends_at: '2020-01-01T11:00Z' }, 'starts_at'],
  ['an end before its beginning', tomorrow(12, 9), 'ends_at'],
  ['no time at all', tomorrow(12, 12), 'ends_at'],
  ['words', { ...tomorrow(9, 12), starts_at: 'soon' }, 'starts_at'],
])('%s is refused', async (_what, stay, field) => {
  const { id } = await house.room();
  const client = await house.member();
  const reply = await client.post(`/api/rooms/${id}/bookings`, stay).assertUnprocessable();
  expect(Object.keys(reply.json<{ errors: object }>().errors)).toContain(field);
});

test('a cancelled booking frees its room and is credited, once', async () => {
  const { id } = await house.room({ price: '10.00' });
  const client = await house.member();
  const booked = await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertCreated();
  const booking = booked.json<{ data: { id: number } }>().data.id;
  await client.delete(`/api/bookings/${booking}`).assertNoContent();
  await client.delete(`/api/bookings/${booking}`).assertNoContent();
  await assertDatabaseCount(house.db, 'invoices', 2);
  await assertDatabaseHas(house.db, 'invoices', { booking_id: booking, total: '-30.00' });
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertCreated();
});

test('what has begun is not cancelled any more', async () => {
  const user = await house.user();
  const { id } = await house.begunBooking({ user_id: user.id });
  const client = http(house.app).actingAs(user).withHeader('Accept-Language', 'de');
  await client
    .delete(`/api/bookings/${id}`)
    .assertForbidden()
    .assertJsonPath('message', 'Eine Buchung, die begonnen hat, lässt sich nicht mehr stornieren.');
});

test('others do not learn of a booking; managers do', async () => {
  const { id } = await house.booking();
  const other = await house.member();
  await other.get(`/api/bookings/${id}`).assertNotFound();
  await other.delete(`/api/bookings/${id}`).assertNotFound();
  await (await house.manager()).get(`/api/bookings/${id}`).assertOk();
});

test('bookings of the user come page by page, the latest first, and only theirs', async () => {
  const user = await house.user();
  const ids: number[] = [];
  for (let day = 0; day < 3; day++) ids.unshift((await house.booking({ user_id: user.id })).id);
  await house.booking();
  const client = http(house.app).actingAs(user);
  const seen: number[] = [];
  let address: string | null = '/api/bookings?per_page=2';
  while (address !== null) {
    const page: { data: { id: number }[]; links: { next: string | null } } = (
      await client.get(address).assertOk()
    ).json();
    seen.push(...page.data.map((booking) => booking.id));
    address = page.links.next;
  }
  expect(seen).toEqual(ids);
});

test('a user books at most 20 times a minute', async () => {
  const { id } = await house.room();
  const client = await house.member();
  for (let time = 0; time < 20; time++) await client.post(`/api/rooms/${id}/bookings`, {}).assertUnprocessable();
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertTooManyRequests();
  const other = await house.member();
  await other.post(`/api/rooms/${id}/bookings`, tomorrow(9, 12)).assertCreated();
});
