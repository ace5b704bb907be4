import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { assertDatabaseCount, refreshDatabase } from '@taproot/database/testing';
import type { FakeMail } from '@taproot/mail/testing';
import { boot } from '../bootstrap/app.ts';
import { ada, type Person, people } from './browser.ts';

let app: Application;
let mails: FakeMail;
let person: (ip?: string) => Person;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
  await refreshDatabase(app);
  ({ mails, person } = people(app));
});

afterEach(() => app.close());

const users = () => app.facades.DB().selectFrom('users').selectAll().execute();

test('who registers opens a link, and is logged in', async () => {
  const me = person();
  await me.get('/register').assertOk().assertSee('Create an account');
  await me.post('/register', { name: ' Ada ', email: ' ADA@example.com ' }).assertRedirect('/register');
  await me.get('/register').assertSee('We have sent a mail to ada@example.com.');
  await assertDatabaseCount(app.facades.DB(), 'users', 0);
  // Opening the link does nothing: programs that look at mails do it, too.
  const link = me.link();
  await me.get(link).assertOk();
  await me.get(link).assertOk().assertSee('For ada@example.com');
  await me.post(link, { password: 'short' }).assertRedirect(link);
  await me.get(link).assertSee('at least 10 characters');
  await me.post(link, { password: ada.password }).assertRedirect('/account');
  await me.get('/account').assertOk().assertSee('Ada').assertHeader('Cache-Control', 'no-store');
  expect(await users()).toMatchObject([{ name: 'Ada', email: 'ada@example.com' }]);
  await me.post('/logout').assertRedirect('/');
  expect(await me.isIn()).toBe(false);
  expect(await me.login()).toBe('/account');
});

