import { expect, test } from '@jest/globals';
import { fakeContext } from '@taproot/testing';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { accounts, dump, site } from './support/application.ts';
import { Authenticator, type Deviation } from './support/authenticator.ts';

const ada = { id: 7, name: 'ada@example.com' };

onEngines((engine) => {
  test('a passkey logs in, and only the one who has it', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        await using app = await accounts(connection);
        const { passkeys } = app.facades.Account();
        const ctx = fakeContext({ app });
        const phone = new Authenticator(site);
        const { options, challenge } = await passkeys.beginCreation(ctx, ada);
        expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Shop' }, user: { name: ada.name }, challenge });
        const made = { user: 7, name: 'Phone', response: phone.create({ challenge }), challenge };
        const passkey = await passkeys.create(ctx, made);
        expect(passkey).toMatchObject({ name: 'Phone', usedAt: null });
        // The same passkey for somebody else.
        expect(await passkeys.create(ctx, { ...made, user: 8 })).toBeNull();
        const again = await passkeys.beginCreation(ctx, ada);
        expect(again.options).toMatchObject({ excludeCredentials: [{ id: phone.id.toString('base64url') }] });

        const login = await passkeys.beginLogin(ctx);
        const response = phone.get(login);
        expect(await passkeys.login(ctx, { response, challenge: login.challenge })).toBe('7');
        // The same answer again: its counter is not new.
        expect(await passkeys.login(ctx, { response, challenge: login.challenge })).toBeNull();
        expect(await passkeys.ofUser(7)).toEqual([{ ...passkey, usedAt: expect.any(Date) }]);

        expect(await passkeys.remove(8, passkey?.id ?? '')).toBe(false);
        expect(await passkeys.remove(7, passkey?.id ?? '')).toBe(true);
        const last = await passkeys.beginLogin(ctx);
        expect(await passkeys.login(ctx, { response: phone.get(last), challenge: last.challenge })).toBeNull();
        expect(await dump(app, 'passkeys')).toBe('[]');
      }),
    ));
});

const deviations: Readonly<Record<string, Deviation>> = {
  'of a page of another site': { origin: 'https://evil.example' },
  'of another port': { origin: 'http://localhost:3001' },
  'for another domain': { domain: 'evil.example' },
  'of a device that did not check its holder': { verified: false },
  'of another ceremony': { type: 'webauthn.other' },
};

test.each(Object.entries(deviations))('an answer %s is refused', async (_name, deviation) => {
  await using app = await accounts();
  const { passkeys } = app.facades.Account();
  const ctx = fakeContext({ app });
  const phone = new Authenticator(site);
  const { challenge } = await passkeys.beginCreation(ctx, ada);
  const answer = { user: 7, name: 'Phone', challenge };
  expect(await passkeys.create(ctx, { ...answer, response: phone.create({ challenge }, deviation) })).toBeNull();
  expect(await passkeys.create(ctx, { ...answer, response: phone.create({ challenge }) })).not.toBeNull();
  const login = await passkeys.beginLogin(ctx);
  const given = { challenge: login.challenge, response: phone.get(login, deviation) };
  expect(await passkeys.login(ctx, given)).toBeNull();
  expect(await passkeys.login(ctx, { ...given, response: phone.get(login) })).toBe('7');
});

test('answers to another challenge, of another key and malformed ones are refused', async () => {
  await using app = await accounts();
  const { passkeys } = app.facades.Account();
  const ctx = fakeContext({ app });
  const [phone, thief] = [new Authenticator(site), new Authenticator(site)];
  const { challenge } = await passkeys.beginCreation(ctx, ada);
  await passkeys.create(ctx, { user: 7, name: 'Phone', challenge, response: phone.create({ challenge }) });
  const [one, other] = [await passkeys.beginLogin(ctx), await passkeys.beginLogin(ctx)];
  expect(await passkeys.login(ctx, { response: phone.get(one), challenge: other.challenge })).toBeNull();
  const forged = { ...thief.get(one), id: phone.id.toString('base64url'), rawId: phone.id.toString('base64url') };
  expect(await passkeys.login(ctx, { response: forged, challenge: one.challenge })).toBeNull();
  const { response } = phone.get(one);
  for (const wrong of [
    null,
    'x',
    7,
    [],
    {},
    { id: forged.id },
    { ...forged, response: null },
    { ...forged, response: { ...response, signature: 'AA' } },
    { ...forged, response: { ...response, clientDataJSON: '{' } },
  ])
    expect(await passkeys.login(ctx, { response: wrong, challenge: one.challenge })).toBeNull();
  for (const wrong of [null, {}, phone.get(one), { ...phone.create(one), response: {} }])
    expect(await passkeys.create(ctx, { user: 7, name: 'x', response: wrong, challenge: one.challenge })).toBeNull();
});
