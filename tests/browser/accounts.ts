import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { type FakeMail, fakeMail } from '@taproot/mail/testing';
import axe, { type AxeResults } from 'axe-core';
import { TOTP } from 'otpauth';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { boot } from '../../web-skeleton/bootstrap/app.ts';
import { FakeProvider } from '../account/support/provider.ts';
import { freePort } from '../support/free-port.ts';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

/** `UPDATE_PICTURES=1` writes those of the documentation. */
const pictures = process.env['UPDATE_PICTURES'] === '1' ? join(import.meta.dirname, '../../docs/pictures') : null;
const folder = join(import.meta.dirname, '../.tmp/accounts');

const pictured: Readonly<Record<string, readonly string[]>> = {
  'phone dark': ['login', 'two-factor'],
  'desktop light': ['account'],
};

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
};
const desktop: BrowserContextOptions = { viewport: { width: 1100, height: 780 }, deviceScaleFactor: 1 };

inBrowser('the pages of accounts', () => {
  let app: Application;
  let mails: FakeMail;
  let provider: FakeProvider;
  let site = '';

  beforeAll(async () => {
    provider = await new FakeProvider().open();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const vite = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(import.meta.dirname, '../../web-skeleton'),
    });
    const port = await freePort();
    site = `http://localhost:${port}`;
    app = await boot({
      env: {
        APP_ENV: 'testing',
        ASSETS_DEV: 'false',
        APP_LOCALE: 'en',
        APP_NAME: 'Garden',
        APP_URL: site,
        HOST: 'localhost',
        PORT: String(port),
        DATABASE_URL: `sqlite:${join(folder, 'pages.sqlite')}`,
        GOOGLE_ISSUER: provider.issuer,
        GOOGLE_CLIENT_ID: provider.client.id,
        GOOGLE_CLIENT_SECRET: provider.client.secret,
      },
    });
    mails = fakeMail(app);
    await app.open();
  });

  afterAll(async () => {
    await app.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A new person with a browser. */
  const visit = async (
    options: BrowserContextOptions,
  ): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> => {
    if (typeof browser === 'string') throw new Error(browser);
    const context: BrowserContext = await browser.newContext({ ...options, baseURL: site });
    return { page: await context.newPage(), close: () => context.close() };
  };

  const linkTo = (email: string): string => {
    const mail = mails.sent(({ to }) => to.some(({ address }) => address === email)).at(-1);
    return /http:\/\/localhost:\d+(\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };

  /** Moves by the tabulator to the element with this name, and says which way it took. */
  const tabTo = async (page: Page, name: string): Promise<void> => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate<string>(
        '(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()',
      );
      if (here === name) return;
    }
    throw new Error(`The tabulator does not reach "${name}".`);
  };

  /** Fills a form and sends it, by the keyboard alone. */
  const fill = async (page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) {
      await tabTo(page, label);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    }
    await tabTo(page, button);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  };

  const heading = (page: Page): Promise<string | null> => page.textContent('h1');

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])(
    'every flow by the keyboard alone, without script, on a %s',
    async (name, options) => {
      const { page: plain, close } = await visit({ ...options, javaScriptEnabled: false });
      const me = { name: 'Ada', email: `ada-${name}@example.com`, password: 'analytical engine' };
      // Without script there is nothing to ask which element has the focus: names of fields and Enter do.
      const send = async (fields: Readonly<Record<string, string>>, button: string): Promise<void> => {
        for (const [label, text] of Object.entries(fields)) await plain.getByLabel(label, { exact: true }).fill(text);
        const target = plain.getByRole('button', { name: button, exact: true });
        await target.focus();
        await Promise.all([plain.waitForEvent('load'), plain.keyboard.press('Enter')]);
      };
      await plain.goto('/register');
      await send({ Name: me.name, 'E-mail': me.email }, 'Send me a link');
      expect(await plain.textContent('[role=status]')).toContain('We have sent a mail');
      await plain.goto(linkTo(me.email));
      await send({ 'New password': me.password }, 'Create the account');
      expect(await heading(plain)).toBe('Your account');
      await send({}, 'Log out');

      await plain.goto('/forgot-password');
      await send({ 'E-mail': me.email }, 'Send me a link');
      await plain.goto(linkTo(me.email));
      await send({ 'New password': 'difference engine' }, 'Change the password');
      expect(await heading(plain)).toBe('Log in');
      await send({ 'E-mail': me.email, Password: 'wrong' }, 'Log in');
      expect(await plain.getAttribute('#email', 'aria-describedby')).toBe('email-error');
      expect(await plain.inputValue('#email')).toBe(me.email);
      await send({ 'E-mail': me.email, Password: 'difference engine' }, 'Log in');
      expect(await heading(plain)).toBe('Your account');

      await send({ Name: 'Ada Lovelace' }, 'Change the name');
      await send({ 'E-mail': `new-${me.email}` }, 'Change the e-mail');
      await plain.goto(linkTo(`new-${me.email}`));
      await send({}, 'Confirm');
      expect(await plain.textContent('[role=status]')).toBe('Your address is changed.');
      await plain.getByRole('link', { name: 'Turn it on' }).focus();
      await Promise.all([plain.waitForEvent('load'), plain.keyboard.press('Enter')]);
      const secret = ((await plain.textContent('code')) ?? '').replaceAll(' ', '');
      await send({ Code: new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 }) }, 'Turn it on');
      expect(await plain.locator('.codes li').count()).toBe(10);
      await plain.goto('/account');
      await send({}, 'Log out');
      await plain.goto('/login');
      await send({ 'E-mail': `new-${me.email}`, Password: 'difference engine' }, 'Log in');
      await send({ Code: new TOTP({ secret }).generate() }, 'Log in');
      expect(await heading(plain)).toBe('Your account');
      await send({}, 'Delete my account');
      expect(await plain.textContent('[role=status]')).toBe('Your account is deleted.');
      await close();
    },
    60_000,
  );

  test('the tabulator reaches every field and button, in the order of the page', async () => {
    const { page, close } = await visit(desktop);
    await page.goto('/register');
    await fill(page, { Name: 'Tab', 'E-mail': 'tab@example.com' }, 'Send me a link');
    await page.goto(linkTo('tab@example.com'));
    await fill(page, { 'New password': 'analytical engine' }, 'Create the account');
    expect(await heading(page)).toBe('Your account');
    await fill(page, {}, 'Log out');
    await page.goto('/login');
    await fill(page, { 'E-mail': 'tab@example.com', Password: 'analytical engine' }, 'Log in');
    expect(await heading(page)).toBe('Your account');
    await close();
  }, 60_000);

  test('the button of another site signs in, links and unlinks, by the keyboard', async () => {
    const { page, close } = await visit(desktop);
    const press = async (name: string, heading: string): Promise<void> => {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };
    provider.claims = { sub: 'g-7', email: 'google@example.com', email_verified: true, name: 'Grace' };
    await page.goto('/login');
    await press('Continue with Google', 'Your account');
    expect(new URL(page.url()).origin).toBe(site);
    await fill(page, {}, 'Remove Google');
    expect(await page.textContent('[role=status]')).toBe('The link is removed.');
    await fill(page, {}, 'Log out');
    // Without the link, the address alone opens nothing.
    await page.goto('/login');
    await press('Continue with Google', 'Log in');
    expect(await page.textContent('[role=status]')).toContain('You have an account.');
    await close();
  }, 60_000);

  test('a passkey is made, logs in and is removed', async () => {
    const { page, close } = await visit(desktop);
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
    await fill(page, { Name: 'Key', 'E-mail': 'key@example.com' }, 'Send me a link');
    await page.goto(linkTo('key@example.com'));
    await fill(page, { 'New password': 'analytical engine' }, 'Create the account');
    await fill(page, { 'Name of the new passkey': 'Laptop' }, 'Add a passkey');
    expect(await page.textContent('main')).toContain('Laptop, since');
    await fill(page, {}, 'Log out');
    await page.goto('/login');
    await fill(page, {}, 'Log in with a passkey');
    expect(await heading(page)).toBe('Your account');
    await fill(page, {}, 'Remove Laptop');
    expect(await page.textContent('[role=status]')).toBe('The passkey is removed.');
    await fill(page, {}, 'Log out');
    await page.goto('/login');
    await tabTo(page, 'Log in with a passkey');
    await page.keyboard.press('Enter');
    await page.getByText('This passkey was not accepted.').waitFor();
    await close();
  }, 60_000);

  test.each([
    ['phone', 'light', phone],
    ['phone', 'dark', phone],
    ['desktop', 'light', desktop],
    ['desktop', 'dark', desktop],
  ] as const)(
    'no page has a serious fault, on a %s, %s',
    async (device, colorScheme, options) => {
      const { page, close } = await visit({ ...options, colorScheme });
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
      await fill(page, { 'E-mail': 'x@example.com', Password: 'x' }, 'Log in');
      await look('login refused');
      await page.goto('/register');
      await fill(page, { Name: 'Ada Lovelace', 'E-mail': email }, 'Send me a link');
      await look('sent');
      await page.goto(linkTo(email));
      await look('finish');
      await fill(page, { 'New password': 'analytical engine' }, 'Create the account');
      for (const path of ['/account', '/confirm', '/account/two-factor']) {
        await page.goto(path);
        await look(path.split('/').at(-1) ?? '');
      }
      const secret = ((await page.textContent('code')) ?? '').replaceAll(' ', '');
      await fill(page, { Code: new TOTP({ secret }).generate() }, 'Turn it on');
      await look('recovery codes');
      await page.goto('/account');
      await look('account with two factors');
      expect(faults).toEqual([]);
      await close();
    },
    60_000,
  );
});
