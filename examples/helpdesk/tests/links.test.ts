import { expect, test } from '@jest/globals';
import { assertDatabaseHas } from '@taproot/database/testing';
import { http } from '@taproot/testing';
import { useDesk } from './support/use-desk.ts';

const desk = useDesk();
const password = 'open-sesame-7';
const grace = { organisation: 'Acme', slug: 'acme', name: 'Grace', email: 'grace@example.com', password };

const browser = () =>
  http(desk.app).keepCookies().withHeaders({ accept: 'text/html', 'sec-fetch-site': 'same-origin' });

const form = (fields: Record<string, string> = {}) => new URLSearchParams(fields);

/** The path of the link in the last mail. */
const linkIn = (mails: ReturnType<typeof desk.mails>): string =>
  /https?:\/\/[^/]+(\/\S+)/.exec(mails.sent().at(-1)?.text ?? '')?.[1] ?? '';

test('a new address is confirmed by the link in its mail, once, and has mails about tickets from then on', async () => {
  const mails = desk.mails();
  await desk.guest().post('/api/organisations', grace).assertCreated();
  mails.assertSentCount(1).assertSentTo(grace.email, ({ text }) => text.includes('Hello Grace'));
  const link = linkIn(mails);
  const { organisation_id } = await assertedUser();
  await desk.ticket(await desk.customer({ organisation_id }), 'The bell');
  mails.assertSentCount(1);
  const page = browser();
  (await page.get(link).assertOk()).assertSee('Confirm your address');
  await assertDatabaseHas(desk.db, 'users', { email: grace.email, confirmed_at: null });
  await page.post(link, form()).assertRedirect('/');
  await page.post(link, form()).assertStatus(410);
  (await page.get(link).assertStatus(410)).assertSee('This link does not work');
  await desk.ticket(await desk.customer({ organisation_id }), 'The tyres');
  mails.assertSentCount(2).assertSentTo(grace.email, ({ subject }) => subject.includes('The tyres'));
});

test('a page says that an address is not confirmed, and sends the link again', async () => {
  const mails = desk.mails();
  await desk.guest().post('/api/organisations', grace).assertCreated();
  const page = browser();
  await page.post('/login', form({ email: grace.email, password })).assertRedirect('/');
  (await page.get('/').assertOk()).assertSee('Confirm your address, grace@example.com.');
  await page.post('/confirm', form()).assertRedirect('/');
  mails.assertSentCount(2, 'confirm-address');
  await page.post(linkIn(mails), form()).assertRedirect('/');
  (await page.get('/').assertOk()).assertSee('Your address is confirmed.').assertDontSee('Send the link again');
});

test('a forgotten password is replaced by the link in a mail, which ends all logins', async () => {
  const mails = desk.mails();
  const opened = await desk.guest().post('/api/organisations', grace).assertCreated();
  const program = http(desk.app).withToken(opened.json<{ access_token: string }>().access_token);
  const before = browser();
  await before.post('/login', form({ email: grace.email, password, remember: '1' })).assertRedirect('/');
  const page = browser().withHeader('accept-language', 'de');
  await page.post('/forgot-password', form({ email: 'Grace@example.com' })).assertRedirect('/forgot-password');
  mails.assertSentCount(1, 'reset-password');
  const link = linkIn(mails);
  (await page.get(link).assertOk()).assertSee('Neues Passwort');
  await page
    .withHeader('referer', `http://localhost${link}`)
    .post(link, form({ password: 'short' }))
    .assertRedirect(link);
  await page.post(link, form({ password: 'another-sesame-8' })).assertRedirect('/login');
  await page.post(link, form({ password: 'a-third-sesame-9' })).assertStatus(410);
  await before.get('/').assertRedirect('/login?next=%2F');
  await program.get('/api/me').assertUnauthorized();
  await desk.guest().post('/api/login', { email: grace.email, password }).assertUnauthorized();
  await desk.guest().post('/api/login', { email: grace.email, password: 'another-sesame-8' }).assertOk();
});

test('a stranger does not learn who has an account, and fills no mailbox', async () => {
  const mails = desk.mails();
  const { email } = await desk.customer();
  const ask = async (address: string): Promise<string> => {
    const page = browser();
    await page.post('/forgot-password', form({ email: address })).assertRedirect('/forgot-password');
    return (await page.get('/forgot-password').assertOk()).text.replaceAll(/value="[^"]*"|nonce-[^']*/g, '');
  };
  expect(await ask('nobody@example.com')).toBe(await ask(email));
  for (let time = 0; time < 4; time++) await ask(email);
  await browser().post('/forgot-password', form({ email })).assertTooManyRequests();
  mails.assertSentCount(5);
});

const assertedUser = () =>
  desk.db.selectFrom('users').select('organisation_id').where('email', '=', grace.email).executeTakeFirstOrThrow();
