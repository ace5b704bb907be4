import { describe, expect, test } from '@jest/globals';
import type { RootRouter } from '@taproot/routing';
import type { TestRequest } from '@taproot/testing';
import { statuses } from '../../plugins/testing/src/assertions/status-checks.ts';
import { problemOf, withApp } from './support.ts';

const pages = (route: RootRouter): void => {
  route.get('/status/{code}', (ctx) => {
    const code = ctx.request().routeInt('code');
    return code === 304 ? ctx.response().noContent(code) : ctx.response().string(code, `status ${code}`);
  });
  route.get('/empty', (ctx) => ctx.response().noContent());
  route.get('/page', (ctx) => ctx.response().header('X-Version', '1.2.3').string(200, 'one <b>two</b> three two'));
  route.get('/away', (ctx) => ctx.response().redirect(303, '/page?from=away'));
  route.get('/cookies', (ctx) =>
    ctx
      .response()
      .cookie('theme', 'dark blue', { maxAge: 60, httpOnly: true, sameSite: 'lax' })
      .cookie('until', '1', { expires: new Date(Date.now() + 60_000) })
      .withoutCookie('old')
      .noContent(),
  );
};

describe('the status', () => {
  test.each(Object.entries(statuses))('%s holds for %i alone', (name, status) =>
    withApp(pages, async (client) => {
      const assertion = name as keyof typeof statuses;
      await client.get(`/status/${status}`)[assertion]();
      expect(await problemOf(() => client.get('/status/226')[assertion]())).toMatch(`Expected status ${status} `);
    }),
  );

  test('may be any number', () =>
    withApp(pages, async (client) => {
      await client.get('/status/226').assertStatus(226);
      const problem = await problemOf(() => client.get('/status/422').assertStatus(200));
      expect(problem).toBe('Expected status 200 OK, but got 422 Unprocessable Entity.');
    }));

  test.each([
    ['assertSuccessful', [200, 299], [304, 400]],
    ['assertClientError', [400, 499], [304, 500]],
    ['assertServerError', [500, 599], [499, 200]],
  ] as const)('%s holds for its family', (assertion, good, bad) =>
    withApp(pages, async (client) => {
      for (const status of good) await client.get(`/status/${status}`)[assertion]();
      for (const status of bad)
        expect(await problemOf(() => client.get(`/status/${status}`)[assertion]())).toMatch(`but got ${status}`);
    }),
  );

  test('assertNoContent wants an empty body too', () =>
    withApp(pages, async (client) => {
      await client.get('/empty').assertNoContent();
      expect(await problemOf(() => client.get('/status/200').assertNoContent(200))).toBe(
        'Expected no body, but got 10 bytes.',
      );
      expect(await problemOf(() => client.get('/status/200').assertNoContent())).toMatch('Expected status 204');
    }));
});

describe('headers', () => {
  test('are there, with a value or a pattern', () =>
    withApp(pages, async (client) => {
      await client
        .get('/page')
        .assertHeader('x-version')
        .assertHeader('X-Version', '1.2.3')
        .assertHeader('X-Version', /^1\./g);
      const fails = async (assert: (request: TestRequest) => TestRequest) =>
        problemOf(() => assert(client.get('/page')));
      expect(await fails((page) => page.assertHeader('X-Version', '1.2'))).toBe(
        'Expected the header X-Version to be "1.2", but it is "1.2.3".',
      );
      expect(await fails((page) => page.assertHeader('X-Version', /^2/))).toMatch('to be /^2/, but');
      expect(await fails((page) => page.assertHeader('X-None'))).toMatch('there is none');
      expect(await fails((page) => page.assertHeaderMissing('X-Version'))).toMatch('but it is "1.2.3"');
      await client.get('/page').assertHeaderMissing('X-None');
    }));

  test('assertRedirect wants a redirect, and its place when one is given', () =>
    withApp(pages, async (client) => {
      await client
        .get('/away')
        .assertRedirect()
        .assertRedirect('/page?from=away')
        .assertRedirect(/^\/page/)
        .assertSeeOther();
      expect(await problemOf(() => client.get('/away').assertRedirect('/page'))).toMatch('"/page?from=away"');
      expect(await problemOf(() => client.get('/page').assertRedirect())).toMatch(
        'Expected a redirect, but got status 200',
      );
      expect(await problemOf(() => client.get('/status/304').assertRedirect())).toMatch('but got status 304');
    }));
});

describe('cookies', () => {
  test('are parsed with their attributes', () =>
    withApp(pages, async (client) => {
      const response = await client.get('/cookies').assertCookie('theme').assertCookie('theme', 'dark blue');
      expect(response.cookie('theme')).toEqual({
        name: 'theme',
        value: 'dark blue',
        maxAge: 60,
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
      });
      expect(response.cookies.map((cookie) => cookie.name)).toEqual(['theme', 'until', 'old']);
    }));

  test('last, expire or are missing', () =>
    withApp(pages, async (client) => {
      await client
        .get('/cookies')
        .assertCookieNotExpired('theme')
        .assertCookieNotExpired('until')
        .assertCookieExpired('old')
        .assertCookieMissing('none');
      const fails = async (assert: (request: TestRequest) => TestRequest) =>
        problemOf(() => assert(client.get('/cookies')));
      expect(await fails((reply) => reply.assertCookie('theme', 'light'))).toBe(
        'Expected the cookie theme to be "light", but it is "dark blue".',
      );
      expect(await fails((reply) => reply.assertCookie('none'))).toMatch('it sets: theme, until, old');
      expect(await fails((reply) => reply.assertCookieExpired('theme'))).toMatch('but it is not');
      expect(await fails((reply) => reply.assertCookieExpired('until'))).toMatch('but it is not');
      expect(await fails((reply) => reply.assertCookieNotExpired('old'))).toMatch('it is expired');
      expect(await fails((reply) => reply.assertCookieMissing('old'))).toMatch('sets it');
    }));
});

describe('the text', () => {
  test('is seen, or not', () =>
    withApp(pages, async (client) => {
      await client
        .get('/page')
        .assertSee('one')
        .assertSee(['<b>two', 'three'])
        .assertDontSee('four')
        .assertDontSee(['4', '5']);
      expect(await problemOf(() => client.get('/page').assertSee(['one', 'four']))).toBe(
        'Expected to see "four" in the body, but it is not there.',
      );
      expect(await problemOf(() => client.get('/page').assertDontSee(['four', 'one']))).toBe(
        'Expected not to see "one" in the body, but it is there.',
      );
    }));

  test('is seen in order, each after the one before', () =>
    withApp(pages, async (client) => {
      await client.get('/page').assertSeeInOrder(['one', 'two', 'three', 'two']);
      expect(await problemOf(() => client.get('/page').assertSeeInOrder(['two', 'one']))).toBe(
        'Expected to see "one" after "two", but it is not there.',
      );
      expect(await problemOf(() => client.get('/page').assertSeeInOrder(['three', 'three']))).toMatch('after "three"');
    }));
});
