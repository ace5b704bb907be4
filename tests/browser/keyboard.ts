import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { AccountSite, screens, type Visitor } from './account-site.ts';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

inBrowser('by the keyboard alone, without script', () => {
  let site: AccountSite;

  beforeAll(async () => {
    site = await AccountSite.open('keyboard');
  });

  afterAll(() => site.close());

  afterEach(() => void jest.restoreAllMocks());

  const visit = (screen: keyof typeof screens): Promise<Visitor> =>
    site.visit({ ...screens[screen], javaScriptEnabled: false });

  /** A new account, whose user is logged in. */
  const register = async (me: Visitor, email: string): Promise<void> => {
    await me.page.goto('/register');
    await me.submit({ Name: 'Ada', 'E-mail': email }, 'Send me a link');
    expect(await me.status()).toContain('We have sent a mail');
    await me.page.goto(site.linkTo(email));
    await me.submit({ 'New password': 'analytical engine' }, 'Create the account');
    expect(await me.heading()).toBe('Your account');
  };

  /** The message at a field. */
  const errorAt = (me: Visitor, field: string): Promise<string | null> => me.page.textContent(`#${field}-error`);

  describe.each(['phone', 'desktop'] as const)('on a %s', (screen) => {
    test('an account is made, its password is forgotten, and a wrong field has the focus', async () => {
      const me = await visit(screen);
      const email = `ada-${screen}@example.com`;
      await me.page.goto('/');
      await me.tabTo('Skip to the content');
      await me.page.keyboard.press('Enter');
      await me.page.waitForURL('/#content');
      await me.page.goto('/');
      await me.press('Register');
      // A browser refuses an empty field; the server refuses a blank one.
      await me.submit({ Name: ' ', 'E-mail': email }, 'Send me a link');
      expect([await me.focus(), await me.page.inputValue('#email')]).toEqual(['name', email]);
      await register(me, email);
      await me.press('Log out');
      await me.press('Log in');
      await me.press('Forgot your password?');
      await me.submit({ 'E-mail': email }, 'Send me a link');
      await me.page.goto(site.linkTo(email));
      await me.submit({ 'New password': 'short' }, 'Change the password');
      expect([await me.focus(), await me.page.inputValue('#password')]).toEqual(['password', '']);
      expect(await me.page.getAttribute('#password', 'aria-describedby')).toBe('password-error password-hint');
      await me.submit({ 'New password': 'difference engine' }, 'Change the password');
      expect(await me.heading()).toBe('Log in');

      await me.submit({ 'E-mail': email, Password: 'wrong' }, 'Log in');
      expect(await errorAt(me, 'email')).toBe('Wrong e-mail or password.');
      expect([await me.focus(), await me.page.inputValue('#email')]).toEqual(['email', email]);
      expect(await me.page.getAttribute('#email', 'aria-describedby')).toBe('email-error');
      await me.tabTo('Stay logged in on this device');
      await me.page.keyboard.press('Space');
      // The tabulator goes on from here, so the fields above come last.
      await me.page.keyboard.press('Shift+Tab');
      await me.page.keyboard.type('difference engine');
      await Promise.all([me.page.waitForEvent('load'), me.page.keyboard.press('Enter')]);
      expect(await me.heading()).toBe('Your account');
      const cookies = await me.page.context().cookies();
      expect(cookies.some(({ name, expires }) => name.startsWith('remember') && expires > 0)).toBe(true);
      expect(me.faults).toEqual([]);
      await me.close();
    }, 60_000);

    test('name, address, password and other browsers change, after a proof', async () => {
      const [me, other] = [await visit(screen), await visit(screen)];
      const email = `grace-${screen}@example.com`;
      await register(me, email);
      await other.page.goto('/login');
      await other.submit({ 'E-mail': email, Password: 'analytical engine' }, 'Log in');

      const later = Date.now() + 16 * 60_000;
      jest.spyOn(Date, 'now').mockImplementation(() => later);
      await me.page.goto('/account');
      await me.submit({ Name: 'Grace Hopper' }, 'Change the name');
      expect(await me.status()).toBe('Your name is changed.');
      await me.press('End');
      expect(await me.heading()).toBe('Confirm that it is you');
      await me.submit({ Password: 'wrong' }, 'Confirm');
      expect([await me.focus(), await errorAt(me, 'password')]).toEqual(['password', 'Wrong password.']);
      await me.submit({ Password: 'analytical engine' }, 'Confirm');
      expect(await me.heading()).toBe('Your account');
      await me.press('End');
      expect(await me.status()).toBe('That browser is logged out.');
      await other.page.goto('/account');
      expect(await other.heading()).toBe('Log in');

      await me.submit({ 'E-mail': `new-${email}` }, 'Change the e-mail');
      await me.page.goto(site.linkTo(`new-${email}`));
      await me.press('Confirm');
      expect(await me.status()).toBe('Your address is changed.');
      await me.submit({ 'New password': 'short' }, 'Change the password');
      expect(await me.focus()).toBe('password');
      await me.submit({ 'New password': 'difference engine' }, 'Change the password');
      expect(await me.status()).toContain('Your password is changed.');
      await me.press('Delete my account');
      expect(await me.status()).toBe('Your account is deleted.');
      expect([...me.faults, ...other.faults]).toEqual([]);
      await me.close();
      await other.close();
    }, 60_000);

    test('two factors are turned on, used with codes of both kinds, and turned off', async () => {
      // A code changes every 30 seconds, and each is taken once: this clock goes on when the test says so.
      let now = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
      jest.spyOn(Date, 'now').mockImplementation(() => now);
      const me = await visit(screen);
      const email = `mary-${screen}@example.com`;
      await register(me, email);
      await me.press('Turn it on');
      expect(await me.page.getAttribute('#code', 'inputmode')).toBe('numeric');
      const secret = ((await me.page.textContent('code')) ?? '').replaceAll(' ', '');
      const code = (): string => new TOTP({ secret }).generate({ timestamp: now });
      await me.submit({ Code: '000000' }, 'Turn it on');
      expect([await me.focus(), await errorAt(me, 'code')]).toEqual(['code', expect.stringContaining('wrong')]);
      await me.submit({ Code: code() }, 'Turn it on');
      const codes = await me.page.locator('.codes li').allTextContents();
      expect(codes).toHaveLength(10);
      await me.press('I have kept them');

      const logIn = async (text: string): Promise<void> => {
        await me.press('Log out');
        await me.press('Log in');
        await me.submit({ 'E-mail': email, Password: 'analytical engine' }, 'Log in');
        await me.submit({ Code: text }, 'Log in');
      };
      now += 60_000;
      await logIn(code());
      expect(await me.heading()).toBe('Your account');
      await logIn(codes[0]?.trim() ?? '');
      expect(await me.heading()).toBe('Your account');
      await logIn(codes[0]?.trim() ?? '');
      expect([await me.focus(), await errorAt(me, 'code')]).toEqual(['code', expect.stringContaining('used already')]);
      await me.submit({ Code: codes[1]?.trim() ?? '' }, 'Log in');
      await me.press('New recovery codes');
      const next = await me.page.locator('.codes li').allTextContents();
      expect(next.filter((one) => codes.includes(one))).toEqual([]);
      await me.press('I have kept them');
      await me.press('Turn it off');
      expect(await me.status()).toBe('Two-factor login is off.');
      expect(me.faults).toEqual([]);
      await me.close();
    }, 60_000);

    test.each(['Google', 'GitHub'])(
      '%s signs in, is removed and is linked again',
      async (title) => {
        const me = await visit(screen);
        const email = `${title.toLowerCase()}-${screen}@example.com`;
        site.provider.claims = { sub: email, email, email_verified: true, name: 'Grace' };
        site.provider.github = { id: email.length * 7, login: 'grace', name: 'Grace' };
        site.provider.emails = [{ email, primary: true, verified: true }];
        await me.page.goto('/login');
        await me.press(`Continue with ${title}`);
        expect([await me.heading(), new URL(me.page.url()).origin]).toEqual(['Your account', site.url]);
        await me.press(`Remove ${title}`);
        expect(await me.status()).toBe('The link is removed.');
        await me.press(`Link ${title}`);
        await me.press(`Continue to ${title}`);
        expect(await me.status()).toBe(`${title} is linked.`);
        await me.press('Log out');
        await me.press('Log in');
        await me.press(`Continue with ${title}`);
        expect(await me.heading()).toBe('Your account');
        await me.press(`Remove ${title}`);
        await me.press('Log out');
        // Without the link, the address alone opens nothing.
        await me.page.goto('/login');
        await me.press(`Continue with ${title}`);
        expect(await me.heading()).toBe('Log in');
        expect(await me.status()).toContain('You have an account.');
        expect(me.faults).toEqual([]);
        await me.close();
      },
      60_000,
    );
  });

  test('nothing is offered that needs a script', async () => {
    const me = await visit('desktop');
    await register(me, 'plain@example.com');
    expect(await me.page.locator('[data-passkey]:visible').count()).toBe(0);
    expect(await me.page.textContent('noscript, noscript p')).toContain('A new passkey needs JavaScript.');
    await me.press('Log out');
    await me.page.goto('/login');
    expect(await me.page.locator('[data-passkey]:visible').count()).toBe(0);
    await me.close();
  }, 60_000);
});
