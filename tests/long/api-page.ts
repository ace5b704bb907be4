import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Page } from 'playwright-core';
import type { LongTest } from './run.ts';
import { linters } from './support/tools.ts';

const root = join(import.meta.dirname, '..', '..');

/** The skeleton in a folder that has Scalar installed. */
const skeletonWithScalar = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'taproot-api-page-'));
  for (const name of readdirSync(join(root, 'app-skeleton')))
    if (!['node_modules', 'storage', 'dist', '.env'].includes(name))
      symlinkSync(join(root, 'app-skeleton', name), join(folder, name));
  mkdirSync(join(folder, 'storage'));
  mkdirSync(join(folder, 'node_modules', '@scalar'), { recursive: true });
  symlinkSync(join(linters(), '@scalar', 'api-reference'), join(folder, 'node_modules', '@scalar', 'api-reference'));
  return folder;
};

/** Rules of axe that the page breaks, of the two highest impacts. */
const seriousFaults = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate<readonly string[]>(`(async () => {
    const { violations } = await axe.run();
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => impact + ' ' + id + ': ' + nodes.length + ' x ' + nodes[0].html.slice(0, 150));
  })()`);
};

type Look = readonly ['light' | 'dark', width: number];

const looks: readonly Look[] = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
];

/** Opens an operation in the list, and sends its request from the page. */
const tryIt = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /posts/ }).first().click();
  await page
    .getByRole('link', { name: /Lists the posts/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /Test Request.*get \/api\/posts/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await page.getByText('hello-taproot').first().waitFor();
};

/** The page /docs of the skeleton in Chromium, whose network ends at 127.0.0.1. With TAPROOT_PICTURES, a folder, it takes pictures. */
export const run: LongTest = async () => {
  if (!existsSync('/usr/bin/chromium')) return ['/usr/bin/chromium is missing: apt-get install chromium'];
  const faults: string[] = [];
  const pictures = process.env.TAPROOT_PICTURES;
  const basePath = skeletonWithScalar();
  const { boot } = await import('../../app-skeleton/bootstrap/app.ts');
  const app = await boot({ basePath, env: { APP_ENV: 'testing', APP_DEBUG: 'true', HOST: '127.0.0.1', PORT: '0' } });
  await app.open();
  const url = app.facades.Http().address?.url ?? '';
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
  const args = ['--no-sandbox', '--disable-gpu', offline];
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  try {
    for (const [colorScheme, width] of looks) {
      const look = `${colorScheme} ${width}`;
      const picture = async (name: string): Promise<void> => {
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) });
      };
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      page.on('pageerror', ({ message }) => void faults.push(`${look}: ${message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${look}: ${message.text()}`);
      });
      await page.goto(`${url}/docs`);
      await page.getByRole('heading', { name: 'auth', exact: true }).first().waitFor();
      for (const fault of await seriousFaults(page)) faults.push(`${look}: ${fault}`);
      await picture('docs');
      if (width > 1000) {
        await tryIt(page);
        for (const fault of await seriousFaults(page)) faults.push(`${look}, request: ${fault}`);
        await picture('request');
      }
      const outside = asked.filter((address) => !/^(?:data|blob):/.test(address) && !address.startsWith(`${url}/`));
      console.log(`api-page ${look}: ${asked.length} requests, ${outside.length} to other hosts`);
      faults.push(...outside.map((address) => `${look}: asked ${address}`));
      await context.close();
    }
  } finally {
    await browser.close();
    await app.close();
    rmSync(basePath, { recursive: true, force: true });
  }
  return faults;
};
