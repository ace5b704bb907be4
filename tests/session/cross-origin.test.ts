import { describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { drivers } from '../support/drivers.ts';
import { Browser, site } from './support.ts';

const own = 'http://localhost';
const register = ({ facades, middleware }: Application): void => {
  facades
    .Route()
    .middleware(middleware.session())
    .group((route) => {
      route.any('/page', (ctx) => ({ method: ctx.request().method() }));
      route.get('/token', (ctx) => ({ token: ctx.request().session().token() }));
    });
};

/** What browsers send, and what comes of it. */
const rows: readonly [what: string, method: string, headers: Readonly<Record<string, string>>, status: number][] = [
  ['a form of this site', 'POST', { 'sec-fetch-site': 'same-origin', origin: own }, 200],
  ['a form that a user has typed in', 'POST', { 'sec-fetch-site': 'none' }, 200],
  ['a form of another site', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 403],
  [
    'a form of another host of the domain',
    'POST',
    { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
    403,
  ],
  [
    'a fetch of another site that forges no header',
    'POST',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    403,
  ],
  ['a form of a sandboxed frame', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
  ['an unknown word in the header', 'POST', { 'sec-fetch-site': 'same-origin, cross-site' }, 403],
  ['a link of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 200],
  ['a frame of another site', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }, 200],
  ['HEAD of another site', 'HEAD', { 'sec-fetch-site': 'cross-site' }, 200],
  ['PUT of another site', 'PUT', { 'sec-fetch-site': 'cross-site' }, 403],
  ['DELETE of another site', 'DELETE', { 'sec-fetch-site': 'cross-site' }, 403],
  ['an old browser of this site', 'POST', { origin: own }, 200],
  ['an old browser of another site', 'POST', { origin: 'https://evil.test' }, 403],
  ['an origin with another port', 'POST', { origin: 'http://localhost:81' }, 403],
  ['an origin without TLS behind a proxy that ends it', 'POST', { origin: 'https://localhost' }, 200],
  ['an origin with a user', 'POST', { origin: 'http://localhost@evil.test' }, 403],
  ['an origin with a user of this host', 'POST', { origin: 'http://evil@localhost' }, 403],
  ['an origin with a path', 'POST', { origin: 'http://localhost/' }, 403],
  ['an origin that ends as this host does', 'POST', { origin: 'http://evil-localhost' }, 403],
  ['an origin that begins as this host does', 'POST', { origin: 'http://localhost.evil.test' }, 403],
  ['an opaque origin of an old browser', 'POST', { origin: 'null' }, 403],
  ['an origin that is no address', 'POST', { origin: 'localhost' }, 403],
  ['a client that is no browser', 'POST', {}, 200],
  ['a site that is trusted', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'https://admin.example.com' }, 200],
  [
    'a host below the site that is trusted',
    'POST',
    { 'sec-fetch-site': 'cross-site', origin: 'https://x.admin.example.com' },
    403,
  ],
  ['a trusted site without TLS', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'http://admin.example.com' }, 403],
  ['a bearer token', 'POST', { 'sec-fetch-site': 'cross-site', authorization: 'Bearer abc' }, 200],
  [
    'a bearer token beside a session',
    'POST',
    { 'sec-fetch-site': 'cross-site', authorization: 'Bearer abc', cookie: 'session=x' },
    403,
  ],
  [
    'Basic authentication, which browsers add',
    'POST',
    { 'sec-fetch-site': 'cross-site', authorization: 'Basic abc' },
    403,
  ],
];

describe.each(drivers)('requests of other sites on the %s driver', (driver) => {
  test.each(rows)('%s', async (_what, method, headers, status) => {
    await using app = await site({
      driver,
      register,
      session: { cross_origin: { trusted: ['https://admin.example.com'] } },
    });
    const reply = await new Browser(app).send(method, '/page', undefined, { ...headers, accept: 'application/json' });
    expect(reply.status).toBe(status);
    if (status === 403) expect(await reply.json()).toMatchObject({ code: 'E_CROSS_ORIGIN' });
  });

  test('with tokens, a client that says nothing needs the token of its session', async () => {
    await using app = await site({ driver, register, session: { cross_origin: { tokens: true } } });
    const browser = new Browser(app);
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      browser.send('POST', '/page', body, { 'content-type': 'application/x-www-form-urlencoded', ...headers });
    expect((await post('_token=')).status).toBe(403);
    const { token } = (await (await browser.get('/token')).json()) as { token: string };
    expect((await post(`_token=${token}`)).status).toBe(200);
    expect((await post('', { 'x-csrf-token': token })).status).toBe(200);
    for (const wrong of ['', token.slice(1), token.toLowerCase() + token, 'é'])
      expect((await post(`_token=${wrong}`)).status).toBe(403);
    expect(
      (
        await new Browser(app).send('POST', '/page', `_token=${token}`, {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).status,
    ).toBe(403);
    // A token is no way around what the browser says.
    expect((await post(`_token=${token}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post('', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('the check can be left to something else', async () => {
    await using app = await site({ driver, register, session: { cross_origin: { refuse: false } } });
    expect((await new Browser(app).post('/page', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });
});
