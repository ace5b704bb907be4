import { expect, test } from '@jest/globals';
import { createClient } from '@taproot/client';
import { routes } from '../api/routes.js';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();

/** The typed client, as a program of somebody else has it, on the routes of this application. */
const clientOf = (token: string | null = null) =>
  createClient({
    routes,
    baseUrl: 'http://localhost',
    fetch: (request) => desk.app.facades.Route().fetch(request),
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

test('a program opens a ticket, attaches a file and reads the answer by the typed client', async () => {
  const account = { organisation: 'Acme', slug: 'acme', name: 'Grace', email: 'grace@example.com' };
  const { access_token } = await clientOf()
    .organisations.store({ body: { ...account, password: 'open-sesame-7' } })
    .data();
  const agent = clientOf(access_token);
  const customer = clientOf(
    (
      await clientOf()
        .register({ body: { organisation: 'acme', name: 'Ada', email: 'ada@example.com', password: 'open-sesame-7' } })
        .data()
    ).access_token,
  );
  const opened = await customer.tickets.store({ body: { subject: 'The bell', body: 'Not at all.' } }).data();
  const ticket = opened.data?.id ?? 0;
  await customer.attachments
    .store({ params: { ticket }, body: { file: new File(['It rattles.'], 'note.txt') } })
    .data();
  await agent.replies.store({ params: { ticket }, body: { body: 'Turn it around.' } }).data();
  const { data: replies } = await customer.replies.index({ params: { ticket } }).data();
  expect(replies.map(({ author, body }) => [author, body])).toEqual([
    ['Ada', 'Not at all.'],
    ['Grace', 'Turn it around.'],
  ]);
  const { data: files } = await agent.attachments.index({ params: { ticket } }).data();
  expect(files.map(({ name, size }) => [name, size])).toEqual([['note.txt', 11]]);
  expect((await agent.statistics().data()).data).toEqual({ open: 0, answered: 1, closed: 0 });
});

test('the typed client knows why a call was refused', async () => {
  const { organisation_id } = await desk.customer();
  const { access_token } = await desk.app.facades.Auth().issue(await desk.customer({ organisation_id }));
  const client = clientOf(access_token);
  const empty = await client.tickets.store({ body: { subject: '', body: 'x' } });
  expect(empty.status === 422 && empty.errors?.subject).toEqual(['The subject is required.']);
  const hidden = await client.tickets.show({ params: { ticket: 999_999 } });
  expect(hidden.ok ? null : hidden.status).toBe(404);
});
