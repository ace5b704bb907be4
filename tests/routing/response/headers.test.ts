import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, HttpError, type ResponseBuilder } from '@taproot/core';
import { http } from '@taproot/testing';
import { HeaderBag } from '../../../plugins/routing/src/response/header-bag.ts';
import { isSafeTarget } from '../../../plugins/routing/src/response/redirect.ts';
import { drivers } from '../../support/drivers.ts';
import { bootRoutes, serve } from '../../support/serve.ts';
import { withApp } from '../../testing/support.ts';

const bag = (...headers: [name: string, value: string | number | readonly string[]][]): HeaderBag => {
  const made = new HeaderBag();
  for (const [name, value] of headers) made.set(name, value);
  return made;
};

const noLists = {
  setHeader: (name: string): never => {
    throw new Error(`${name} has no several values`);
  },
};

describe('HeaderBag', () => {
  test('keeps names as first written and finds them in any case', () => {
    const headers = bag(['X-Id', 'a'], ['content-type', 'text/plain'], ['x-ID', 'b']);
    expect(headers.get('X-ID')).toBe('b');
    expect([...headers.entries()]).toEqual([
      ['X-Id', 'b'],
      ['content-type', 'text/plain'],
    ]);
  });

  test('is empty at first', () => {
    const headers = new HeaderBag();
    expect(headers.get('a')).toBeUndefined();
    headers.remove('a');
    expect([...headers.entries()]).toEqual([]);
    expect(headers.toRaw(noLists)).toEqual([]);
  });

  test('appends to what a header has', () => {
    const headers = new HeaderBag();
    headers.append('Set-Cookie', 'a=1');
    expect(headers.get('set-cookie')).toBe('a=1');
    headers.append('set-cookie', 'b=2');
    headers.append('set-cookie', ['c=3', 'd=4']);
    expect(headers.get('set-cookie')).toEqual(['a=1', 'b=2', 'c=3', 'd=4']);
    headers.set('Set-Cookie', 'e=5');
    expect(headers.get('set-cookie')).toBe('e=5');
  });

  test('keeps no list of the caller', () => {
    const list = ['a'];
    const headers = bag(['X-List', list]);
    list.push('b\r\n');
    expect(headers.get('x-list')).toEqual(['a']);
  });

  test('removes, and may set again', () => {
    const headers = bag(['A', '1'], ['B', '2']);
    headers.remove('a');
    headers.set('a', 3);
    expect(headers.toRaw(noLists)).toEqual(['B', '2', 'a', '3']);
  });

  test('gives the flat list of writeHead, and sets what has several values', () => {
    const lists = new Map<string, string[]>();
    const headers = bag(['Content-Length', 5], ['Set-Cookie', ['a=1', 'b=2']]);
    const raw = headers.toRaw({ setHeader: (name, values) => lists.set(name, values) });
    expect(raw).toEqual(['Content-Length', '5']);
    expect([...lists]).toEqual([['Set-Cookie', ['a=1', 'b=2']]]);
  });

  test.each<[before: string | readonly string[], field: string, after: string]>([
    ['', 'Origin', 'Origin'],
    ['Origin', 'Accept', 'Origin, Accept'],
    ['origin', 'Origin', 'origin'],
    ['Accept , Origin', 'ORIGIN', 'Accept , Origin'],
    ['*', 'Origin', '*'],
    ['Origin', '*', '*'],
    [['Accept', 'Origin'], 'Cookie', 'Accept, Origin, Cookie'],
    ['Accept-Encoding', 'Accept', 'Accept-Encoding, Accept'],
  ])('Vary: %j with %s added is %s', (before, field, after) => {
    const headers = before === '' ? new HeaderBag() : bag(['Vary', before]);
    headers.vary(field);
    expect(headers.get('vary')).toBe(after);
  });

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b', '\u0001', '\u007F', '\u0100', '\u2028', '\u{1F331}'])(
    'HD-01 refuses the value %j, set or added, alone or in a list',
    (value) => {
      const headers = bag(['X-Id', 'kept']);
      const refusal = expect.objectContaining({ code: 'E_HEADER_INVALID' });
      expect(() => headers.set('X-Id', value)).toThrow(refusal);
      expect(() => headers.set('X-New', ['fine', value])).toThrow(refusal);
      expect(() => headers.append('X-Id', value)).toThrow(refusal);
      expect(headers.toRaw(noLists)).toEqual(['X-Id', 'kept']);
    },
  );

  test.each(['', 'a b', 'a:', 'a\r\n', '\u00E4'])('HD-01 refuses the name %j', (name) => {
    expect(() => bag([name, 'x'])).toThrow(
      expect.objectContaining({
        code: 'E_HEADER_INVALID',
        message: `The header "${name}" does not have a valid name.`,
        fix: 'Use letters, digits and hyphens, without spaces.',
      }),
    );
  });

  test('takes tabs and the upper half of Latin-1', () => {
    expect(bag(['X-Id', 'a\t\u00E4\u0080']).get('x-id')).toBe('a\t\u00E4\u0080');
  });
});

