import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { account } from '@taproot/account';
import { crypt } from '@taproot/crypt';
import { database } from '@taproot/database';
import { pluginChecks } from '@taproot/testing';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { accounts, atOnce, dump, moveTo } from './support/application.ts';

const base32 = (text: string): Buffer => {
  const bits = text
    .replaceAll(' ', '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The code of a secret, `steps` of 30 seconds from now, after RFC 4226 and RFC 6238. */
const codeOf = (secret: string, steps = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

// The vectors of RFC 6238, appendix B, with six digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('codes are those of the RFC at %d', (time, code) => {
  moveTo(time - Date.now() / 1000);
  expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toBe(code);
});

for (const { name, run } of pluginChecks(() => account(), { beside: () => [crypt(), database()] })) test(name, run);

onEngines((engine) => {
  test('a token works once, for its purpose, until it expires', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        await using app = await accounts(connection);
        const { tokens } = app.facades.Account();
        const token = await tokens.issue('change-email', 7, { email: 'new@example.com' });
        expect(await dump(app, 'account_tokens')).not.toContain(token);
        // Programs that look for dangerous links open them first.
        expect(await tokens.find('change-email', token)).toMatchObject({ subject: '7' });
        expect(await tokens.find('reset-password', token)).toBeNull();
        expect(await tokens.use('reset-password', token)).toBeNull();
        const used = await atOnce(20, () => tokens.use('change-email', token));
        expect(used.filter((held) => held !== null)).toEqual([
          { subject: '7', data: { email: 'new@example.com' }, expiresAt: expect.any(Date) },
        ]);
        expect(await tokens.use('change-email', token)).toBeNull();
        for (const wrong of ['', 'x', `${token}=`, token.toUpperCase(), "' or 1=1 --", 'a'.repeat(100_000)])
          expect(await tokens.find('change-email', wrong)).toBeNull();

        const [first, second] = [
          await tokens.issue('reset-password', 7, {}),
          await tokens.issue('reset-password', 7, {}),
        ];
        const other = await tokens.issue('reset-password', 8, {});
        expect(await tokens.use('reset-password', second)).not.toBeNull();
        expect(await tokens.find('reset-password', first)).toBeNull();
        moveTo(3599);
        expect(await tokens.find('reset-password', other)).not.toBeNull();
        moveTo(1);
        expect(await tokens.find('reset-password', other)).toBeNull();
        expect(await tokens.use('reset-password', other)).toBeNull();
      }),
    ));

  test('codes and recovery codes work once, also at once', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        await using app = await accounts(connection);
        const { twoFactor } = app.facades.Account();
        const tabs = await atOnce(5, () => twoFactor.begin(7, 'ada@example.com'));
        expect(new Set(tabs.map(({ secret }) => secret)).size).toBe(1);
        const [{ secret, address, qr } = { secret: '', address: '', qr: '' }] = tabs;
        expect(address).toMatch(/^otpauth:\/\/totp\/Shop:ada%40example\.com\?issuer=Shop&secret=[A-Z2-7]{32}&/);
        expect(qr).toMatch(/^<svg /);
        expect(await dump(app, 'two_factors')).not.toContain(secret.replaceAll(' ', ''));
        expect(await twoFactor.isOn(7)).toBe(false);
        // A code before the set-up is confirmed is worth nothing.
        expect(await twoFactor.check(7, codeOf(secret))).toBe(false);
        expect(await twoFactor.confirm(7, '000000')).toBeNull();

        const confirmed = await atOnce(5, () => twoFactor.confirm(7, codeOf(secret)));
        const [codes = [], ...more] = confirmed.filter((one) => one !== null);
        expect({ more, codes: new Set(codes).size }).toEqual({ more: [], codes: 10 });
        expect(await twoFactor.isOn(7)).toBe(true);
        await expect(twoFactor.begin(7, 'x')).rejects.toMatchObject({ code: 'E_TWO_FACTOR_ON' });
        // The code that has confirmed is used up, and so are earlier ones.
        expect(await twoFactor.check(7, codeOf(secret))).toBe(false);
        expect(await twoFactor.check(7, codeOf(secret, -1))).toBe(false);
        const checked = await atOnce(10, () => twoFactor.check(7, codeOf(secret, 1)));
        expect(checked.filter(Boolean)).toHaveLength(1);
        // Two steps away is too far.
        expect(await twoFactor.check(7, codeOf(secret, 3))).toBe(false);
        moveTo(90);
        expect(await twoFactor.check(7, `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)).toBe(true);
        expect(await twoFactor.check(8, codeOf(secret))).toBe(false);

        const [code = '', next = '', third = ''] = codes;
        expect(await dump(app, 'recovery_codes')).not.toContain(code);
        expect(await twoFactor.check(8, code)).toBe(false);
        expect((await atOnce(10, () => twoFactor.check(7, code))).filter(Boolean)).toHaveLength(1);
        expect(await twoFactor.check(7, ` ${next.toUpperCase().replaceAll('-', ' ')} `)).toBe(true);
        expect(await twoFactor.recoveryCodesLeft(7)).toBe(8);
        await twoFactor.newRecoveryCodes(7);
        expect(await twoFactor.check(7, third)).toBe(false);
        await twoFactor.turnOff(7);
        expect([await twoFactor.isOn(7), await twoFactor.recoveryCodesLeft(7)]).toEqual([false, 0]);
      }),
    ));
});

test('a secret opens for its user alone, and with a previous key', async () => {
  await using app = await accounts();
  const { twoFactor } = app.facades.Account();
  const { secret } = await twoFactor.begin(7, 'ada');
  await twoFactor.confirm(7, codeOf(secret));
  // Somebody who writes to the database copies a secret that they know to another user.
  const rows = app.provided('rows')?.(null);
  const mine = await rows?.first('two_factors', { user_id: '7' });
  await rows?.insert('two_factors', { user_id: '8', secret: String(mine?.['secret']), confirmed: 1, last_step: 0 });
  await expect(twoFactor.check(8, codeOf(secret, 1))).rejects.toMatchObject({ code: 'E_TWO_FACTOR_SECRET' });
});

test('a missing table says how it is made', async () => {
  await using app = await accounts();
  await app.facades.Account().tokens.forget(1);
  const { sql } = await import('@taproot/database');
  await sql`drop table account_tokens`.execute(app.facades.DB());
  await expect(app.facades.Account().tokens.issue('reset-password', 1, {})).rejects.toMatchObject({
    code: 'E_ACCOUNT_TABLE',
    message: expect.stringContaining('account_tokens'),
  });
});
