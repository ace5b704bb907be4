import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { site } from '../session/support.ts';
import { drivers } from '../support/drivers.ts';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

/**
 * How a page sends something: POST by a script, by a form, by a form in a frame; GET by a script, as the address of a frame, by a link that
 * is followed.
 */
type Way = 'fetch' | 'form' | 'frame' | 'get' | 'iframe' | 'link';

/** Where the page lies: on the site, on another port of its host (another origin of the same site), on another host. */
type From = 'own' | 'same-site' | 'cross-site';

/** What a handler saw: the method, and whether the request came with the session of the user. */
type Seen = `${'GET' | 'POST'} ${'known' | 'unknown'}` | 'refused';

// A form or script of another site is refused, whatever the cookie. With SameSite=None it would have come with the session.
const rows: readonly [cookie: 'lax' | 'none' | 'strict', from: From, way: Way, seen: Seen][] = [
  ['lax', 'own', 'fetch', 'POST known'],
  ['lax', 'own', 'form', 'POST known'],
  ['lax', 'own', 'frame', 'POST known'],
  ['lax', 'own', 'link', 'GET known'],
  ['lax', 'same-site', 'fetch', 'refused'],
  ['lax', 'same-site', 'form', 'refused'],
  ['lax', 'same-site', 'frame', 'refused'],
  ['lax', 'same-site', 'link', 'GET known'],
  ['lax', 'cross-site', 'fetch', 'refused'],
  ['lax', 'cross-site', 'form', 'refused'],
  ['lax', 'cross-site', 'frame', 'refused'],
  ['lax', 'cross-site', 'link', 'GET known'],
  ['none', 'own', 'form', 'POST known'],
  ['none', 'same-site', 'form', 'refused'],
  ['none', 'cross-site', 'fetch', 'refused'],
  ['none', 'cross-site', 'form', 'refused'],
  ['none', 'cross-site', 'frame', 'refused'],
  ['none', 'cross-site', 'link', 'GET known'],
  // GET passes, so it must change nothing. What it comes with is the browser's part.
  ['lax', 'own', 'iframe', 'GET known'],
  ['lax', 'same-site', 'get', 'GET known'],
  ['lax', 'same-site', 'iframe', 'GET known'],
  ['lax', 'cross-site', 'get', 'GET unknown'],
  ['lax', 'cross-site', 'iframe', 'GET unknown'],
  ['none', 'cross-site', 'get', 'GET known'],
  ['none', 'cross-site', 'iframe', 'GET known'],
  ['strict', 'own', 'form', 'POST known'],
  ['strict', 'own', 'link', 'GET known'],
  ['strict', 'same-site', 'form', 'refused'],
  ['strict', 'same-site', 'link', 'GET known'],
  ['strict', 'cross-site', 'fetch', 'refused'],
  ['strict', 'cross-site', 'form', 'refused'],
  ['strict', 'cross-site', 'get', 'GET unknown'],
  ['strict', 'cross-site', 'iframe', 'GET unknown'],
  ['strict', 'cross-site', 'link', 'GET unknown'],
];

/** The script of a page that sends a request in this way. */
const sent = (target: string, way: Way): string => `{
  const [target, way] = ${JSON.stringify([target, way])};
  if (way === 'fetch' || way === 'get')
    void fetch(target, { method: way === 'get' ? 'GET' : 'POST', mode: 'no-cors', credentials: 'include' });
  else if (way === 'iframe') document.body.append(Object.assign(document.createElement('iframe'), { src: target }));
  else {
    const frame = document.createElement('iframe');
    frame.name = 'inside';
    document.body.append(frame);
    const sender = document.createElement(way === 'link' ? 'a' : 'form');
    if (way === 'link') sender.href = target;
    else Object.assign(sender, { method: 'post', action: target, target: way === 'frame' ? 'inside' : '_self' });
    document.body.append(sender);
    if (way === 'link') sender.click();
    else sender.submit();
  }
}`;

const listening = async (): Promise<Server> => {
  const server = createServer((_req, res) =>
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Page</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

inBrowser.each(drivers)('requests of other sites in Chromium, on the %s driver', (driver) => {
  test.each(rows)('a cookie with SameSite=%s; a page of %s, a %s: %s', async (cookie, from, way, expected) => {
    if (typeof browser === 'string') throw new Error(browser);
    const seen: Seen[] = [];
    await using app = await site({
      driver,
      listen: true,
      session: { cookie: { same_site: cookie, secure: cookie === 'none' } },
      register: ({ facades, middleware }) => {
        const route = facades.Route();
        route.get('/page', (ctx) => ctx.response().html(200, '<!doctype html><title>Own</title>'));
        route.middleware(middleware.session()).group((pages) => {
          pages.get('/login', (ctx) => {
            ctx.request().session().put('visits', 1);
            return ctx.response().html(200, '<!doctype html><title>In</title>');
          });
          pages.any('/act', (ctx) => {
            const known = ctx.request().session().has('visits') ? 'known' : 'unknown';
            seen.push(`${ctx.request().method() === 'POST' ? 'POST' : 'GET'} ${known}`);
            return ctx.response().html(200, '<!doctype html><title>Done</title>');
          });
        });
      },
    });
    const home = app.facades.Http().address?.url ?? '';
    const other = await listening();
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${home}/login`);
      const host = from === 'cross-site' ? 'localhost' : '127.0.0.1';
      await page.goto(from === 'own' ? `${home}/page` : `http://${host}:${portOf(other)}/`);
      const answered = page.waitForResponse(`${home}/act`);
      await page.evaluate(sent(`${home}/act`, way));
      const status = (await answered).status();
      expect([status, seen]).toEqual(expected === 'refused' ? [403, []] : [200, [expected]]);
    } finally {
      await context.close();
      other.closeAllConnections();
      other.close();
    }
  });
});
