import { expect, test } from '@jest/globals';
import { http } from '@taproot/testing';
import { tomorrow, useRooms } from './support/use-rooms.ts';

const house = useRooms();

test('those who look at a room learn at once that it is booked or free again, and not by whom', async () => {
  const [{ id }, other, user] = [await house.room(), await house.room(), await house.user()];
  await using events = await house.guest().get(`/api/rooms/${id}/events`).events().open();
  const client = http(house.app).actingAs(user);
  await client.post(`/api/rooms/${other.id}/bookings`, tomorrow(9, 10)).assertCreated();
  const reply = await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 11)).assertCreated();
  const booking = reply.json<{ data: { id: number } }>().data.id;
  await client.delete(`/api/bookings/${booking}`).assertNoContent();

  for (const name of ['booked', 'cancelled']) {
    const received = await events.next();
    expect(received.value?.event).toBe(name);
    const data = JSON.parse(received.value?.data ?? '');
    expect(Object.keys(data)).toEqual(['booking', 'starts_at', 'ends_at']);
    expect(data.booking).toBe(booking);
  }
});

test('there is no stream of a room that does not exist', async () => {
  await house.guest().get('/api/rooms/7/events').assertNotFound();
});
