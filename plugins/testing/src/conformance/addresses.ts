import type { Context } from '@taproot/core';
import { expect } from 'expect';
import { test } from './cases.ts';
import type { Suite } from './suite.ts';

/** The address of a request, and the addresses that a client is redirected to. */
export const addresses = (suite: Suite): void => {
  const tell = (ctx: Context) => {
    const request = ctx.request();
    return ctx
      .response()
      .header('Link', `<${request.fullUrl()}>; rel="canonical"`)
      .json(200, { path: request.path(), url: request.url(), name: request.route('name') });
  };

  test.each([
    ['/l/plain-(1)~x', '/l/plain-(1)~x', '/l/plain-(1)~x'],
    ['/l/%61', '/l/a', '/l/a'],
    ['/l/a%20b/', '/l/a%20b', '/l/a b'],
    ['/l/%E4%BD%A0?q=%E5', '/l/%E4%BD%A0?q=%E5', '/l/你'],
    ['/l/a%2fb%25%3F', '/l/a%2Fb%25%3F', '/l/a%2Fb%25%3F'],
    ['/l/%2525%20%0D%0A', '/l/%2525%20%0D%0A', '/l/%2525 %0D%0A'],
    ['/l/%3Ca%3E%22%7C%60?a=%3Cb%3E&c[]=1', '/l/%3Ca%3E%22%7C%60?a=%3Cb%3E&c[]=1', '/l/<a>"|`'],
  ])('%s can be sent again', async (sent, told, path) => {
    const { url } = await suite.open((route) => route.get('/l/{name}', tell));
    const response = await fetch(url + sent);
    expect(response.headers.get('link')).toBe(`<${url}${told}>; rel="canonical"`);
    const body = await response.json();
    expect(body).toMatchObject({ url: told, path });
    expect(await (await fetch(url + told)).json()).toEqual(body);
  });

  test('S-12: a wildcard gives each path a value of its own, and url() the path of each value', async () => {
    const values: string[] = [];
    const { app, url } = await suite.open((route) =>
      route
        .get('/{path*}', (ctx) => {
          values.push(ctx.request().route('path'));
          return ctx.response().string(200, ctx.request().url());
        })
        .name('page'),
    );
    const paths = ['/a/b', '/a%2Fb', '/a%252Fb', '/a%25252Fb', '/a%252fb', '/50%25/x', '/%25%2F%2525'];
    for (const path of paths) expect(await (await fetch(url + path)).text()).toBe(path);
    expect(values).toEqual(['a/b', 'a%2Fb', 'a%252Fb', 'a%25252Fb', 'a%252fb', '50%/x', '%%2F%25']);
    expect(values.map((path) => app.facades.Route().url('page', { path }))).toEqual(paths);
  });

  test('no value of a wildcard leads a redirect to another host', async () => {
    const { url } = await suite.open((route) => {
      route.get('/{path*}', tell).name('page');
      route.post('/go', (ctx) => ctx.response().redirectToRoute('page', { path: ctx.request().input('to') }));
    });
    const location = async (to: string): Promise<[number, string | null]> => {
      const body = new URLSearchParams({ to });
      const { status, headers } = await fetch(`${url}/go`, { method: 'POST', body, redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect(await location('a/b')).toEqual([302, '/a/b']);
    for (const to of ['/evil.test', '//evil.test', '\\evil.test', '/\\evil.test', 'a//b', 'a/'])
      expect([to, ...(await location(to))]).toEqual([to, 500, null]);
  });
};