test('fields added by vary() stay when Vary is set to something else, and go when it is removed', () => {
  const headers = new HeaderBag();
  headers.vary('Origin');
  headers.set('Vary', 'Accept');
  expect(headers.get('vary')).toBe('Accept, Origin');
  headers.set('vary', '*');
  expect(headers.get('vary')).toBe('*');
  headers.remove('Vary');
  headers.set('Vary', 'Accept');
  expect(headers.get('vary')).toBe('Accept');
});

const hosts = ['good.test', 'local.test:3000', '*.sub.test', '[::1]:8080'];

describe('isSafeTarget', () => {
  test.each([
    '/',
    '/posts/1?page=2#end',
    '/a b',
    '/\u00E4',
    '/a//b',
    '/@evil.test',
    '/x?next=//evil.test',
    '/x:y',
    'posts/1',
    '../up',
    '?page=2',
    '#end',
    './a:b',
    'https://good.test',
    'https://good.test/x?y#z',
    'HTTP://GOOD.test/x',
    'https://good.test:443/x',
    'http://local.test:3000/x',
    'https://a.sub.test',
    'https://a.b.sub.test/x',
    'http://[::1]:8080/x',
  ])('allows %j', (location) => {
    expect(isSafeTarget(location, hosts)).toBe(true);
  });

  test.each([
    '',
    '//evil.test',
    '///evil.test',
    '//good.test',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/x\\y',
    '/\t/evil.test',
    '/\r\n/evil.test',
    '/\0',
    ' //evil.test',
    '\t//evil.test',
    '\u0001//evil.test',
    '//evil.test ',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://good.test',
    'mailto:a@good.test',
    'https:evil.test',
    'https:/evil.test',
    'https:///evil.test',
    'http:good.test',
    'https://evil.test',
    'https://good.test@evil.test',
    'https://good.test:443@evil.test/',
    'https://a@good.test',
    'https://@good.test',
    'https://good.test%40evil.test',
    'https://good.test\\@evil.test',
    'https://good.test.evil.test',
    'https://evilgood.test',
    'https://good.test:8443',
    'http://local.test',
    'https://sub.test',
    'https://evilsub.test',
    'https://good.test.',
    'https://[::1',
    'https://',
  ])('RT-19 refuses %j', (location) => {
    expect(isSafeTarget(location, hosts)).toBe(false);
  });

  test('RT-19 without hosts no absolute address is safe', () => {
    expect(isSafeTarget('https://good.test', [])).toBe(false);
    expect(isSafeTarget('/x', [])).toBe(true);
  });

  test('a host given with the port of its scheme is the host without', () => {
    expect(isSafeTarget('https://good.test', ['good.test:443'])).toBe(true);
    expect(isSafeTarget('http://good.test', ['good.test:443'])).toBe(false);
    expect(isSafeTarget('https://GOOD.test', ['Good.Test'])).toBe(true);
  });
});

const epoch = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

