import { expect, test } from '@jest/globals';
import type { ticketRoom } from '../app/sockets/ticket-room.ts';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();

test('both sides see who types, and each reply', async () => {
  const customer = await desk.customer({ name: 'Ada' });
  const agent = await desk.agent({ organisation_id: customer.organisation_id, name: 'Grace' });
  const id = await desk.ticket(customer);
  await using one = await desk.as(customer).socket<typeof ticketRoom>(`/api/tickets/${id}/live`).open();
  await using other = await desk.as(agent).socket<typeof ticketRoom>(`/api/tickets/${id}/live`).open();
  one.send('typing', {});
  await other.assertNext('typed', { user: customer.id, name: 'Ada' });
  await desk.as(agent).post(`/api/tickets/${id}/replies`, { body: 'Turn it.' }).assertCreated();
  const { data } = await one.next('replied');
  expect([data.author, data.body]).toEqual(['Grace', 'Turn it.']);
});

test('there is no live ticket for others', async () => {
  const id = await desk.ticket(await desk.customer());
  (
    await desk
      .as(await desk.customer())
      .socket(`/api/tickets/${id}/live`)
      .refused()
  ).assertNotFound();
  (await desk.guest().socket(`/api/tickets/${id}/live`).refused()).assertUnauthorized();
});
