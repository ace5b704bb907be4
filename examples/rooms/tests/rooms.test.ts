import { expect, test } from '@jest/globals';
import { assertDatabaseHas, assertDatabaseMissing } from '@taproot/database/testing';
import { upload } from '@taproot/testing';
import { useRooms } from './support/use-rooms.ts';

const house = useRooms();
const library = { name: 'Library', seats: 6, price: '15.50' };

test('rooms come in pages, sorted as asked, without those that are too small', async () => {
  for (const [name, seats] of [
    ['Oak', 4],
    ['Ash', 20],
    ['Elm', 12],
    ['Fir', 30],
  ] as const)
    await house.room({ name, seats });
  const page = await house.guest().get('/api/rooms?seats=10&sort=-seats&per_page=2').assertOk();
  page.assertJsonPath('data.0.name', 'Fir').assertJsonPath('data.1.name', 'Ash').assertJsonPath('meta.total', 3);
  const next = page.json<{ links: { next: string } }>().links.next;
  await house.guest().get(next).assertJsonCount(1, 'data').assertJsonPath('data.0.name', 'Elm');
});

test.each(['sort=photo', 'sort=name,seats', 'page=0', 'per_page=51', 'seats=many'])(
  'the list refuses %s',
  async (query) => {
    await house.guest().get(`/api/rooms?${query}`).assertUnprocessable();
  },
);

test('a manager adds a room and changes it', async () => {
  const client = await house.manager();
  const { data } = (await client.post('/api/rooms', library).assertCreated()).json<{ data: { id: number } }>();
  await client
    .put(`/api/rooms/${data.id}`, { ...library, seats: 8 })
    .assertOk()
    .assertJsonPath('data.seats', 8);
  await house.guest().get(`/api/rooms/${data.id}`).assertOk().assertJsonPath('data.price', '15.50');
});

test('two rooms do not have one name', async () => {
  await house.room({ name: 'Library' });
  const client = await house.manager();
  await client
    .post('/api/rooms', library)
    .assertUnprocessable()
    .assertJsonPath('errors.name.0', /already taken/);
});

test('a wrong field has one message', async () => {
  const client = await house.manager();
  const reply = await client.post('/api/rooms', { ...library, seats: '' }).assertUnprocessable();
  reply.assertJsonPath('errors', { seats: ['The seats is required.'] });
});

test('members and guests change no room', async () => {
  const { id } = await house.room();
  await house.guest().post('/api/rooms', library).assertUnauthorized();
  const member = await house.member();
  await member.post('/api/rooms', library).assertForbidden();
  await member.delete(`/api/rooms/${id}`).assertForbidden();
  await assertDatabaseMissing(house.db, 'rooms', { name: 'Library' });
});

test('a room that was booked stays, and one that was not goes', async () => {
  const { room_id } = await house.booking();
  const { id } = await house.room();
  const client = (await house.manager()).withHeader('Accept-Language', 'de');
  await client
    .delete(`/api/rooms/${room_id}`)
    .assertConflict()
    .assertJsonPath('message', /hat Buchungen/);
  await client.delete(`/api/rooms/${id}`).assertNoContent();
  await house.guest().get(`/api/rooms/${id}`).assertNotFound();
});

test.each(['0', '99999999999999999999', 'seven'])('there is no room %s', async (id) => {
  await house.guest().get(`/api/rooms/${id}`).assertNotFound();
});

test('a photo is what its content is, whatever it is called', async () => {
  const { id } = await house.room();
  const client = await house.manager();
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const photo = (content: Uint8Array<ArrayBuffer> | string) => upload({}, { photo: new File([content], 'room.png') });
  await client.put(`/api/rooms/${id}/photo`, photo('<script>')).assertUnprocessable();
  await house.guest().get(`/api/rooms/${id}/photo`).assertNotFound();

  await client
    .put(`/api/rooms/${id}/photo`, photo(Uint8Array.from(pixel)))
    .assertOk()
    .assertJsonPath('data.photo', /\.gif$/);
  const shown = await house.guest().get(`/api/rooms/${id}/photo`).assertOk().assertHeader('Content-Type', 'image/gif');
  expect(shown.body).toEqual(pixel);
});

test('the seeder may run twice', async () => {
  for (let run = 0; run < 2; run++) await house.app.facades.Seeder().run();
  await assertDatabaseHas(house.db, 'rooms', { name: 'Orangery', price: '42.50' });
  await house.guest().get('/api/rooms').assertJsonPath('meta.total', 3);
});
