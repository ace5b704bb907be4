import { expect, test } from '@jest/globals';
import { fakeContext, type TestResponse } from '@taproot/testing';
import { compareTimes } from '../auth/support/compare-times.ts';
import { Authenticator } from './support/authenticator.ts';
import { browserFrom, flows, withStranger } from './support/enumeration.ts';

/** Milliseconds: hashes of passwords take long. */
const patience = 60_000;

/** Everything that a stranger sees of a reply, but for secrets and addresses, which differ from one reply to the next. */
const seen = async (asked: PromiseLike<TestResponse>): Promise<unknown> => {
  const { status, headers, text } = await asked;
  const plain = (value: string): string =>
    value
      .replaceAll(/(user|keys|none)-\d{7}/g, 'ADDRESS')
      .replaceAll(/[\w-]{43}|[\w-]{20,24}(?=')/g, (secret) => `SECRET of ${secret.length}`);
  const shown = [...headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name));
  return {
    status,
    headers: shown.map(([name, value]) => [name, plain(value)]),
    cookies: headers.getSetCookie().map(plain),
    text: plain(text),
    size: text.length,
  };
};

test.each(flows)('%s: status, headers, cookies and text do not say whether the address has an account', (flow) =>
  withStranger(5, async (pair) => {
    const [known, unknown] = pair(flow);
    const [one, other] = [await seen(known()), await seen(unknown())];
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 303 });
  }),
);

// `npm run test:long -- enumeration` makes thousands of attempts.
test.each(flows)(
  '%s: neither does the time',
  (flow) =>
    withStranger(100, async (pair) => {
      expect(Math.abs(await compareTimes(pair(flow), 60))).toBeLessThan(4.5);
    }),
  60_000,
);

test(
  'passkeys: a login with a known key looks like one with an unknown key',
  () =>
    withStranger(1, async (_pair, app) => {
      const [known, unknown] = [new Authenticator('http://localhost'), new Authenticator('http://localhost')];
      const { passkeys } = app.facades.Account();
      const ctx = fakeContext({ app });
      const { challenge } = await passkeys.beginCreation(ctx, { id: 1, name: 'Ada' });
      const response = known.create({ challenge });
      expect(await passkeys.create(ctx, { user: 1, name: 'Phone', response, challenge })).not.toBeNull();
      const refused = async (key: Authenticator, ip: string): Promise<unknown> => {
        const browser = browserFrom(app, ip);
        await browser.post('/passkeys/options', {});
        return seen(browser.post('/passkeys/login', { passkey: key.get({ challenge: 'of another login' }) }));
      };
      const one = await refused(known, '192.0.2.1');
      expect(one).toEqual(await refused(unknown, '192.0.2.2'));
      expect(one).toMatchObject({ status: 422 });
    }),
  patience,
);