describe.each(drivers)('cookies on the driver %s', (driver) => {
  let app: Application;
  const sentBy = async (path: string) => (await http(app).get(path)).headers.getSetCookie();

  beforeAll(async () => {
    app = await bootRoutes(
      (route) => {
        route.get('/host', (ctx) => ctx.response().withoutCookie('__Host-sid').noContent());
        route.get('/secure', (ctx) => ctx.response().withoutCookie('__secure-sid', { path: '/x' }).noContent());
        route.get('/partitioned', (ctx) => ctx.response().withoutCookie('a', { partitioned: true }).noContent());
        route.get('/none', (ctx) =>
          ctx.response().withoutCookie('a', { sameSite: 'none', httpOnly: true, maxAge: '14d' }).noContent(),
        );
        route.get('/wrong', (ctx) => ctx.response().withoutCookie('__Host-sid', { path: '/x' }).noContent());
        route.get('/plain', (ctx) => ctx.response().withoutCookie('a', { path: '/x', domain: 'b.test' }).noContent());
        route.get('/paths', (ctx) =>
          ctx
            .response()
            .cookie('a', '1')
            .cookie('a', '2', { path: '/x' })
            .cookie('a', '3', { domain: 'b.test' })
            .cookie('a', '4', { secure: true, partitioned: true })
            .cookie('a', '5', { path: '/x' })
            .cookie('a', '6', { path: '/', httpOnly: true })
            .cookie('a', '7', { domain: '.B.test' })
            .noContent(),
        );
        route.get('/refused', (ctx) => {
          ctx.response().cookie('seen', '1');
          throw new HttpError(401, 'Log in.', { headers: { 'Set-Cookie': 'flash=x; Path=/', 'X-Why': 'none' } });
        });
        route.get('/read', (ctx) => ({ name: ctx.request().cookie('name'), other: ctx.request().cookie('other') }));
      },
      { driver },
    );
  });
  afterAll(() => app.close());

  test.each([
    ['/host', `__Host-sid=; Max-Age=0; Path=/; ${epoch}; Secure`],
    ['/secure', `__secure-sid=; Max-Age=0; Path=/x; ${epoch}; Secure`],
    ['/partitioned', `a=; Max-Age=0; Path=/; ${epoch}; Secure; Partitioned`],
    ['/none', `a=; Max-Age=0; Path=/; ${epoch}; HttpOnly; Secure; SameSite=None`],
    ['/plain', `a=; Max-Age=0; Domain=b.test; Path=/x; ${epoch}`],
  ])('%s: a cookie of any kind is forgotten with the attributes that browsers need', async (path, header) => {
    expect(await sentBy(path)).toEqual([header]);
  });

  test('no call forgets a cookie that no browser has', async () => {
    await http(app).get('/wrong').assertStatus(500);
  });

  test('one name at several paths and domains is several cookies, and a second one of the same place replaces the first', async () => {
    expect(await sentBy('/paths')).toEqual([
      'a=6; Path=/; HttpOnly',
      'a=5; Path=/x',
      'a=7; Domain=.B.test; Path=/',
      'a=4; Path=/; Secure; Partitioned',
    ]);
  });

  test('an error with a cookie keeps those that were set before it', async () => {
    const reply = await http(app).get('/refused').assertUnauthorized().assertHeader('X-Why', 'none');
    expect(reply.headers.getSetCookie()).toEqual(['seen=1; Path=/', 'flash=x; Path=/']);
  });
});

