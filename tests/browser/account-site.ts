import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from '@taproot/core';
import { type FakeMail, fakeMail } from '@taproot/mail/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { boot } from '../../web-skeleton/bootstrap/app.ts';
import { FakeProvider } from '../account/support/provider.ts';
import { freePort } from '../support/free-port.ts';
import { browser } from './support.ts';

/** Screens on which pages are looked at. */
export const screens = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1100, height: 780 }, deviceScaleFactor: 1 },
} as const satisfies Record<string, BrowserContextOptions>;

/** What has the focus: its name, and what somebody who does not use a mouse would miss. */
interface Focused {
  readonly name: string;
  readonly id: string;
  readonly outline: string;
  /** Where it is in the window, if a part of it is not inside; else empty. */
  readonly outside: string;
}

const focused = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  // A window scrolls by whole pixels.
  const isInside = top > -1 && left > -1 && bottom < innerHeight + 1 && right < innerWidth + 1;
  return {
    name: (element.labels?.[0] ?? element).textContent.trim(),
    id: element.id,
    outline: element === document.body ? '' : outlineStyle + ' ' + outlineWidth,
    outside: isInside ? '' : [top, right, bottom, left].join(' ') + ' of ' + innerWidth + ' ' + innerHeight,
  };
})()`;

/** A person who uses the keyboard alone. */
export class Visitor {
  readonly page: Page;
  readonly close: () => Promise<void>;
  /** What they could not see. */
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.close = () => page.context().close();
  }

  /** The identity of the element that has the focus. */
  async focus(): Promise<string> {
    return (await this.page.evaluate<Focused>(focused)).id;
  }

  /** Moves by the tabulator to the element with this name. Every element on the way must show that it has the focus. */
  async tabTo(name: string): Promise<void> {
    // An element with `autofocus` has it before the first key.
    if ((await this.page.evaluate<Focused>(focused)).name === name) return;
    for (let step = 0; step < 80; step++) {
      await this.page.keyboard.press('Tab');
      const here = await this.page.evaluate<Focused>(focused);
      const at = `"${here.name}" on ${this.page.url()}`;
      // Behind the last element comes the window of the browser: then the body has it.
      if (here.outline !== '' && here.outline !== 'solid 3px')
        this.faults.push(`${at} has the outline ${here.outline}`);
      if (here.outline !== '' && here.outside !== '')
        this.faults.push(`${at} is outside of the window: ${here.outside}`);
      if (here.name === name) return;
    }
    throw new Error(`The tabulator does not reach "${name}" on ${this.page.url()}.`);
  }

  /** Fills a form and sends it. */
  async submit(fields: Readonly<Record<string, string>>, button: string): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      await this.tabTo(label);
      await this.page.keyboard.press('ControlOrMeta+A');
      await this.page.keyboard.type(text);
    }
    await this.press(button);
  }

  /** Follows a link or presses a button; a page loads. */
  async press(name: string): Promise<void> {
    await this.tabTo(name);
    await Promise.all([this.page.waitForEvent('load'), this.page.keyboard.press('Enter')]);
  }

  /** The heading of the page. */
  heading(): Promise<string | null> {
    return this.page.textContent('h1');
  }

  /** What the page says about what was done. */
  status(): Promise<string | null> {
    return this.page.textContent('[role=status]');
  }
}

/** The web starter, built and listening, with a mailbox and two sites to sign in with. */
export class AccountSite {
  readonly provider: FakeProvider;
  readonly mails: FakeMail;
  readonly url: string;
  readonly #app: Application;
  readonly #folder: string;

  private constructor(app: Application, provider: FakeProvider, url: string, folder: string) {
    this.#app = app;
    this.mails = fakeMail(app);
    this.provider = provider;
    this.url = url;
    this.#folder = folder;
  }

  static async open(name: string): Promise<AccountSite> {
    const provider = await new FakeProvider().open();
    const folder = join(import.meta.dirname, '../.tmp', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const vite = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(import.meta.dirname, '../../web-skeleton'),
    });
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const app = await boot({
      env: {
        APP_ENV: 'testing',
        ASSETS_DEV: 'false',
        APP_LOCALE: 'en',
        APP_NAME: 'Garden',
        APP_URL: url,
        HOST: 'localhost',
        PORT: String(port),
        DATABASE_URL: `sqlite:${join(folder, 'pages.sqlite')}`,
        GOOGLE_ISSUER: provider.issuer,
        GOOGLE_CLIENT_ID: provider.client.id,
        GOOGLE_CLIENT_SECRET: provider.client.secret,
        GITHUB_URL: provider.issuer,
        GITHUB_API: provider.issuer,
        GITHUB_CLIENT_ID: provider.client.id,
        GITHUB_CLIENT_SECRET: provider.client.secret,
      },
    });
    const site = new AccountSite(app, provider, url, folder);
    await app.open();
    return site;
  }

  /** A new person with a browser. */
  async visit(options: BrowserContextOptions): Promise<Visitor> {
    if (typeof browser === 'string') throw new Error(browser);
    const context = await browser.newContext({ ...options, baseURL: this.url });
    return new Visitor(await context.newPage());
  }

  /** The path of the link in the last mail to an address. */
  linkTo(email: string): string {
    const mail = this.mails.sent(({ to }) => to.some(({ address }) => address === email)).at(-1);
    return /http:\/\/localhost:\d+(\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.provider.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
