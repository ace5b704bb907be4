import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { freePort } from '../support/free-port.ts';
import { taproot } from '../support/program.ts';
import { axeFaults } from './support/axe-faults.ts';
import { deskFolder, MailSink } from './support/desk-plant.ts';
import { until } from './support/failover-servers.ts';
import { startServer } from './support/live-server.ts';

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

/** The path of the link in a mail that `ask` lets the server send. */
const linkBy = async (sink: MailSink, ask: () => Promise<unknown>): Promise<string> => {
  const before = sink.mails.length;
  await ask();
  await until(() => sink.mails.length > before);
  return /https?:\/\/[^/]+(\/\S+)/.exec(sink.mails.at(-1)?.text ?? '')?.[1] ?? '';
};

/** A user who has not confirmed the address, with the link for that, and one for a new password. */
const linksOf = async (baseURL: string, sink: MailSink) => {
  const account = { organisation: 'acme', name: 'Newcomer', email: 'new@example.com', password: 'open-sesame' };
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const confirm = await linkBy(sink, () =>
    fetch(`${baseURL}/api/register`, { method: 'POST', headers, body: JSON.stringify(account) }),
  );
  const browser = { 'sec-fetch-site': 'same-origin' };
  const body = new URLSearchParams({ email: account.email });
  const reset = await linkBy(sink, () =>
    fetch(`${baseURL}/forgot-password`, { method: 'POST', headers: browser, body }),
  );
  return { login: '/login', forgot: '/forgot-password', reset, confirm, 'bad-link': '/confirm/unknown' };
};

/** The pages of the help desk in Chromium: desktop and phone, light and dark, by axe; attachments, typing and replies; all without script. */
export const run = async (): Promise<readonly string[]> => {
  mkdirSync(pictures, { recursive: true });
  const [port, sink, database] = [await freePort(), new MailSink(), join(pictures, 'helpdesk.sqlite')];
  rmSync(database, { force: true });
  const baseURL = `http://127.0.0.1:${port}`;
  const env = {
    APP_ENV: 'development',
    NODE_ENV: 'production',
    APP_KEY: 'c2V5LW9mLXRoZS1oZWxwLWRlc2stZm9yLXRlc3RzLTE3',
    APP_URL: baseURL,
    PORT: String(port),
    DATABASE_URL: `sqlite:${database}`,
    MAIL_TRANSPORT: 'smtp',
    MAIL_HOST: '127.0.0.1',
    MAIL_PORT: String(await sink.open()),
  };
  const server = await startServer([process.execPath, '-C', 'source', '--import', 'tsx', 'main.ts'], deskFolder, env);
  execFileSync(process.execPath, [taproot, 'db:seed'], { cwd: deskFolder, env: { ...process.env, ...env } });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const links = await linksOf(baseURL, sink);
    const open = async (options = {}) => (await browser.newContext({ baseURL, ...options })).newPage();
    const faults = await withoutScript(await open({ javaScriptEnabled: false }));
    const [agent, customer] = [await open(), await open()];
    await logIn(agent, 'agent@example.com');
    await logIn(customer, 'ada@example.com');
    faults.push(...(await isLive(agent, customer)));
    const seen = await inspect(browser, baseURL, links);
    console.log(`${seen.looks} looks at 9 pages; pictures are in ${pictures}`);
    return [...faults, ...seen.faults];
  } finally {
    await browser.close();
    await server.stop();
    await sink.close();
  }
};
