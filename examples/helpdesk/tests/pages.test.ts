import { expect, test } from '@jest/globals';
import { assertDatabaseHas } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import type { ticketRoom } from '../app/sockets/ticket-room.ts';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();
/** `back()` answers the whole address. */
const home = 'http://localhost';
const password = 'open-sesame-7';

/** A browser of somebody with a password, and one who has logged in. */
const browserOf = async (person: { id: number; email: string }) => {
  const hash = await desk.app.facades.Hash().make(password);
  await desk.db.updateTable('users').set({ password: hash }).where('id', '=', person.id).execute();
  const browser = http(desk.app)
    .keepCookies()
    .withHeaders({ accept: 'text/html', 'sec-fetch-site': 'same-origin', referer: `${home}/login` });
  const login = (fields: Record<string, string>) => browser.post('/login', new URLSearchParams(fields));
  return { browser, login, enter: () => login({ email: person.email, password }).assertRedirect('/') };
};

test('a guest goes to the login and then where it wanted to', async () => {
  const agent = await desk.agent();
  const { browser, login } = await browserOf(agent);
  await browser.get('/?status=open').assertRedirect('/login?next=%2F%3Fstatus%3Dopen');
  const page = await browser.get('/login?next=%2F%3Fstatus%3Dopen').assertOk();
  page.assertSee('value="/?status=open"');
  await login({ email: agent.email, password, next: '/?status=open' }).assertRedirect('/?status=open');
  await browser.post('/logout').assertRedirect('/login');
  await browser.get('/').assertRedirect('/login?next=%2F');
});

test('a login does not lead to another site', async () => {
  const agent = await desk.agent();
  const { login } = await browserOf(agent);
  await login({ email: agent.email, password, next: 'https://evil.example/' }).assertRedirect('/');
});

test('a wrong password goes back to the form, with what was typed and without the password', async () => {
  const { browser, login } = await browserOf(await desk.agent());
  await login({ email: 'agent@example.com', password: 'not-this-one' }).assertRedirect('/login');
  const page = await browser.get('/login').assertOk();
  page.assertSee(['Wrong e-mail or password.', 'value="agent@example.com"']).assertDontSee('not-this-one');
});

test('an agent finds a ticket, takes it, answers it and closes it', async () => {
  const customer = await desk.customer({ name: 'Ada' });
  const agent = await desk.agent({ organisation_id: customer.organisation_id, name: 'Grace' });
  const id = await desk.ticket(customer, 'The bell');
  await desk.ticket(customer, 'Tyres');
  const { browser, enter } = await browserOf(agent);
  await enter();
  (await browser.get('/?q=bell').assertOk()).assertSee(['The bell', 'Ada']).assertDontSee('Tyres');
  const ticket = browser.withHeader('referer', `${home}/tickets/${id}`);
  await ticket.post(`/tickets/${id}/take`).assertRedirect(`/tickets/${id}`);
  await ticket
    .post(`/tickets/${id}/replies`, new URLSearchParams({ body: 'Turn it.' }))
    .assertRedirect(`/tickets/${id}`);
  (await ticket.get(`/tickets/${id}`).assertOk()).assertSee(['Your answer is sent.', 'Turn it.', 'answered']);
  await ticket
    .post(`/tickets/${id}/status`, new URLSearchParams({ status: 'closed' }))
    .assertRedirect(`/tickets/${id}`);
  await assertDatabaseHas(desk.db, 'tickets', { id, status: 'closed', agent_id: agent.id });
});

test('an empty answer goes back to its form', async () => {
  const customer = await desk.customer();
  const id = await desk.ticket(customer);
  const { browser, enter } = await browserOf(customer);
  await enter();
  const ticket = browser.withHeader('referer', `${home}/tickets/${id}`);
  await ticket.post(`/tickets/${id}/replies`, new URLSearchParams({ body: '' })).assertRedirect(`/tickets/${id}`);
  (await ticket.get(`/tickets/${id}`)).assertSee('role="alert"');
});

test('what customers write is text on a page', async () => {
  const customer = await desk.customer({ name: '<b>Ada</b>' });
  const attack = '"><script>alert(1)</script>';
  const id = await desk.ticket(customer, attack, attack);
  const { browser, enter } = await browserOf(customer);
  await enter();
  for (const path of ['/', `/tickets/${id}`, `/?q=${encodeURIComponent(attack)}`])
    (await browser.get(path).assertOk()).assertDontSee(['<script>alert', '<b>Ada']).assertSee('&lt;script&gt;');
});

test('another site cannot answer for an agent, and customers cannot close', async () => {
  const customer = await desk.customer();
  const id = await desk.ticket(customer);
  const { browser, enter } = await browserOf(customer);
  await enter();
  const close = new URLSearchParams({ status: 'closed' });
  const foreign = browser.withHeader('sec-fetch-site', 'cross-site');
  await foreign.post(`/tickets/${id}/replies`, new URLSearchParams({ body: 'x' })).assertForbidden();
  await browser.post(`/tickets/${id}/status`, close).assertForbidden();
  await assertDatabaseHas(desk.db, 'tickets', { id, status: 'open' });
});

test('pages are in the language of the browser', async () => {
  const page = await desk.guest().withHeader('Accept-Language', 'de').get('/login').assertOk();
  page.assertSee(['<html lang="de">', 'Anmelden', 'Passwort']);
});

test('a session opens the live ticket, too', async () => {
  const customer = await desk.customer();
  const id = await desk.ticket(customer);
  const { browser, enter } = await browserOf(customer);
  await enter();
  await using live = await browser.socket<typeof ticketRoom>(`/tickets/${id}/live`).open();
  await desk.as(customer).post(`/api/tickets/${id}/replies`, { body: 'Hello?' }).assertCreated();
  expect((await live.next('replied')).data.body).toBe('Hello?');
});
