import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { LongTest } from './run.ts';
import { axeFaults } from './support/axe-faults.ts';
import { judgePage } from './support/lighthouse.ts';

const root = join(import.meta.dirname, '..', '..');

/** Pages of each kind: home, tutorial, a picture, a long guide, a long reference, a table that is wide. */
const pages = [
  '',
  'start/tutorial.html',
  'concepts/request.html',
  'validation.html',
  'reference/api/core.html',
  'reference/configuration.html',
  'deployment/kubernetes.html',
];

const looks = [
  ['desktop', 'light', 1280],
  ['desktop', 'dark', 1280],
  ['phone', 'light', 390],
  ['phone', 'dark', 390],
] as const;

/** The pages whose pictures TAPROOT_PICTURES gets. */
const shown = new Set(['', 'start/tutorial.html', 'concepts/request.html']);

const build = (): string[] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['site/run.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  console.log(/\d+ links of \d+ pages lead somewhere\./.exec(stdout)?.[0] ?? 'The links were not checked.');
  return status === 0 ? [] : [`The site is not built:\n${stdout}${stderr}`];
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Serves site/dist as a host of files would. */
const serve = async (): Promise<{ url: string; stop(): void }> => {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['node_modules/vitepress/bin/vitepress.js', 'preview', '--port', String(port), '--host', '127.0.0.1'],
    { cwd: join(root, 'site'), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const chunk of child.stdout) if (String(chunk).includes(String(port))) break;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() };
};

/** Looks at each page with axe, wide and narrow, light and dark; search is opened once in each look. */
const look = async (url: string): Promise<string[]> => {
  const faults: string[] = [];
  const pictures = process.env['TAPROOT_PICTURES'];
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', offline] });
  try {
    for (const [name, colorScheme, width] of looks) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(url))
          faults.push(`asked ${request.url()}`);
      });
      page.on('pageerror', ({ message }) => void faults.push(`${name} ${colorScheme}: ${message}`));
      for (const place of pages) {
        await page.goto(url + place, { waitUntil: 'networkidle' });
        for (const fault of await axeFaults(page)) faults.push(`${name} ${colorScheme} /${place}: ${fault}`);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
        if (wide > 0) faults.push(`${name} /${place} is ${wide} px wider than the window`);
        if (pictures !== undefined && shown.has(place)) {
          const file = `site-${place.replace(/.*\/|\.html/g, '') || 'home'}-${name}-${colorScheme}.png`;
          await page.screenshot({ path: join(pictures, file) });
        }
      }
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').or(page.locator('#localsearch-input')).first().fill('throttle');
      await page.locator('.result').first().waitFor();
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return faults;
};

/** The best score of each category: a busy machine takes points from a page, and nothing gives it any. */
const bestOf = async (runs: number, url: string): Promise<[name: string, score: number][]> => {
  const best = new Map<string, number>();
  for (let run = 0; run < runs; run++)
    for (const [name, score] of await judgePage(url)) best.set(name, Math.max(score, best.get(name) ?? 0));
  return [...best];
};

const textFiles = (): string[] => {
  const files = readdirSync(join(root, 'site', 'dist'));
  return ['llms.txt', 'llms-full.txt'].filter((file) => !files.includes(file)).map((file) => `${file} is missing`);
};

/** The site: built with every link checked, looked at by axe, judged by Lighthouse. No page asks another host. */
export const run: LongTest = async () => {
  if (!existsSync('/usr/bin/chromium')) return ['/usr/bin/chromium is missing: apt-get install chromium'];
  const broken = build();
  if (broken.length > 0) return broken;
  const server = await serve();
  try {
    const faults = [...textFiles(), ...(await look(server.url))];
    for (const place of ['', 'start/tutorial.html', 'validation.html']) {
      const scores = await bestOf(3, server.url + place);
      console.log(`/${place}: ${scores.map(([name, score]) => `${name} ${score}`).join(', ')}`);
      faults.push(...scores.filter(([, score]) => score <= 95).map(([name, score]) => `/${place}: ${name} ${score}`));
    }
    return faults;
  } finally {
    server.stop();
  }
};
