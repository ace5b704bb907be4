import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import axe, { type AxeResults } from 'axe-core';
import { TOTP } from 'otpauth';
import { AccountSite, screens } from './account-site.ts';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

/** `UPDATE_PICTURES=1` writes those of the documentation. */
const pictures = process.env['UPDATE_PICTURES'] === '1' ? join(import.meta.dirname, '../../docs/pictures') : null;

const pictured: Readonly<Record<string, readonly string[]>> = {
  'phone dark': ['login', 'two-factor'],
  'desktop light': ['account'],
};

inBrowser('the pages of accounts', () => {
  let site: AccountSite;

  beforeAll(async () => {
    site = await AccountSite.open('accounts');
  });

  afterAll(() => site.close());

  test('a passkey is made, logs in and is removed', async () => {
    const me = await site.visit(screens.desktop);
    const { page } = me;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/register');
    await me.submit({ Name: 'Key', 'E-mail': 'key@example.com' }, 'Send me a link');
    await page.goto(site.linkTo('key@example.com'));
    await me.submit({ 'New password': 'analytical engine' }, 'Create the account');
    await me.submit({ 'Name of the new passkey': 'Laptop' }, 'Add a passkey');
    expect(await page.textContent('main')).toContain('Laptop, since');
    await me.submit({}, 'Log out');
    await page.goto('/login');
    await me.submit({}, 'Log in with a passkey');
    expect(await me.heading()).toBe('Your account');
    await me.submit({}, 'Remove Laptop');
    expect(await me.status()).toBe('The passkey is removed.');
    await me.submit({}, 'Log out');
    await page.goto('/login');
    await me.tabTo('Log in with a passkey');
    await page.keyboard.press('Enter');
    await page.getByText('This passkey was not accepted.').waitFor();
    await me.close();
  }, 60_000);

  test.each([
    ['phone', 'light'],
    ['phone', 'dark'],
    ['desktop', 'light'],
    ['desktop', 'dark'],
  ] as const)(
    'no page has a serious fault, on a %s, %s',
    async (device, colorScheme) => {
      const me = await site.visit({ ...screens[device], colorScheme });
      const { page } = me;
      const email = `axe-${device}-${colorScheme}@example.com`;
      const faults: unknown[] = [];
      const look = async (name: string): Promise<void> => {
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate<AxeResults>('axe.run()');
        faults.push(
          ...violations.map(({ id, impact, nodes }) => ({ name, id, impact, nodes: nodes.map(({ html }) => html) })),
        );
        const width = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (width > 0) faults.push({ name, id: 'wider than the screen', width });
        const shown = pictured[`${device} ${colorScheme}`]?.includes(name) ?? false;
        if (pictures !== null && shown)
          await page.screenshot({ path: join(pictures, `accounts-${name}-${device}-${colorScheme}.png`) });
      };
      for (const path of ['/', '/register', '/login', '/forgot-password', '/register/x']) {
        await page.goto(path);
        await look(path.slice(1));
      }
      await page.goto('/login');
      await me.submit({ 'E-mail': 'x@example.com', Password: 'x' }, 'Log in');
      await look('login refused');
      await page.goto('/register');
      await me.submit({ Name: 'Ada Lovelace', 'E-mail': email }, 'Send me a link');
      await look('sent');
      await page.goto(site.linkTo(email));
      await look('finish');
      await me.submit({ 'New password': 'analytical engine' }, 'Create the account');
      for (const path of ['/account', '/confirm', '/account/two-factor']) {
        await page.goto(path);
        await look(path.split('/').at(-1) ?? '');
      }
      const secret = ((await page.textContent('code')) ?? '').replaceAll(' ', '');
      await me.submit({ Code: new TOTP({ secret }).generate() }, 'Turn it on');
      await look('recovery codes');
      await page.goto('/account');
      await look('account with two factors');
      expect(faults).toEqual([]);
      await me.close();
    },
    60_000,
  );
});
