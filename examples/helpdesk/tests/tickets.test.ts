import { expect, test } from '@jest/globals';
import { assertDatabaseCount, assertDatabaseHas } from '@taproot/database/testing';
import { fakeWebhooks } from '@taproot/webhooks/testing';
import { ticketHook } from '../app/webhooks/ticket-hook.ts';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();
const day = 24 * 3_600_000;

interface Tickets {
  readonly data: readonly { readonly id: number; readonly subject: string }[];
  readonly links: { readonly next: string | null };
}

test('a ticket has a subject and a first reply, and its agents get a mail each in their language', async () => {
  const mails = desk.mails();
  const customer = await desk.customer();
  const { organisation_id } = customer;
  const agents = [await desk.agent({ organisation_id }), await desk.agent({ organisation_id, locale: 'de' })];
  await desk.agent();
  const id = await desk.ticket(customer);
  await desk.as(customer).get(`/api/tickets/${id}/replies`).assertJsonPath('data.0.body', 'Not at all.');
  mails.assertSentCount(2);
  mails.assertSent('ticket-waiting').assertSentTo(agents[0]?.email ?? '', ({ subject }) => subject.includes('waits'));
  mails.assertSentTo(agents[1]?.email ?? '', ({ subject }) => subject.includes('wartet'));
});

test('an answer reaches the customer by mail, in the language of the customer', async () => {
  const customer = await desk.customer({ name: 'Ada', locale: 'de' });
  const agent = await desk.agent({ organisation_id: customer.organisation_id });
  const id = await desk.ticket(customer);
  const mails = desk.mails();
  await desk.as(agent).post(`/api/tickets/${id}/replies`, { body: 'Turn it around.' }).assertCreated();
  mails.assertSentCount(1);
  mails.assertSentTo(customer.email, ({ text }) => text.includes('Guten Tag Ada') && text.includes('Turn it around.'));
  await assertDatabaseHas(desk.db, 'tickets', { id, status: 'answered' });
  await desk.as(customer).post(`/api/tickets/${id}/replies`, { body: 'No.' }).assertCreated();
  await assertDatabaseHas(desk.db, 'tickets', { id, status: 'open' });
});

test('a name with a line break does no harm to a mail', async () => {
  const customer = await desk.customer();
  await desk.agent({ organisation_id: customer.organisation_id });
  const mails = desk.mails();
  await desk
    .as(customer)
    .post('/api/tickets', { subject: 'Hello\r\nBcc: all@example.com', body: 'x' })
    .assertUnprocessable();
  mails.assertNothingSent();
  await assertDatabaseCount(desk.db, 'tickets', 0);
});

test('others do not learn of a ticket; staff of its organisation does', async () => {
  const customer = await desk.customer();
  const { organisation_id } = customer;
  const id = await desk.ticket(customer);
  for (const other of [await desk.customer({ organisation_id }), await desk.agent(), await desk.admin()]) {
    await desk.as(other).get(`/api/tickets/${id}`).assertNotFound();
    await desk.as(other).post(`/api/tickets/${id}/replies`, { body: 'x' }).assertNotFound();
    await desk.as(other).put(`/api/tickets/${id}`, { status: 'closed' }).assertNotFound();
    await desk.as(other).get('/api/tickets').assertJsonCount(0, 'data');
  }
  await desk
    .as(await desk.agent({ organisation_id }))
    .get(`/api/tickets/${id}`)
    .assertOk();
  await desk.guest().get(`/api/tickets/${id}`).assertUnauthorized();
});

test('customers do not close tickets, and are told so in their language', async () => {
  const customer = await desk.customer();
  const id = await desk.ticket(customer);
  await desk
    .as(customer)
    .withHeader('Accept-Language', 'de')
    .put(`/api/tickets/${id}`, { status: 'closed' })
    .assertForbidden()
    .assertJsonPath('message', 'Nur Mitarbeiter dürfen ein Ticket ändern.');
});

test('tickets come in pages, the latest first, found by words of subject and replies', async () => {
  const customer = await desk.customer();
  for (const subject of ['Bell', 'Tyres', 'Invoice', '100% wool'])
    await desk.ticket(customer, subject, `About ${subject}`);
  const client = desk.as(customer);
  const seen: string[] = [];
  let address: string | null = '/api/tickets?per_page=3';
  while (address !== null) {
    const page: Tickets = (await client.get(address).assertOk()).json();
    seen.push(...page.data.map(({ subject }) => subject));
    address = page.links.next;
  }
  expect(seen).toEqual(['100% wool', 'Invoice', 'Tyres', 'Bell']);
  await client.get('/api/tickets?q=ABOUT+TYRES').assertJsonCount(1, 'data').assertJsonPath('data.0.subject', 'Tyres');
  await client.get('/api/tickets?q=%25').assertJsonCount(1, 'data').assertJsonPath('data.0.subject', '100% wool');
  await client.get('/api/tickets?status=closed').assertJsonCount(0, 'data');
  await client.get('/api/tickets?status=lost').assertUnprocessable();
});

