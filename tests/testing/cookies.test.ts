import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { fakeContext } from '@taproot/testing';
import { failureOf, withApp } from './support.ts';

const sent = (ctx: Context) => ctx.response().string(200, ctx.request().header('cookie'));

const routes = (route: RootRouter): void => {
  route.get('/sent', sent);
  route.get('/x/y', sent);
  route.get('/xy', sent);
  route.get('/set', (ctx) => {
    // As `set` of the query says, beside what Taproot would write.
    for (const cookie of ctx.request().queryArray('c'))
      ctx.response().header('X-Set', '1').noContent().appendHeader('Set-Cookie', cookie);
  });
  route.get('/deep/set', (ctx) => ctx.response().noContent().appendHeader('Set-Cookie', 'deep=1'));
  route.get('/taproot', (ctx) => ctx.response().cookie('a', 'x==; ä%').noContent());
  route.get('/forget', (ctx) => ctx.response().withoutCookie('a').noContent());
  route.get('/events', (ctx) =>
    ctx
      .response()
      .cookie('seen', '1')
      .eventStream(async function* () {
        yield { data: 'one' };
      }),
  );
};

const set = (...cookies: string[]): string =>
  `/set?${cookies.map((cookie) => `c[]=${encodeURIComponent(cookie)}`).join('&')}`;

describe('withCookie()', () => {
  test.each(['x==', 'a/b+c', 'ä b', '100%', '%41', '"quoted"', 'a;b,c\\d', '\ud800', ''])(
    'sends %j so that it is read as it was set',
    (value) =>
      withApp(
        (route) => {
          route.get('/set', (ctx) => ctx.response().cookie('a', value).noContent());
          route.get('/read', (ctx) => ({ a: ctx.request().cookie('a') }));
        },
        async (client) => {
          const cookie = (await client.get('/set')).cookie('a');
          await client
            .withCookie('a', cookie?.value ?? '')
            .get('/read')
            .assertExactJson({ a: value.toWellFormed() });
          expect(
            fakeContext({ cookies: { a: value } })
              .request()
              .cookie('a'),
          ).toBe(value.toWellFormed());
        },
      ),
  );

  test('sends what a package set without escapes as it was', () =>
    withApp(routes, async (client) => {
      const cookie = (await client.get(set('koa.sess=eyJ4Ijox+/fQ==; path=/'))).cookie('koa.sess');
      await client
        .withCookie('koa.sess', cookie?.value ?? '')
        .get('/sent')
        .assertSee('koa.sess=eyJ4Ijox+/fQ==');
    }));
});

describe('keepCookies()', () => {
  const after = async (...cookies: string[]) => {
    let got: string[] = [];
    await withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get(set(...cookies)).assertNoContent();
      got = [await browser.get('/sent'), await browser.get('/x/y'), await browser.get('/xy')].map(({ text }) => text);
    });
    return got;
  };

  test('sends what responses set, as they set it, to its own requests alone', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get('/taproot').assertNoContent();
      await browser.get('/sent').assertSee('a=x%3D%3D%3B%20%C3%A4%25');
      await browser.accept('text/plain').withHeader('X', '1').get('/sent').assertSee('a=x%3D%3D');
      await client.get('/sent').assertDontSee('a=');
      await client.keepCookies().get('/sent').assertDontSee('a=');
      await browser.get('/forget').assertNoContent();
      await browser.get('/sent').assertDontSee('a=');
    }));

  test('keeps cookies apart by path, longer ones first', async () => {
    expect(await after('a=1; Path=/', 'a=2; Path=/x', 'b=3; Path=/x/')).toEqual(['a=1', 'b=3; a=2; a=1', 'a=1']);
  });

  test.each([
    ['a=1; Max-Age=0', ''],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', ''],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'a=1'],
    ['a=1; Domain=evil.test', ''],
    ['a=1; Domain=localhost', 'a=1'],
    ['a=1; Path=relative', 'a=1'],
    ['a=1; Secure; HttpOnly', 'a=1'],
    ['a==x=', 'a==x='],
  ])('of %j keeps %j', async (cookie, kept) => {
    expect((await after(cookie))[0]).toBe(kept);
  });

  test('sends a cookie to the hosts that it is for, and one that is Secure over TLS alone', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get(`https://shop.example.com${set('own=1', 'all=2; Domain=example.com', 'tls=3; Secure')}`);
      await browser.get(`http://shop.example.com${set('plain=4; Secure')}`);
      expect((await browser.get('https://shop.example.com:8443/sent')).text).toBe('own=1; all=2; tls=3');
      expect((await browser.get('http://shop.example.com/sent')).text).toBe('own=1; all=2');
      expect((await browser.get('https://example.com/sent')).text).toBe('all=2');
      expect((await browser.withHeader('Host', 'a.example.com').get('/sent')).text).toBe('all=2');
      expect((await browser.get('https://notexample.com/sent')).text).toBe('');
    }));

  test('a cookie without path is for the folder of the request', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await browser.get('/deep/set').assertNoContent();
      expect((await browser.get('/sent')).text).toBe('');
      await browser.get('/deep/set').assertNoContent();
    }));

  test('withCookie() replaces a kept one, and streams of events set cookies, too', () =>
    withApp(routes, async (client) => {
      const browser = client.keepCookies();
      await using events = await browser.get('/events').events().open();
      await events.next();
      expect((await browser.get('/sent')).text).toBe('seen=1');
      expect((await browser.withCookies({ seen: '2', b: '3' }).get('/sent')).text).toBe('seen=2; b=3');
    }));
});

test('a failed assertion on a page shows its text, and no style sheet, script or picture', () =>
  withApp(
    (route) => {
      route.get('/page', (ctx) =>
        ctx
          .response()
          .data(
            200,
            'text/html; charset=utf-8',
            `<style media="all">${'a { color: red }\n'.repeat(400)}</style>\n\n\n<h1>Hello</h1><script>${'x()\n'.repeat(400)}</script><svg><path d="M0"/></svg>`,
          ),
      );
    },
    async (client) => {
      const { message } = await failureOf(() => client.get('/page').assertSee('Bye'));
      expect(message).toContain('<style>...</style>\n<h1>Hello</h1><script>...</script><svg>...</svg>\n');
      const error = await failureOf(() => client.accept('text/html').get('/none').assertOk());
      expect(error.message).toContain('404');
      expect(error.message).not.toMatch(/\{[^}]*:[^}]*;/);
      expect(error.message.split('\n').length).toBeLessThan(30);
    },
  ));
