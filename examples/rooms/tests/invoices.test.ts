import { expect, test } from '@jest/globals';
import { assertDatabaseCount, assertDatabaseHas } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { tomorrow, useRooms } from './support/use-rooms.ts';

const house = useRooms();
const year = new Date().getUTCFullYear();

interface Invoices {
  readonly data: readonly { id: number; number: string }[];
}

test('an invoice is mailed in the language of its user', async () => {
  const { id } = await house.room({ price: '10.00' });
  const user = await house.user();
  const db = house.db;
  await db.updateTable('users').set({ locale: 'de' }).where('id', '=', user.id).execute();
  await http(house.app).actingAs(user).post(`/api/rooms/${id}/bookings`, tomorrow(9, 11)).assertCreated();
  const number = `${year}-00001`;
  expect(house.mails).toEqual([
    {
      to: user.email,
      subject: `Rechnung ${number}`,
      text: `Vielen Dank für Ihre Buchung. Die Rechnung ${number} beträgt 20.00 EUR.`,
    },
  ]);
});

test('numbers have no gaps: a booking that fails gives its number back, and mails nothing', async () => {
  const { id } = await house.room();
  const client = await house.member();
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 11)).assertCreated();
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 11)).assertConflict();
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(11, 12)).assertCreated();
  const { data } = (await client.get('/api/invoices').assertOk()).json<Invoices>();
  expect(data.map(({ number }) => number)).toEqual([`${year}-00002`, `${year}-00001`]);
  expect(house.mails).toHaveLength(2);
});

test('without a mail server the booking stands, and the invoice is sent later', async () => {
  const { id } = await house.room();
  house.mailFault = new Error('The mail server is away.');
  const client = await house.member();
  await client.post(`/api/rooms/${id}/bookings`, tomorrow(9, 11)).assertCreated();
  expect(house.reports).toEqual([house.mailFault]);
  await assertDatabaseHas(house.db, 'invoices', { sent_at: null });

  house.mailFault = null;
  const { output } = await house.app.facades.Console().call('invoices:send');
  expect(output).toBe(`Sent ${year}-00001\n`);
  expect(house.mails).toHaveLength(1);
  expect((await house.app.facades.Console().call('invoices:send')).output).toBe('');
  await assertDatabaseCount(house.db, 'invoices', 0, { sent_at: null });
});

test('members see their own invoices, managers all', async () => {
  const { id } = await house.room();
  const [one, other, manager] = [await house.user(), await house.user(), await house.manager()];
  await http(house.app).actingAs(one).post(`/api/rooms/${id}/bookings`, tomorrow(9, 11)).assertCreated();
  await http(house.app).actingAs(other).post(`/api/rooms/${id}/bookings`, tomorrow(11, 12)).assertCreated();
  const { data } = (
    await http(house.app).actingAs(one).get('/api/invoices').assertJsonCount(1, 'data')
  ).json<Invoices>();
  const [invoice] = data;
  await http(house.app).actingAs(one).get(`/api/invoices/${invoice?.id}`).assertOk();
  await http(house.app).actingAs(other).get(`/api/invoices/${invoice?.id}`).assertNotFound();
  await manager.get('/api/invoices').assertJsonCount(2, 'data');
});