test('the bytes of a cookie that are UTF-8 are read as such, and others as Latin-1', async () => {
  const served = await serve((route) =>
    route.get('/', (ctx) => ['utf8', 'both', 'latin', 'é'].map((name) => ctx.request().cookie(name))),
  );
  try {
    const utf8 = Buffer.from('utf8=grün; both=%C3%A4ß; é=ü; latin=').toString('latin1');
    const reply = await served.raw(
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${utf8}\xE9t\xE9\r\n\r\n`,
    );
    const body = Buffer.from(reply.slice(reply.indexOf('\r\n\r\n')), 'latin1');
    expect(JSON.parse(body.toString())).toEqual(['grün', 'äß', 'été', 'ü']);
  } finally {
    await served.close();
  }
});

describe('a status', () => {
  type Answer = (response: ResponseBuilder, status: number) => unknown;

  test.each<[name: string, answer: Answer]>([
    ['json()', (response, status) => response.json(status, {})],
    ['string()', (response, status) => response.string(status, 'x')],
    ['data()', (response, status) => response.data(status, 'text/plain', 'x')],
    ['stream()', (response, status) => response.stream(status, ['x'])],
    ['redirect()', (response, status) => response.redirect(status, '/x')],
    ['redirectAway()', (response, status) => response.redirectAway(status, '/x')],
    ['noContent()', (response, status) => response.noContent(status)],
    ['status()', (response, status) => response.status(status).json({})],
  ])('that no reply can have is refused by %s', async (_name, answer) => {
    const refused = [1000, 199, 101, 99, 0, -200, 200.5, Number.NaN, Number.POSITIVE_INFINITY];
    const reported: unknown[] = [];
    await withApp(
      (route) => {
        for (const [at, status] of refused.entries()) route.get(`/${at}`, (ctx) => void answer(ctx.response(), status));
      },
      async (client) => {
        for (const at of refused.keys()) (await client.get(`/${at}`)).assertStatus(500);
        expect(reported).toHaveLength(refused.length);
        for (const error of reported) expect(error).toMatchObject({ code: 'E_RESPONSE_STATUS' });
        expect(reported[0]).toMatchObject({ message: expect.stringContaining('1000') });
      },
      { apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)) },
    );
  });

  test('must be a number', async () => {
    const reported: unknown[] = [];
    // What a handler without types passes on from a route parameter.
    const untyped = (status: unknown): number => status as number;
    await withApp(
      (route) => route.get('/{status}', (ctx) => ctx.response().string(untyped(ctx.request().route('status')), 'x')),
      async (client) => {
        (await client.get('/200')).assertStatus(500);
        expect(reported).toMatchObject([{ code: 'E_RESPONSE_STATUS' }]);
      },
      { apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)) },
    );
  });

  test.each([200, 299, 404, 599, 600, 999])('%d is sent', async (status) => {
    await withApp(
      (route) => route.get('/', (ctx) => ctx.response().string(status, 'x')),
      async (client) => void (await client.get('/')).assertStatus(status),
    );
  });
});

describe('half a character, as JSON can bring it,', () => {
  test('is written as U+FFFD in redirects, URLs and cookies', async () => {
    const half = JSON.parse('"x\\ud800"') as string;
    await withApp(
      (route) => {
        route.get('/one/{name}', () => undefined).name('one');
        route.get('/mixed/a-{name}', () => undefined).name('mixed');
        route.get('/rest/{path*}', () => undefined).name('rest');
        route.get('/url', (ctx) =>
          ctx
            .response()
            .json(200, [
              route.url('one', { name: half }),
              route.url('mixed', { name: half }),
              route.url('rest', { path: `a/${half}` }),
              route.url('rest', { path: 'a' }, { [half]: half }),
            ]),
        );
        route.get('/route', (ctx) => ctx.response().redirectToRoute('one', { name: half }));
        route.get('/redirect', (ctx) => ctx.response().redirect(302, `/${half}`));
        route.get('/away', (ctx) => ctx.response().redirectAway(302, `/${half}`));
        route.get('/cookie', (ctx) => ctx.response().cookie('a', half).noContent());
      },
      async (client) => {
        expect((await client.get('/url')).json()).toEqual([
          '/one/x%EF%BF%BD',
          '/mixed/a-x%EF%BF%BD',
          '/rest/a/x%EF%BF%BD',
          '/rest/a?x%EF%BF%BD=x%EF%BF%BD',
        ]);
        (await client.get('/route')).assertHeader('Location', '/one/x%EF%BF%BD');
        (await client.get('/redirect')).assertHeader('Location', '/x%EF%BF%BD');
        (await client.get('/away')).assertHeader('Location', '/x%EF%BF%BD');
        (await client.get('/cookie')).assertStatus(204).assertHeader('Set-Cookie', 'a=x%EF%BF%BD; Path=/');
      },
    );
  });
});
