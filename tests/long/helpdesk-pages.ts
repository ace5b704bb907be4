import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { boot } from '../../examples/helpdesk/bootstrap/app.ts';
import { freePort } from '../support/free-port.ts';
import { axeFaults } from './support/axe-faults.ts';

const pictures = join(import.meta.dirname, '..', '.tmp', 'pictures');
const devices = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('It rattles. '.repeat(300)) };

const logIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill('open-sesame');
  await page.locator('main button').click();
  await page.waitForURL((url) => url.pathname === '/');
};

/** Without script, pages do all but show what is live. */
const withoutScript = async (page: Page): Promise<string[]> => {
  await logIn(page, 'ada@example.com');
  await page.getByText('The bell does not ring').click();
  await page.locator('[name=body]').fill('Here is a note.');
  await page.locator('[type=file]').setInputFiles(note);
  await page.locator('form.card button').click();
  const text = await page.locator('main').innerText();
  return ['Here is a note.', 'note.txt', '4 KiB', 'Your answer is sent.']
    .filter((part) => !text.includes(part))
    .map((part) => `without script, a page does not show "${part}"`);
};

/** The other side sees who types, and a reply, without loading the page. */
const isLive = async (agent: Page, customer: Page): Promise<string[]> => {
  await Promise.all([agent.goto('/tickets/1'), customer.goto('/tickets/1')]);
  for (const page of [agent, customer]) await page.locator('#replies[data-open=yes]').waitFor({ state: 'attached' });
  await customer.locator('#answer').pressSequentially('It still');
  await agent.getByText('Ada is writing').waitFor();
  await customer.locator('#answer').fill('It still does not ring.');
  await customer.locator('form.card button').click();
  await agent.getByText('It still does not ring.').waitFor();
  return [];
};

/** Looks at each page in each form: rules of axe, width, and a picture. */
const inspect = async (browser: Browser, baseURL: string, links: Readonly<Record<string, string>>) => {
  const faults: string[] = [];
  let looks = 0;
  for (const [device, viewport] of Object.entries(devices))
    for (const colorScheme of schemes) {
      const context = await browser.newContext({ baseURL, viewport, colorScheme });
      const page = await context.newPage();
      const look = async (name: string, path: string): Promise<void> => {
        const title = `${name} on ${device}, ${colorScheme}`;
        await page.goto(path);
        faults.push(...(await axeFaults(page, 'all')).map((fault) => `${title}: ${fault}`));
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          faults.push(`${title}: is too wide`);
        await page.screenshot({
          path: join(pictures, `helpdesk-${name}-${device}-${colorScheme}.png`),
          fullPage: true,
        });
        looks++;
      };
      for (const [name, path] of Object.entries(links)) await look(name, path);
      await logIn(page, 'agent@example.com');
      await look('tickets', '/');
      await look('nothing-found', '/?q=nothing');
      await look('ticket', '/tickets/1');
      await logInAsNew(page, context);
      await look('unconfirmed', '/');
      await context.close();
    }
  return { faults, looks };
};

const logInAsNew = async (page: Page, context: BrowserContext): Promise<void> => {
  await context.clearCookies();
  await logIn(page, 'new@example.com');
};

/** The pages of the help desk in Chromium: desktop and phone, light and dark, by axe; attachments, typing and replies; all without script. */
export const run = async (): Promise<readonly string[]> => {
  mkdirSync(pictures, { recursive: true });
  const port = await freePort();
  const database = join(pictures, 'helpdesk.sqlite');
  rmSync(database, { force: true });
  const app = await boot({ env: { APP_ENV: 'testing', PORT: String(port), DATABASE_URL: `sqlite:${database}` } });
  await app.facades.Seeder().run();
  const { DB, Hash, Account } = app.facades;
  const password = await Hash().make('open-sesame');
  const row = { organisation_id: 1, password, role: 'customer', confirmed_at: null, created_at: new Date() } as const;
  await DB()
    .insertInto('users')
    .values({ ...row, name: 'Newcomer', email: 'new@example.com' })
    .execute();
  const reset = await Account().tokens.issue('reset-password', 1, {});
  const confirm = await Account().tokens.issue('confirm-address', 1, {});
  await app.open();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const baseURL = `http://127.0.0.1:${port}`;
    const open = async (options = {}) => (await browser.newContext({ baseURL, ...options })).newPage();
    const faults = await withoutScript(await open({ javaScriptEnabled: false }));
    const [agent, customer] = [await open(), await open()];
    await logIn(agent, 'agent@example.com');
    await logIn(customer, 'ada@example.com');
    faults.push(...(await isLive(agent, customer)));
    const links = {
      login: '/login',
      forgot: '/forgot-password',
      reset: `/reset-password/${reset}`,
      confirm: `/confirm/${confirm}`,
      'bad-link': '/confirm/unknown',
    };
    const seen = await inspect(browser, baseURL, links);
    console.log(`${seen.looks} looks at 9 pages; pictures are in ${pictures}`);
    return [...faults, ...seen.faults];
  } finally {
    await browser.close();
    await app.close();
  }
};
