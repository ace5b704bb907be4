import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

const quiet = (app: Application): void => app.hooks.report.tap('test', () => undefined);

/** An application with one page of each kind. */
const serve = async (env: string): Promise<Application> => {
  const handle = createFacades();
  const { facades } = handle;
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: env, PORT: '0' } })
    .withPlugins([routing(), lang(), validation()])
    .withConfig({ http: { port: 0 } })
    .withCallback(quiet)
    .withRouting((route) => {
      route.get('/fails/{id}', (ctx) => {
        const sql = 'select "titel" from "posts" where "id" = ?';
        const cause = Object.assign(new Error('no such column: titel'), { sql, code: 'SQLITE_ERROR' });
        throw Object.assign(new TypeError(`No post ${ctx.request().route('id')}.`, { cause }), { table: 'posts' });
      });
      route.get('/form', (ctx) =>
        facades
          .Validation()
          .validated(ctx, { email: 'required|email', name: 'required' })
          .then(() => undefined),
      );
    })
    .create();
  await app.open();
  return app;
};

interface Opened {
  readonly page: Page;
  /** What the browser complains about: a style or script that the policy of the page refuses. */
  readonly complaints: readonly string[];
}

let context: BrowserContext | null = null;

const openPage = async (url: string, colorScheme: 'light' | 'dark', width: number): Promise<Opened> => {
  if (typeof browser === 'string') throw new Error(browser);
  context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Every error page is one to the browser.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints };
};

/** Rules that the page breaks, and where; all that can be unfolded is. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(`(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 150)).join(' | '));
  })()`);
};

const overflows = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

afterEach(async () => {
  await context?.close();
  context = null;
});

afterAll(async () => {
  if (typeof browser !== 'string') await browser.close();
});

const looks = (['light', 'dark'] as const).flatMap((scheme) => [[scheme, 1280] as const, [scheme, 375] as const]);

inBrowser.each(looks)('the pages of the framework, %s and %d pixels wide, pass axe', (scheme, width) => {
  let plain: Application;
  let debugging: Application;
  beforeAll(async () => {
    plain = await serve('testing');
    debugging = await serve('development');
  });
  afterAll(async () => {
    await plain.close();
    await debugging.close();
  });

  test.each([
    ['404', '/nowhere', 'testing'],
    ['500', '/fails/7', 'testing'],
    ['422', '/form?email=x', 'testing'],
    ['debug', '/fails/7?page=2&list[]=a', 'development'],
  ])('%s page', async (_kind, path, env) => {
    const app = env === 'testing' ? plain : debugging;
    const { page, complaints } = await openPage(`${app.facades.Http().address()?.url}${path}`, scheme, width);
    expect(await faultsOf(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(complaints).toEqual([]);
  });
});
