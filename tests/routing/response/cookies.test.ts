import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, HttpError } from '@taproot/core';
import { http } from '@taproot/testing';
import { bootRoutes, serve } from '../../support/serve.ts';

const epoch = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

describe.each(['koa', 'fastify'])('cookies on the driver %s', (driver) => {
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
