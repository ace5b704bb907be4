import { expect, test } from '@jest/globals';
import { assertDatabaseCount } from '@taproot/database/testing';
import { fakeStorage } from '@taproot/storage/testing';
import { http, upload } from '@taproot/testing';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();
const text = (content = 'It rattles.', name = 'note.txt'): File => new File([content], name);

interface Files {
  readonly data: readonly { readonly id: number; readonly name: string; readonly url: string }[];
}

test('a file of a ticket is read by those who see the ticket, and by an address that ends', async () => {
  const customer = await desk.customer();
  const { organisation_id } = customer;
  const path = `/api/tickets/${await desk.ticket(customer)}/attachments`;
  await desk
    .as(customer)
    .post(path, upload({}, { file: text('It rattles.', '../no<te>.txt') }))
    .assertCreated();
  const agent = desk.as(await desk.agent({ organisation_id }));
  const { data } = (await agent.get(path).assertOk()).json<Files>();
  expect(data.map(({ name }) => name)).toEqual(['no<te>.txt']);
  const url = data[0]?.url ?? '';
  const file = await desk.guest().get(url).assertOk();
  expect(file.text).toBe('It rattles.');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
  await desk.guest().get(url.replace('expires=', 'expires=9')).assertForbidden();
  for (const other of [await desk.customer({ organisation_id }), await desk.agent()]) {
    await desk.as(other).get(path).assertNotFound();
    await desk
      .as(other)
      .post(path, upload({}, { file: text() }))
      .assertNotFound();
  }
  await assertDatabaseCount(desk.db, 'attachments', 1);
});

test.each([
  ['a page', new File(['<!doctype html><script>1</script>'], 'a.html')],
  ['a program', new File([Buffer.from('7f454c4602010100', 'hex')], 'a.png')],
  ['a file that is too large', new File(['x'.repeat(2 * 1024 * 1024 + 1)], 'a.txt')],
])('%s is refused, and nothing of it is kept', async (_what, file) => {
  const files = fakeStorage(desk.app);
  const customer = await desk.customer();
  const path = `/api/tickets/${await desk.ticket(customer)}/attachments`;
  await desk.as(customer).post(path, upload({}, { file })).assertUnprocessable();
  await files.assertCount(0);
  await assertDatabaseCount(desk.db, 'attachments', 0);
  files.restore();
});

test('a reply on a page brings its files, and keeps none when it is refused', async () => {
  const files = fakeStorage(desk.app);
  const customer = await desk.customer();
  const id = await desk.ticket(customer);
  const password = 'open-sesame-7';
  const hash = await desk.app.facades.Hash().make(password);
  await desk.db.updateTable('users').set({ password: hash }).where('id', '=', customer.id).execute();
  const browser = http(desk.app)
    .keepCookies()
    .withHeaders({ accept: 'text/html', 'sec-fetch-site': 'same-origin', referer: `http://localhost/tickets/${id}` });
  await browser.post('/login', new URLSearchParams({ email: customer.email, password }));
  const reply = (body: string, list: File[]) =>
    browser.post(`/tickets/${id}/replies`, upload({ body }, { 'files[]': list })).assertRedirect();
  await reply('See the note.', [text(), text('Two.', 'two.txt')]);
  const page = await browser.get(`/tickets/${id}`).assertOk();
  page.assertSee(['note.txt', 'two.txt', '1 KiB']);
  const link = /\/tickets\/\d+\/attachments\/\d+/.exec(page.text)?.[0] ?? '';
  expect((await browser.get(link).assertOk()).text).toBe('It rattles.');
  await browser.get(link.replace(/\d+$/, '999999')).assertNotFound();
  await reply('', [text()]);
  await reply(
    'Six.',
    Array.from({ length: 6 }, () => text()),
  );
  await files.assertCount(2);
  await assertDatabaseCount(desk.db, 'attachments', 2);
  files.restore();
});
