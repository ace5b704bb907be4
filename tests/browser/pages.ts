import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { boot } from '../../app-skeleton/bootstrap/app.ts';
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

type Look = readonly ['light' | 'dark', width: number];

let context: BrowserContext | null = null;

/** Opens the page in the tab of the test, as a new visitor would if it is the first. A new tab costs a process. */
const openPage = async (url: string, ...[colorScheme, width]: Look): Promise<Opened> => {
  if (typeof browser === 'string') throw new Error(browser);
  context ??= await browser.newContext();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  const complaints: string[] = [];
  page.removeAllListeners('console');
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

const forget = async (): Promise<void> => {
  await context?.close();
  context = null;
};

/** Every scheme and every width once: colours depend on the one, layout on the other. With TAPROOT_PAIRS=all each pair. */
const looks: readonly Look[] =
  process.env['TAPROOT_PAIRS'] === 'all'
    ? (['light', 'dark'] as const).flatMap((scheme) => [[scheme, 1280] as const, [scheme, 375] as const])
    : [
        ['light', 1280],
        ['dark', 375],
      ];

inBrowser.each(looks)('the pages of the framework, %s and %d pixels wide, pass axe', (scheme, width) => {
  let plain: Application;
  let debugging: Application;
  beforeAll(async () => {
    plain = await serve('testing');
    debugging = await serve('development');
  });
  afterAll(async () => {
    await forget();
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
    const { page, complaints } = await openPage(`${app.facades.Http().address?.url}${path}`, scheme, width);
    expect(await faultsOf(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(complaints).toEqual([]);
  });
});

let application: Application;

/** A new application; gives its address. */
const openNew = async (env: string): Promise<string> => {
  const key = 'a key of these tests, and of nothing else: 0123456789';
  // With debug, as in development.
  const debug = String(env !== 'production');
  const variables = { APP_ENV: env, APP_DEBUG: debug, PORT: '0', APP_KEY: key, DATABASE_URL: ':memory:' };
  application = await boot({ env: variables });
  await application.open();
  return application.facades.Http().address?.url ?? '';
};

const openWelcome = async (url: string, ...look: Look): Promise<Opened> => {
  const opened = await openPage(url, ...look);
  await opened.page.waitForSelector('#routes input');
  return opened;
};

const leave = async (): Promise<void> => {
  await forget();
  await application.close();
};

inBrowser('the look of the welcome page', () => {
  let url: string;
  beforeAll(async () => {
    url = await openNew('testing');
  });
  afterAll(leave);

  test.each(looks)('passes axe, %s and %d pixels wide', async (scheme, width) => {
    const { page, complaints } = await openWelcome(url, scheme, width);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForSelector('#response:not([hidden])');
    expect(await faultsOf(page)).toEqual([]);
    expect([await overflows(page), complaints]).toEqual([false, []]);
  });
});

inBrowser('the welcome page in production', () => {
  let url: string;
  beforeAll(async () => {
    url = await openNew('production');
  });
  afterAll(leave);

  test.each(looks)('is another one, %s and %d pixels wide', async (scheme, width) => {
    const { page, complaints } = await openPage(url, scheme, width);
    expect(await page.textContent('h1')).toBe('Nothing here yet');
    expect(await faultsOf(page)).toEqual([]);
    expect([await overflows(page), complaints]).toEqual([false, []]);
  });
});

inBrowser('the welcome page of a new application', () => {
  let page: Page;
  beforeEach(async () => {
    ({ page } = await openWelcome(await openNew('testing'), 'light', 1280));
  });
  afterEach(leave);

  const focused = (): Promise<string> =>
    page.evaluate<string>('document.activeElement.name || document.activeElement.textContent');

  test('is four stops of the Tab key away from Send, and goes through its routes by arrow keys', async () => {
    const stops = [];
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(stops).toEqual(['The devtools', 'route', 'method', 'Send']);
    await page.focus('#routes input:checked');
    await page.keyboard.press('ArrowDown');
    expect(await page.inputValue('[name=method]')).toBe('POST');
  });

  test('keeps the token of a response for the next request, and sends headers', async () => {
    const send = async (route: string): Promise<string> => {
      await page.locator('#routes label', { has: page.locator(`.name:text-is("${route}")`) }).click();
      await page.evaluate("document.querySelector('#outcome').textContent = ''");
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#outcome:not(:empty)').waitFor();
      await page.locator('[type=submit]:enabled').waitFor();
      return `${await page.textContent('#outcome')} ${await page.textContent('#content')}`;
    };
    expect(await send('me')).toContain('401 Unauthorized');
    expect(await send('register')).toContain('201 Created');
    expect(await page.textContent('#kept')).toContain('Token');
    expect(await send('me')).toContain('ada@example.com');
    expect(await send('refresh')).toContain('200 OK');
    expect(await send('logout')).toContain('204 No Content');
    await page.fill('[name=headers]', 'Accept-Language: de\nX-Other: 1');
    expect(await send('me')).toContain('Das Token gilt nicht mehr.');
    await page.fill('[name=headers]', 'no header');
    expect(await send('me')).toContain('The header "no header" needs a name, a colon and a value.');
  });
});
