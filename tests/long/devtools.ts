import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Application } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ask, learn, portOf } from '../devtools/asking.ts';
import { plant } from '../devtools/planted.ts';
import { axeFaults } from './support/axe-faults.ts';
import { type Mistake, mistakes } from './support/mistakes.ts';

const root = join(import.meta.dirname, '..', '..');
// With PICTURES=1 those of the documentation are taken anew.
const pictures =
  process.env.PICTURES === '1' ? join(root, 'docs', 'pictures', 'mistakes') : join(root, 'tests', '.tmp', 'pictures');

/** How a page is looked at. */
const looks = [
  ['light', 1200],
  ['dark', 1200],
  ['light', 390],
] as const;

const pages = ['', '/routes', '/hooks', '/config', '/logs'];

/** Playwright takes no WebP: a tenth of a PNG. */
const takePicture = async (page: Page, name: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  writeFileSync(join(pictures, `${name}.webp`), Buffer.from(data, 'base64'));
};

/** Meets a mistake; resolves to the page of its request. */
const meet = async (app: Application, { path, asked, first }: Mistake): Promise<string> => {
  if (first !== undefined) await ask(app, first);
  return `/requests/${(await learn(app, path, asked)).id}`;
};

const look = async (
  browser: Browser,
  app: Application,
  paths: readonly (readonly [path: string, mistake: Mistake | null])[],
) => {
  const said: string[] = [];
  for (const [colorScheme, width] of looks) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 620 } });
    const fail = (path: string, fault: string): void => void said.push(`${path} ${colorScheme} ${width}: ${fault}`);
    page.on('pageerror', (error) => fail(page.url(), String(error)));
    for (const [path, mistake] of paths) {
      await page.goto(`http://localhost:${portOf(app)}/_taproot${path}?token=${devtoolsToken(app)}`);
      for (const fault of await axeFaults(page)) fail(path, fault);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (wide > 0) fail(path, `it is ${wide} pixels too wide`);
      if (mistake === null) {
        await page.screenshot({
          path: join(
            root,
            'tests',
            '.tmp',
            'pictures',
            `devtools-${colorScheme}-${width}${path.replaceAll('/', '-')}.png`,
          ),
        });
        continue;
      }
      const text = await page.locator('main').innerText();
      if (!text.includes(mistake.says)) fail(path, `${mistake.name} is not named`);
      if (colorScheme === 'light' && width > 1000) await takePicture(page, mistake.name);
    }
    await page.close();
  }
  return said;
};

/** The pages of devtools in Chromium, of an application with ten mistakes: each is named, in three looks, and axe finds nothing serious. */
export const run = async (): Promise<readonly string[]> => {
  mkdirSync(pictures, { recursive: true });
  mkdirSync(join(root, 'tests', '.tmp', 'pictures'), { recursive: true });
  const app = await plant((milliseconds) => pause(milliseconds));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const met: (readonly [string, Mistake])[] = [];
    for (const mistake of mistakes) met.push([await meet(app, mistake), mistake]);
    await ask(app, '/fails');
    const ids = met.map(([path]) => path.replace('/requests/', ''));
    const rest = [...pages, `/compare/${ids[0]}/${ids[1]}`].map((path) => [path, null] as const);
    return await look(browser, app, [...met, ...rest]);
  } finally {
    await browser.close();
    await app.close();
  }
};
