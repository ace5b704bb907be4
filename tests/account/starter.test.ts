import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { sql } from '@taproot/database';
import { refreshDatabase } from '@taproot/database/testing';
import type { FakeMail } from '@taproot/mail/testing';
import { boot } from '../../web-skeleton/bootstrap/app.ts';
import { ada, type Person, people } from '../../web-skeleton/tests/browser.ts';
import { FakeProvider } from './support/provider.ts';

let app: Application;
let mails: FakeMail;
let person: (ip?: string) => Person;
let provider: FakeProvider;
let folder = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  provider = await new FakeProvider().open();
  app = await boot({
    env: {
      APP_ENV: 'testing',
      APP_LOCALE: 'en',
      DATABASE_URL: `sqlite:${join(folder, 'test_{worker}.sqlite')}`,
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_CLIENT_ID: provider.client.id,
      GOOGLE_CLIENT_SECRET: provider.client.secret,
    },
  });
  await refreshDatabase(app);
  ({ mails, person } = people(app));
});

afterEach(async () => {
  await app.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const users = async () => (await sql`select id, email, password from users`.execute(app.facades.DB())).rows;

/** Goes to the provider, agrees, and comes back: where the callback leads. */
const signIn = async (me: Person, alter = (callback: URL): void => void callback): Promise<string> => {
  const away = await me.get('/sign-in/google').assertStatus(303);
  const callback = new URL(provider.agree(away.headers.get('location') ?? ''));
  alter(callback);
  return (await me.get(callback.pathname + callback.search)).headers.get('location') ?? '';
};

test('a verified address makes an account, which the provider opens again', async () => {
  const me = person();
  await me.get('/login').assertSee('Continue with Google');
  expect(await signIn(me)).toBe('/account');
  expect(await users()).toEqual([{ id: expect.anything(), email: ada.email, password: null }]);
  await me.post('/logout');
  provider.claims = { sub: 'g-1', email: 'changed@example.com', email_verified: true };
  expect(await signIn(me)).toBe('/account');
  expect(await users()).toHaveLength(1);
  // Without a password, none opens it.
  await me.post('/logout');
  expect(await me.login({ ...ada, password: '' })).not.toBe('/account');
});

test('an address never opens an account, verified or not', async () => {
  await person().register();
  for (const email_verified of [true, false]) {
    const thief = person('198.51.100.1');
    provider.claims = { sub: 'evil', email: ada.email, email_verified };
    expect(await signIn(thief)).toBe('/login');
    expect(await thief.isIn()).toBe(false);
  }
  expect(await users()).toHaveLength(1);
  mails.assertSentTo(ada.email, ({ text }) => text.includes('You have an account already.'));
});

test('an address that the provider has not checked waits for its owner', async () => {
  const me = person();
  provider.claims = { sub: 'g-1', email: ada.email, email_verified: false, name: 'Ada' };
  expect(await signIn(me)).toBe('/login');
  expect(await users()).toEqual([]);
  await me.post(me.link(), { password: ada.password }).assertRedirect('/account');
  await me.post('/logout');
  expect(await signIn(me)).toBe('/account');
});

test('who is logged in links and unlinks, and nobody links for them', async () => {
  const me = await person().register();
  const page = await me.get('/account/links/google').assertOk();
  const address = /href="(http:\/\/127[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const callback = new URL(provider.agree(address));
  // Somebody makes another browser open the callback of this one.
  const victim = await person('198.51.100.1').register({ ...ada, email: 'bob@example.com' });
  await victim.get(callback.pathname + callback.search).assertRedirect('/login');
  await victim.get('/account').assertSee('Link Google');
  const own = new URL(provider.agree(address));
  await me.get(own.pathname + own.search).assertRedirect('/account');
  await me.get('/account').assertSee('Remove Google');
  await me.post('/account/links/remove', { provider: 'google' }, '/account').assertRedirect('/account');
  await me.get('/account').assertSee('Link Google');
});

test('a callback that was changed, replayed or cancelled leads back to the login', async () => {
  const alterations = [
    (url: URL) => url.searchParams.set('state', 'x'),
    (url: URL) => url.searchParams.delete('code'),
    (url: URL) => {
      url.search = `?error=access_denied&state=${url.searchParams.get('state')}`;
    },
    (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
  ];
  for (const alter of alterations) expect(await signIn(person(), (url) => alter(url))).toBe('/login');
  provider.wrong = { nonce: 'of another sign-in' };
  expect(await signIn(person())).toBe('/login');
  expect(await users()).toEqual([]);
  await person().get('/sign-in/nowhere').assertNotFound();
});