test('a form that is sent twice makes one account', async () => {
  const me = person();
  await Promise.all([1, 2].map(() => me.post('/register', { name: 'Ada', email: ada.email })));
  const links = mails.sent().map(({ text }) => /\/register\/\S+/.exec(text)?.[0] ?? '');
  expect(links).toHaveLength(2);
  const sent = [links[0] ?? '', links[0] ?? '', links[1] ?? ''].map((link) =>
    me.post(link, { password: ada.password }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort((one, other) => one - other);
  expect(statuses).toEqual([303, 410, 410]);
  await assertDatabaseCount(app.facades.DB(), 'users', 1);
});

test('strangers do not learn which addresses have an account', async () => {
  await person().register();
  const stranger = person('192.0.2.2');
  const seen = async (path: string, fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const reply = await stranger.post(path, fields);
    const page = await stranger.get(path);
    const same = page.text.replaceAll(fields['email'] ?? '', '...').replaceAll(/ nonce="[\w-]+"/g, '');
    return [reply.status, reply.headers.get('location'), same];
  };
  for (const [path, more] of [
    ['/register', { name: 'x' }],
    ['/forgot-password', {}],
    ['/login', { password: 'difference engine' }],
  ] as const)
    expect(await seen(path, { ...more, email: ada.email })).toEqual(
      await seen(path, { ...more, email: 'bob@example.com' }),
    );
  // The owner of the address learns it by mail; a stranger gets a link for a new account.
  mails.assertSentTo(ada.email, ({ text }) => text.includes('You have an account already.'));
  mails.assertSentTo('bob@example.com', ({ text }) => text.includes('/register/'));
});

test('a forgotten password is replaced once, and ends every login', async () => {
  const [me, thief] = [await person().register(), person('192.0.2.2')];
  await thief.login(ada, { remember: '1' });
  expect(await thief.isIn()).toBe(true);
  await me.post('/forgot-password', { email: ada.email }).assertRedirect('/forgot-password');
  const link = me.link();
  await me.get(link).assertOk();
  const next = { password: 'difference engine' };
  await me.post(link, next).assertRedirect('/login');
  await me.post(link, next).assertStatus(410);
  await me.get(link).assertStatus(410);
  expect([await me.isIn(), await thief.isIn()]).toEqual([false, false]);
  expect(await me.login()).toBe('/login');
  expect(await me.login({ ...ada, ...next })).toBe('/account');
});

test('links of another kind, and made-up ones, open nothing', async () => {
  const me = await person().register();
  await me.post('/forgot-password', { email: ada.email });
  const token = me.link().split('/').at(-1) ?? '';
  for (const path of [`/register/${token}`, '/reset-password/x', `/email/${token}`])
    await me.get(path).assertStatus(410);
  await me.post(`/register/${token}`, { password: ada.password }).assertStatus(410);
  await me.get(`/reset-password/${token}`).assertOk();
});

test('a new address is confirmed by its owner, and the old one is told', async () => {
  const [me, other] = [await person().register(), person('192.0.2.2')];
  await other.register({ ...ada, name: 'Bob', email: 'bob@example.com' });
  await me.post('/account/email', { email: 'ada@example.org' }, '/account').assertRedirect('/account');
  mails.assertSentTo(ada.email, 'old-address');
  const link = me.link('ada@example.org');
  // The link is worth nothing to somebody else.
  await other.post(link).assertStatus(410);
  await other.get(link).assertStatus(410);
  await me.get(link).assertOk().assertSee('ada@example.org');
  // A race: Bob takes the address first.
  await other.post('/account/email', { email: 'ada@example.org' }, '/account');
  await other.post(other.link('ada@example.org')).assertRedirect('/account');
  await me.post(link).assertStatus(410);
  expect((await users()).map(({ email }) => email).toSorted()).toEqual(['ada@example.com', 'ada@example.org']);
  await me.post('/account/email', { email: 'countess@example.org' }, '/account');
  await me.post(me.link('countess@example.org')).assertRedirect('/account');
  expect(await me.login({ ...ada, email: 'countess@example.org' })).toBe('/account');
});

test('a new password ends the other logins', async () => {
  const [me, other] = [await person().register(), person('192.0.2.2')];
  await other.login();
  await me.post('/account/password', { password: 'difference engine' }, '/account').assertRedirect('/account');
  expect([await me.isIn(), await other.isIn()]).toEqual([true, false]);
});

test('users see their logins, and end those of their own alone', async () => {
  const [me, phone, bob] = [await person().register(), person('192.0.2.2'), person('192.0.2.3')];
  await phone.login(ada, { remember: '1' });
  await bob.register({ ...ada, email: 'bob@example.com' });
  const page = (await me.get('/account').assertSee('This browser').assertSee('Another browser')).text;
  const id = /name="id" value="(\w+)"/.exec(page)?.[1] ?? '';
  await bob.post('/account/sessions/end', { id }, '/account');
  expect(await phone.isIn()).toBe(true);
  await me.post('/account/sessions/end', { id }, '/account').assertRedirect('/account');
  expect([await me.isIn(), await phone.isIn(), await bob.isIn()]).toEqual([true, false, true]);
});

test('what is dangerous needs a fresh proof', async () => {
  const me = await person().register();
  const later = Date.now() + 16 * 60_000;
  const clock = { now: Date.now };
  Date.now = () => later;
  try {
    await me.post('/account/delete', {}, '/account').assertRedirect('/confirm');
    await me.get('/account/two-factor').assertRedirect('/confirm');
    await me.get('/confirm').assertOk();
    await me.post('/confirm', { password: 'wrong' }).assertRedirect('/confirm');
    await me.get('/confirm').assertSee('Wrong password.');
    await me.post('/confirm', { password: ada.password }).assertRedirect('/account/two-factor');
    await me.post('/account/delete', {}, '/account').assertRedirect('/');
  } finally {
    Date.now = clock.now;
  }
  await assertDatabaseCount(app.facades.DB(), 'users', 0);
  expect(await me.isIn()).toBe(false);
});

test('after a login, users come to the page that they wanted, and to no other site', async () => {
  const me = await person().register();
  await me.post('/logout');
  await me.get('/account?tab=1').assertRedirect('/login?next=%2Faccount%3Ftab%3D1');
  await me.get('/login?next=%2Faccount%3Ftab%3D1');
  expect(await me.login()).toBe('/account?tab=1');
  for (const evil of [
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example',
    '%2F%2Fevil.example@x',
    'javascript:alert(1)',
    '\t//evil.example',
    'https://localhost@evil.example',
  ]) {
    await me.post('/logout');
    await me.get(`/login?next=${encodeURIComponent(evil)}`);
    expect(await me.login()).not.toMatch(/^(?:[\\/\s]*[\\/][\\/]|https?:|javascript:)/);
  }
});

test('guesses are counted by account, from wherever they come', async () => {
  await person().register();
  const statuses: number[] = [];
  for (let guess = 0; guess < 51; guess++) {
    const one = person(`198.51.100.${guess}`);
    statuses.push((await one.post('/login', { email: 'ADA@example.com ', password: String(guess) })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 50 }, () => 303), 429]);
});

test('nobody fills the mailbox of a stranger', async () => {
  for (let mail = 0; mail < 7; mail++)
    await person(`198.51.100.${mail}`).post(mail % 2 === 0 ? '/register' : '/forgot-password', {
      name: 'x',
      email: ada.email,
    });
  mails.assertSentCount(5);
});

test('a session that somebody else has planted is worth nothing after the login', async () => {
  await person().register();
  const victim = person('192.0.2.2');
  // The attacker knows this session, because they have planted its cookie.
  const planted = (await victim.get('/login?next=/x')).cookie('session');
  await victim.login();
  const { http } = await import('@taproot/testing');
  const attacker = http(app)
    .accept('text/html')
    .withCookie('session', planted?.value ?? '');
  await attacker.get('/account').assertRedirect('/login?next=%2Faccount');
});

test.each(['/register', '/login', '/forgot-password'])('an empty form of %s comes back', async (path) => {
  const me = person();
  await me.post(path).assertRedirect(path);
  await me.get(path).assertOk().assertSee('aria-invalid');
});

test('what users type stays text', async () => {
  const me = await person().register({ ...ada, name: '<script>alert(1)</script>"\'' });
  const { text } = await me.get('/account').assertOk();
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;');
});
