import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { refreshDatabase } from '@taproot/database/testing';
import { TOTP } from 'otpauth';
import { boot } from '../bootstrap/app.ts';
import { type Person, people } from './browser.ts';

let app: Application;
let person: (ip?: string) => Person;

// In the middle of a step of 30 seconds, and it stays there: a code would be another one at the end of it.
const now = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;

beforeEach(async () => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
  app = await boot({ env: { APP_ENV: 'testing', APP_LOCALE: 'en' } });
  await refreshDatabase(app);
  ({ person } = people(app));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await app.close();
});

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Turns it on; the secret and the recovery codes. */
const turnOn = async (me: Person) => {
  const page = await me.get('/account/two-factor').assertOk().assertSee('otpauth://totp/');
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
  await me.post('/account/two-factor', { code: '000000' }).assertRedirect('/account/two-factor');
  await me.get('/account/two-factor').assertSee('This code is wrong.');
  const done = await me.post('/account/two-factor', { code: codeOf(secret, -1) }).assertOk();
  return { secret, codes: [...done.text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code = '']) => code) };
};

test('a login needs the code of the phone, or a recovery code, each once', async () => {
  const me = await person().register();
  const { secret, codes } = await turnOn(me);
  expect(codes).toHaveLength(10);
  await me.post('/logout');
  expect(await me.login()).toBe('/two-factor');
  expect(await me.isIn()).toBe(false);
  await me.post('/two-factor', { code: codeOf(secret) }).assertRedirect('/account');
  expect(await me.isIn()).toBe(true);

  await me.post('/logout');
  await me.login();
  await me.post('/two-factor', { code: codeOf(secret) }).assertRedirect('/two-factor');
  await me.get('/two-factor').assertSee('it was used already');
  await me.post('/two-factor', { code: codes[0] ?? '' }).assertRedirect('/account');
  await me.post('/logout');
  await me.login();
  await me.post('/two-factor', { code: codes[0] ?? '' }).assertRedirect('/two-factor');
});

test('codes are not guessed, also from many addresses', async () => {
  await turnOn(await person().register());
  const statuses: number[] = [];
  for (let guess = 0; guess < 10; guess++) {
    const thief = person(`198.51.100.${guess}`);
    await thief.login();
    statuses.push((await thief.post('/two-factor', { code: String(100_000 + guess) })).status);
  }
  // Two of the ten were codes of the set-up.
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 303), 429, 429]);
});

test('without the first factor, a code is worth nothing', async () => {
  const { secret } = await turnOn(await person().register());
  const thief = person('198.51.100.1');
  await thief.get('/two-factor').assertRedirect('/login');
  await thief.post('/two-factor', { code: codeOf(secret) }).assertRedirect('/login');
});

test('new recovery codes replace the old ones, and turning it off ends it', async () => {
  const me = await person().register();
  const { codes } = await turnOn(me);
  const page = await me.post('/account/recovery-codes', {}, '/account').assertOk();
  expect(page.text).not.toContain(codes[0]);
  await me.post('/account/two-factor/off', {}, '/account').assertRedirect('/account');
  await me.post('/logout');
  expect(await me.login()).toBe('/account');
});