test('a repeated request opens one ticket', async () => {
  const client = desk.as(await desk.customer()).withHeader('Idempotency-Key', 'one');
  const [one, other] = [
    await client.post('/api/tickets', { subject: 'Bell', body: 'x' }).assertCreated(),
    await client.post('/api/tickets', { subject: 'Bell', body: 'x' }).assertCreated(),
  ];
  expect(other.text).toBe(one.text);
  await assertDatabaseCount(desk.db, 'tickets', 1);
});

test('staff sees figures, which follow each change', async () => {
  const customer = await desk.customer();
  const agent = await desk.agent({ organisation_id: customer.organisation_id });
  const id = await desk.ticket(customer);
  await desk
    .as(agent)
    .get('/api/statistics')
    .assertExactJson({ data: { open: 1, answered: 0, closed: 0 } });
  await desk.as(agent).put(`/api/tickets/${id}`, { status: 'closed' }).assertOk();
  await desk
    .as(agent)
    .get('/api/statistics')
    .assertExactJson({ data: { open: 0, answered: 0, closed: 1 } });
  await desk.as(customer).get('/api/statistics').assertForbidden();
});

test('administrators see who did what', async () => {
  const customer = await desk.customer({ name: 'Ada' });
  const { organisation_id } = customer;
  const id = await desk.ticket(customer);
  const audit = await desk
    .as(await desk.admin({ organisation_id }))
    .get('/api/audit')
    .assertJsonCount(1, 'data');
  audit.assertJson({ data: [{ action: 'ticket.opened', ticket_id: id, user: 'Ada' }] });
  await desk
    .as(await desk.agent({ organisation_id }))
    .get('/api/audit')
    .assertForbidden();
});

test('tickets that were answered two weeks ago are closed, others stay', async () => {
  const customer = await desk.customer();
  const agent = await desk.agent({ organisation_id: customer.organisation_id });
  const [old, young, open] = [await desk.ticket(customer), await desk.ticket(customer), await desk.ticket(customer)];
  for (const id of [old, young])
    await desk.as(agent).post(`/api/tickets/${id}/replies`, { body: 'So?' }).assertCreated();
  const updated_at = new Date(Date.now() - 15 * day);
  await desk.db.updateTable('tickets').set({ updated_at }).where('id', 'in', [old, open]).execute();
  expect(await desk.app.facades.Schedule().test('tickets.close')).toBe('done');
  await assertDatabaseHas(desk.db, 'tickets', { id: old, status: 'closed' });
  await assertDatabaseCount(desk.db, 'tickets', 1, { status: 'closed' });
});

test('an organisation hears of its tickets, and of no others, by webhooks', async () => {
  const hooks = fakeWebhooks(desk.app);
  const customer = await desk.customer();
  const admin = desk.as(await desk.admin({ organisation_id: customer.organisation_id }));
  const url = 'https://hooks.example.com/tickets';
  await admin
    .post('/api/webhooks', { url })
    .assertCreated()
    .assertJsonPath('data.secret', /^whsec_/);
  await admin.post('/api/webhooks', { url: 'http://169.254.169.254/latest' }).assertUnprocessable();
  const ticket = await desk.ticket(customer);
  hooks.assertSent(ticketHook, { ticket, action: 'opened' });
});

test('administrators list, pause, change over and remove their own webhooks, and no others', async () => {
  const customer = await desk.customer();
  const admin = desk.as(await desk.admin({ organisation_id: customer.organisation_id }));
  const url = 'https://hooks.example.com/tickets';
  const { data } = (await admin.post('/api/webhooks', { url }).assertCreated()).json<{
    data: { id: string; secret: string };
  }>();
  const path = `/api/webhooks/${data.id}`;
  await admin.put(path, { paused: true }).assertOk();
  await admin.get('/api/webhooks').assertExactJson({ data: [{ id: data.id, url, paused: true }] });
  await admin.put(path, { paused: false }).assertOk();
  const rotated = (await admin.post(`${path}/secret`).assertOk()).json<{ data: { secret: string } }>();
  expect(rotated.data.secret).not.toBe(data.secret);
  const other = desk.as(await desk.admin());
  await other.put(path, { paused: true }).assertNotFound();
  await other.post(`${path}/secret`).assertNotFound();
  await other.delete(path).assertNotFound();
  await other.get('/api/webhooks').assertJsonCount(0, 'data');
  await desk.as(customer).delete(path).assertForbidden();
  await admin.delete(path).assertNoContent();
  await admin.get('/api/webhooks').assertJsonCount(0, 'data');
});

test('the plan of an organisation limits the requests of its users together', async () => {
  const [free, team] = [await desk.organisation(), await desk.organisation({ plan: 'team' })];
  const of = (organisation: { id: number }) => desk.customer({ organisation_id: organisation.id });
  const users = [await of(free), await of(free)];
  for (let time = 0; time < 30; time++) for (const user of users) await desk.as(user).get('/api/me').assertOk();
  await desk
    .as(await of(free))
    .get('/api/me')
    .assertTooManyRequests();
  await desk
    .as(await of(team))
    .get('/api/me')
    .assertOk()
    .assertHeader('X-RateLimit-Limit', '600');
});
