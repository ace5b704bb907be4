import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PendingSignIn, Profile } from '@taproot/account';
import { fakeContext, type TestApplication } from '@taproot/testing';
import { accounts, site } from './support/application.ts';
import { FakeProvider } from './support/provider.ts';

let [provider, other]: [FakeProvider, FakeProvider] = [new FakeProvider(), new FakeProvider()];
let app: TestApplication;

beforeEach(async () => {
  provider = await new FakeProvider().open();
  other = await new FakeProvider().open();
  const client = { client_id: provider.client.id, client_secret: provider.client.secret };
  app = await accounts(undefined, {
    providers: {
      google: { driver: 'oidc', issuer: provider.issuer, ...client },
      other: { driver: 'oidc', issuer: other.issuer, ...client },
      github: { driver: 'github', url: provider.issuer, api: provider.issuer, ...client },
      off: { driver: 'oidc', issuer: provider.issuer, client_id: '', client_secret: '' },
    },
  });
});

afterEach(async () => {
  await app.close();
  await provider.close();
  await other.close();
});

const begin = async (name = 'google') => {
  const begun = await app.facades.Account().signIn.begin(fakeContext({ app }), name, `/sign-in/${name}/callback`);
  if (begun === null) throw new Error('The provider did not answer.');
  return begun;
};

const finish = (callback: string, pending: PendingSignIn | null, name = 'google'): Promise<Profile | null> => {
  const { pathname, search } = new URL(callback);
  return app.facades.Account().signIn.finish(fakeContext({ app, url: pathname + search }), name, pending);
};

test('providers with a client are offered', () => {
  expect(app.facades.Account().signIn.providers()).toEqual([
    { name: 'google', title: 'Google' },
    { name: 'other', title: 'Other' },
    { name: 'github', title: 'GitHub' },
  ]);
});

test('OpenID Connect says who the user is', async () => {
  const { url, pending } = await begin();
  const { origin, searchParams } = new URL(url);
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    redirect_uri: `${site}/sign-in/google/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  });
  expect(url).not.toContain(pending.verifier);
  const callback = provider.agree(url);
  const ada = { provider: 'google', subject: 'g-1', email: 'ada@example.com', emailVerified: true, name: 'Ada' };
  expect(await finish(callback, pending)).toEqual(ada);
  // The code is used up.
  expect(await finish(callback, pending)).toBeNull();
});

test('the address of a provider is verified only if it says so', async () => {
  for (const email_verified of [false, undefined, 'false', 1, 'yes', null]) {
    provider.claims = { sub: 'g-1', email: 'ADA@example.com', email_verified };
    const { url, pending } = await begin();
    const profile = await finish(provider.agree(url), pending);
    expect(profile).toMatchObject({ email: 'ada@example.com', emailVerified: false });
  }
});

test('GitHub says who the user is, with the primary address', async () => {
  provider.emails = [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'Ada@example.com', primary: true, verified: false },
  ];
  const { url, pending } = await begin('github');
  const profile = await finish(provider.agree(url), pending, 'github');
  expect(profile).toEqual({
    provider: 'github',
    subject: '42',
    email: 'ada@example.com',
    emailVerified: false,
    name: 'Ada',
  });
});

const refusals: Readonly<Record<string, () => void>> = {
  'with another nonce': () => (provider.wrong = { nonce: 'of another sign-in' }),
  'without a nonce': () => (provider.wrong = { nonce: undefined }),
  'of another issuer': () => (provider.wrong = { iss: 'https://evil.example' }),
  'for another client': () => (provider.wrong = { aud: 'another shop' }),
  'that has expired': () => (provider.wrong = { exp: Math.floor(Date.now() / 1000) - 600 }),
  'of another key': () => (provider.forges = true),
  'without a signature': () => (provider.header = { alg: 'none' }),
};

test.each(Object.entries(refusals))('an identity token %s is refused', async (_name, fail) => {
  fail();
  const { url, pending } = await begin();
  expect(await finish(provider.agree(url), pending)).toBeNull();
});

test('a callback belongs to the browser that began the sign-in', async () => {
  const [mine, theirs] = [await begin(), await begin()];
  // Somebody makes the browser open the callback of their own account.
  expect(await finish(provider.agree(theirs.url), mine.pending)).toBeNull();
  expect(await finish(provider.agree(mine.url), null)).toBeNull();
  // The code of one sign-in in the callback of another.
  const [code, own] = [new URL(provider.agree(theirs.url)), new URL(provider.agree(mine.url))];
  own.searchParams.set('code', code.searchParams.get('code') ?? '');
  expect(await finish(own.href, mine.pending)).toBeNull();
  for (const query of [
    '',
    '?code=x',
    `?state=${mine.pending.state}`,
    `?error=access_denied&state=${mine.pending.state}`,
  ])
    expect(await finish(`${site}/sign-in/google/callback${query}`, mine.pending)).toBeNull();
});

test('a provider cannot be taken for another one', async () => {
  const { url, pending } = await begin('other');
  // The browser was sent to one provider, and comes back to the callback of another.
  expect(await finish(other.agree(url), pending, 'google')).toBeNull();
  // The code of the other provider, in a sign-in with this one (RFC 9207).
  const google = await begin();
  const mixed = new URL(provider.agree(google.url));
  mixed.searchParams.set('iss', other.issuer);
  expect(await finish(mixed.href, google.pending)).toBeNull();
});

test('a provider that is away is asked again', async () => {
  await provider.close();
  const { signIn } = app.facades.Account();
  expect(await signIn.begin(fakeContext({ app }), 'google', '/callback')).toBeNull();
  await expect(signIn.begin(fakeContext({ app }), 'of', '/callback')).rejects.toMatchObject({
    code: 'E_PROVIDER_UNKNOWN',
    status: 404,
  });
  await expect(signIn.begin(fakeContext({ app }), 'off', '/callback')).rejects.toMatchObject({ status: 404 });
  await expect(signIn.begin(fakeContext({ app }), 'constructor', '/callback')).rejects.toMatchObject({ status: 404 });
});

test('an account of another site belongs to one user', async () => {
  const { signIn } = app.facades.Account();
  const github = { provider: 'github', subject: '42' };
  expect(await signIn.userOf(github)).toBeNull();
  const linked = await Promise.all([7, 8, 9].map((user) => signIn.link(user, github)));
  expect(linked.filter(Boolean)).toHaveLength(1);
  expect(await signIn.link((await signIn.userOf(github)) ?? '', github)).toBe(true);
  expect(await signIn.userOf({ provider: 'google', subject: '42' })).toBeNull();
  const owner = (await signIn.userOf(github)) ?? '';
  expect(await signIn.ofUser(owner)).toEqual(['github']);
  expect(await signIn.unlink('10', 'github')).toBe(false);
  expect(await signIn.unlink(owner, 'github')).toBe(true);
});
