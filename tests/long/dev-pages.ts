import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { freePort } from '../support/free-port.ts';
import { axeFaults } from './support/axe-faults.ts';
import { DevApplication } from './support/dev-application.ts';

const pictures = join(import.meta.dirname, '..', '.tmp', 'pictures');

const overlay = 'taproot-fault section';

/** Changes that do not start, and what the page must show of each. */
const faults = [
  ['routes/change.ts', 'export const change = ;\n', 'routes/change.ts:1:23', 'Correct this line'],
  [
    'routes/change.ts',
    "throw new Error('not today');\nexport const change = 0;\n",
    'routes/change.ts:1:7',
    'not today',
  ],
  ['routes/change.ts', "import './chnage.ts';\nexport const change = 0;\n", 'routes/change.ts:1:8', 'Correct the path'],
] as const;

/** A style sheet is loaded again in the page as it is. */
const restyle = async (page: Page, app: DevApplication): Promise<string[]> => {
  const css = app.read('public/assets/style.css');
  await page.evaluate("document.documentElement.dataset.same = 'yes'");
  const loaded = page.waitForResponse(/style\.css\?taproot=/);
  app.write('public/assets/style.css', `${css}\n/* changed */\n`);
  const text = await (await loaded).text();
  const same = await page.evaluate('document.documentElement.dataset.same');
  const again = page.waitForResponse(/style\.css\?taproot=/);
  app.write('public/assets/style.css', css);
  await again;
  const said = text.endsWith('/* changed */\n') ? [] : ['the page loaded the style sheet as it was'];
  return same === 'yes' ? said : [...said, 'a change of a style sheet reloaded the page'];
};

const inspect = async (page: Page, app: DevApplication): Promise<string[]> => {
  const said: string[] = [];
  const good = app.read('routes/change.ts');
  for (const [at, [file, text, place, word]] of faults.entries()) {
    app.write(file, text);
    await page.waitForSelector(overlay);
    const shown = await page.locator(overlay).innerText();
    for (const part of [place, word, 'still serves this page'])
      if (!shown.includes(part)) said.push(`${file}: the page does not show "${part}", but: ${shown}`);
    if ((await page.locator(`${overlay} a`).getAttribute('href'))?.endsWith(place) !== true)
      said.push(`${file}: no link into the editor`);
    said.push(...(await axeFaults(page)).map((fault) => `${file}: ${fault}`));
    if (at === 0) await page.screenshot({ path: join(pictures, 'dev-fault.png') });
    const reloaded = page.waitForEvent('load');
    app.write(file, good);
    await reloaded;
    if ((await page.locator(overlay).count()) > 0) said.push(`${file}: corrected, it is still shown`);
  }
  const before = await page.title();
  const html = app.read('public/welcome.html');
  const reloaded = page.waitForEvent('load');
  app.write('public/welcome.html', html.replace('<title>', '<title>Changed '));
  await reloaded;
  const after = await page.title();
  if (after !== `Changed ${before}`) said.push(`the page did not reload: ${after}`);
  said.push(...(await restyle(page, app)));
  const restored = page.waitForEvent('load');
  app.write('public/welcome.html', html);
  await restored;
  return said;
};

/** Pages in Chromium under `serve --watch`: they reload, and show why a change does not start. */
export const run = async (): Promise<readonly string[]> => {
  mkdirSync(pictures, { recursive: true });
  const port = await freePort();
  const app = new DevApplication(port);
  await app.open();
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const said: string[] = [];
  try {
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 1200],
      ['light', 390],
    ] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      page.on('pageerror', (error) => said.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/ERR_CONNECTION|ERR_INCOMPLETE/.test(message.text()))
          said.push(message.text());
      });
      await page.goto(`http://127.0.0.1:${port}/`);
      said.push(...(await inspect(page, app)).map((fault) => `${colorScheme}, ${width}: ${fault}`));
      await page.close();
    }
  } finally {
    await browser.close();
    await app.close();
  }
  return said;
};
