import { existsSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Page } from 'playwright-core';
import type { LongTest } from './run.ts';
import { startConduit } from './support/conduit-web.ts';

const text = `Trees hold the ground, and *each other*.

## What they do

- They **anchor** the tree.
- They store what the summer gave.

> A tree without roots is just a piece of wood.

\`\`\`
const tree = grow(seed);
\`\`\``;

const drafts = [
  { Title: 'How roots talk', Description: 'Fungi carry messages between trees.', Tags: 'trees, fungi', Text: text },
  { Title: 'A year in the nursery', Description: 'What a seed needs, month by month.', Tags: 'seeds', Text: text },
];

const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

const register = async (page: Page, name: string): Promise<void> => {
  await follow(page, 'Sign up');
  await fill(page, { Name: name, Email: `${name}@example.com`, Password: 'short' });
  await press(page, 'Sign up');
  // The message stands at its field, which has the focus.
  await page.locator('input[name=password][aria-invalid=true]:focus').waitFor();
  await page.getByText('Password is invalid.').waitFor();
  await page.locator('input[name=email][aria-invalid=false]').waitFor();
  await fill(page, { Password: 'a difference engine' });
  await press(page, 'Sign up');
  await page.getByRole('button', { name: 'Log out' }).waitFor();
};

const publish = async (page: Page, draft: Readonly<Record<string, string>>): Promise<void> => {
  await follow(page, 'Write');
  await fill(page, { ...draft, Title: '' });
  await press(page, 'Publish');
  await page.locator('input[name=title][aria-invalid=true]:focus').waitFor();
  await page.getByText("Title can't be blank.").waitFor();
};

const favorite = async (page: Page, title: string, count: number): Promise<void> => {
  const button = page.getByRole('button', { name: `Favorite ${title}: ${count - 1}` });
  await button.click();
  await page.locator(`button[aria-pressed=true]:has-text("${count}")`).waitFor();
};

/** Rules of axe that the page breaks. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(`(async () => (await axe.run()).violations
    .map(({ impact, id, nodes }) => impact + ' ' + id + ': ' + nodes.length + ' x ' + nodes[0].html.slice(0, 150)))()`);
};

/** What a user does in examples/conduit-web, in Chromium. With TAPROOT_PICTURES, a folder, it takes pictures. */
export const run: LongTest = async () => {
  if (!existsSync('/usr/bin/chromium')) return ['/usr/bin/chromium is missing: apt-get install chromium'];
  const faults: string[] = [];
  const pictures = process.env.TAPROOT_PICTURES;
  const server = await startConduit();
  const { url } = server;
  const args = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'];
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 820 } });
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => void faults.push(message));
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
        faults.push(`asked ${request.url()}`);
    });
    const look = async (name: string): Promise<void> => {
      for (const [colorScheme, width] of [
        ['light', 1100],
        ['dark', 1100],
        ['light', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 820 });
        for (const fault of await faultsOf(page)) faults.push(`${name}, ${colorScheme} ${width}: ${fault}`);
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        if (isWide === true) faults.push(`${name}, ${colorScheme} ${width}: it scrolls sideways`);
        if (pictures === undefined) continue;
        await page.evaluate('scrollTo(0, 0)');
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) });
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1100, height: 820 });
    };

    await page.goto(url);
    await page.getByText('There are no articles yet.').waitFor();
    await look('guest');
    await register(page, 'ada');
    for (const draft of drafts) {
      await publish(page, draft);
      if (draft === drafts[0]) await look('editor');
      await fill(page, { Title: draft.Title });
      await press(page, 'Publish');
      await page.getByRole('heading', { name: draft.Title }).waitFor();
    }
    await press(page, 'Log out');
    await page.getByRole('link', { name: 'Log in', exact: true }).first().waitFor();

    await register(page, 'charles');
    await follow(page, 'All articles');
    await favorite(page, 'How roots talk', 1);
    await look('home');
    await page.getByRole('heading', { name: 'How roots talk' }).click();
    await page.getByRole('button', { name: 'Follow ada' }).click();
    await page.getByRole('button', { name: 'Unfollow ada' }).waitFor();
    await fill(page, { Comment: 'I did not know that.\nThank you!' });
    await press(page, 'Post comment');
    await page.getByText('I did not know that.').waitFor();
    await look('article');
    await page.getByRole('link', { name: 'ada', exact: true }).first().click();
    await page.getByRole('heading', { name: 'ada' }).waitFor();
    await look('profile');
    await page.goto(`${url}/feed`);
    await page.getByRole('heading', { name: 'A year in the nursery' }).waitFor();
    await follow(page, 'Settings');
    await fill(page, { Name: 'ada' });
    await press(page, 'Save');
    await page.getByText('Name has already been taken.').waitFor();
    await look('settings');
    await press(page, 'Log out');
    await page.getByRole('link', { name: 'Log in', exact: true }).first().waitFor();

    await page.goto(`${url}/login`);
    await fill(page, { Email: 'ada@example.com', Password: 'wrong' });
    await press(page, 'Log in');
    await page.getByText('The email or the password is wrong.').waitFor();
    await look('login');
    await page.goto(`${url}/article/nothing`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    console.log(`conduit-web: ${drafts.length} articles published, 1 favoured, 6 pages seen in 3 looks`);
  } catch (error) {
    faults.push(String(error));
    if (pictures !== undefined)
      await browser
        .contexts()[0]
        ?.pages()[0]
        ?.screenshot({ path: join(pictures, 'failed.png') });
  } finally {
    await browser.close();
    await server.stop();
  }
  return faults;
};
