import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { crypt } from '@taproot/crypt';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { session } from '@taproot/session';
import { pluginChecks } from '@taproot/testing';
import { validation } from '@taproot/validation';
import { views } from '@taproot/views';
import { watchViews } from '@taproot/views/testing';
import { errorOf, site } from './support.ts';

for (const { name, run } of pluginChecks(() => views(), { beside: () => [routing()] })) test(name, run);

const templates = {
  'layouts/app':
    '<!doctype html><title><%= it.title %></title><% if (user) { %><b><%= user.name %></b><% } %><%~ it.body %><%~ block("foot", () => { %>none<% }) %>',
  'tickets/show': `<% layout('layouts/app', { title: it.ticket.title }) %><% block('foot', () => { %><i>end</i><% }) %><h1><%= it.ticket.title %></h1>
<% for (const reply of it.ticket.replies) { %><%~ include('tickets/reply', { reply }) %><% } %>`,
  'tickets/reply': '<p><%= it.reply %></p>',
};

describe('pages', () => {
  test('have a layout, blocks and partials, and escape values', async () => {
    const { client } = await site(templates, ({ facades }) => {
      facades
        .Route()
        .get('/tickets/{id}', (ctx) =>
          ctx.response().view('tickets/show', { ticket: { title: '<Tea>', replies: ['a & b', 'c'] } }),
        );
    });
    const response = await client.get('/tickets/7');
    response.assertStatus(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.text).toBe(
      '<!doctype html><title>&lt;Tea&gt;</title><h1>&lt;Tea&gt;</h1>\n<p>a &amp; b</p><p>c</p><i>end</i>',
    );
  });

  test('have the status and the headers that the response has', async () => {
    const { client } = await site({ gone: 'gone' }, ({ facades }) => {
      facades.Route().get('/', (ctx) => ctx.response().header('X-A', 'b').status(410).view('gone'));
    });
    const response = await client.get('/');
    response.assertStatus(410);
    expect([response.headers.get('x-a'), response.text]).toEqual(['b', 'gone']);
  });

  test('are strings outside of a response, and exist or not', async () => {
    const { view } = await site({ 'mail/hi': 'Hi <%= it.name %>', deep: '<%= it.name %>' });
    view.share('name' as never, (() => 'all') as never);
    expect(await view.make('mail/hi', { name: 'Ada' })).toBe('Hi Ada');
    expect(await view.make('deep')).toBe('all');
    expect([view.exists('mail/hi'), view.exists('mail/no'), view.exists('../views/deep')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await view.first(['mail/no', 'deep'], { name: 'b' })).toBe('b');
    expect((await errorOf(view.first(['no', 'nor'], {}))).code).toBe('E_VIEW_UNKNOWN');
  });

  test('show forms with old input, errors, tokens and methods', async () => {
    const form = `<form method="post" action="<%= action('items.update', { id: 3 }) %>"><%= csrf() %><input name="size" value="<%= old('size', 4) %>"><%= error('size') %></form>`;
    const { client } = await site(
      { form },
      ({ facades, middleware }) => {
        facades
          .Route()
          .middleware(middleware.session())
          .group((route) => {
            route.get('/form', (ctx) => ctx.response().view('form'));
            route
              .put('/items/{id}', async (ctx: Context) => {
                await ctx.request().validated({ size: 'required|integer' });
                return ctx.response().back();
              })
              .name('items.update');
            route.post('/items', async (ctx: Context) => {
              await ctx.request().validated({ size: 'required|integer' });
              return ctx.response().back();
            });
          });
      },
      { plugins: [crypt(), session({ cross_origin: { refuse: true, tokens: true, trusted: [] } }), validation()] },
    );
    const first = await client.get('/form');
    expect(first.text).toMatch(
      /^<form method="post" action="\/items\/3\?_method=PUT"><input type="hidden" name="_token" value="[\w-]{32}"><input name="size" value="4"><\/form>$/,
    );
    const token = /value="([\w-]{32})"/.exec(first.text)?.[1] ?? '';
    const cookie = String(first.headers.get('set-cookie')).split(';')[0] ?? '';
    const sent = await client
      .withHeaders({ cookie, referer: 'http://localhost/form', accept: 'text/html' })
      .post('/items', new URLSearchParams({ size: '"><b>', _token: token }));
    sent.assertStatus(303);
    const next = String(sent.headers.get('set-cookie')).split(';')[0] ?? '';
    const again = await client.withHeaders({ cookie: next }).get('/form');
    expect(again.text).toContain('value="&quot;&gt;&lt;b&gt;">The size must be a whole number.');
  });

  test('have the nonce of their policy', async () => {
    const { client } = await site(
      { page: '<script nonce="<%= nonce() %>">const a = <%= it.a %>;</script>' },
      ({ facades }) => facades.Route().get('/', (ctx) => ctx.response().view('page', { a: '</script>' })),
      { plugins: [security()] },
    );
    const response = await client.get('/');
    const nonce = /nonce="([\w-]+)"/.exec(response.text)?.[1];
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(response.text).toContain('const a = "\\u003c/script\\u003e";');
  });

  test('are read again while you develop, and kept in production', async () => {
    for (const [debug, after] of [
      ['true', 'two'],
      ['false', 'one'],
    ] as const) {
      const { view, folder } = await site({ page: 'one' }, undefined, { env: { APP_DEBUG: debug } });
      expect(await view.make('page')).toBe('one');
      writeFileSync(join(folder, 'views', 'page.eta'), 'two');
      expect(await view.make('page')).toBe(after);
    }
  });

  test('of components are escaped by their library, and strings are refused', async () => {
    const { view } = await site({});
    const element = (text: string) => ({ toString: async () => `<p>${text}</p>` });
    expect(await view.make(async ({ name }: { name: string }) => element(name), { name: 'a' })).toBe(
      '<!DOCTYPE html><p>a</p>',
    );
    expect((await errorOf(view.make(() => '<p>', {}))).code).toBe('E_VIEW_COMPONENT');
    expect((await errorOf(view.make(() => ({}), {}))).code).toBe('E_VIEW_COMPONENT');
  });

  test('are seen by tests with their props', async () => {
    const { app, view } = await site({ page: '<%= it.a.b %>' });
    const pages = watchViews(app);
    await view.make('page', { a: { b: 1 } });
    pages.assertView('page', { a: { b: 1 } }).assertNotView('other');
    expect(() => pages.assertView('page', { a: { b: 2 } })).toThrow('it had {"a":{"b":1}}');
    expect(() => pages.assertView('other')).toThrow('The view "other" was not made.');
    expect(() => pages.assertNotView('page')).toThrow('was made');
    pages.restore();
  });
});

describe('errors', () => {
  const six = '<p>\n'.repeat(6);
  const rows: readonly [what: string, code: string, line7: string, reason: RegExp][] = [
    ['a syntax error', 'E_VIEW_SYNTAX', '<% if (it.a { %>x<% } %>', /Unexpected token/],
    ['a tag that does not end', 'E_VIEW_SYNTAX', '<%= it.a', /unclosed tag/],
    ['a value that is not there', 'E_VIEW_FAILED', '<%= it.missing %>', /undefined/],
    ['a member of nothing', 'E_VIEW_FAILED', '<%= it.missing.name %>', /Cannot read properties of undefined/],
    ['an unknown helper', 'E_VIEW_FAILED', '<%= nothing() %>', /nothing is not defined/],
    ['a missing partial', 'E_VIEW_FAILED', "<%~ include('parts/tabel') %>", /Did you mean "parts\/table"/],
    ['a missing layout', 'E_VIEW_FAILED', "<% layout('layouts/ap') %>\n<%= it.a %>\n", /Did you mean "layouts\/app"/],
    ['a value within a block', 'E_VIEW_FAILED', "<% block('x', () => { %><%= it.missing %><% }) %>", /undefined/],
    [
      'a component with a wrong slot',
      'E_VIEW_FAILED',
      "<%~ include('parts/table', { rows: it.missing.rows }) %>",
      /reading 'rows'/,
    ],
    ['a helper without its plugin', 'E_VIEW_FAILED', "<%= vite('app.ts') %>", /vite\(\), which needs/],
    ['an address of no route', 'E_VIEW_FAILED', '<a href="<%= url(\'nowhere\') %>">', /nowhere/],
    ['a prop that throws', 'E_VIEW_FAILED', '<%= it.thrower() %>', /own reason/],
    ['a value in a bare attribute', 'E_VIEW_SYNTAX', '<a title=<%= it.a %>>', /outside of quotes/],
    ['a value in an event', 'E_VIEW_SYNTAX', '<a onclick="go(<%= it.a %>)">', /attribute onclick/],
    ['a value in a style', 'E_VIEW_SYNTAX', '<style>a{color:<%= it.a %>}</style>', /<style>/],
    ['a value in a comment', 'E_VIEW_SYNTAX', '<!-- <%= it.a %> -->', /comment/],
  ];
  test.each(rows)('%s has its file and line', async (_what, code, line, reason) => {
    const { view, folder } = await site({
      page: "<%~ include('inner') %>",
      inner: `${six}${line}\n<p>`,
      'parts/table': '',
      'layouts/app': '<%~ it.body %>',
    });
    const thrower = (): never => {
      throw new Error('own reason');
    };
    for (const name of ['inner', 'page']) {
      const error = await errorOf(view.make(name, { a: 1, thrower }));
      expect(error.code).toBe(code);
      expect(error.message).toMatch(reason);
      expect(error.message).toContain(`${join(folder, 'views', 'inner.eta')}:7`);
      expect(error.stack).toContain(`\n    at ${join(folder, 'views', 'inner.eta')}:7:1`);
    }
  });

  test.each([
    ['a layout', "<% layout('inner') %>", '<%= it.missing %>'],
    [
      'a block of a layout',
      "<% layout('inner') %><% block('x', () => { %>y<% }) %>",
      "<%~ block('x', () => { %><% }) %><%= it.missing %>",
    ],
    [
      'a component with a slot',
      "<%~ include('inner', { inside: html('<b>') }) %>",
      '<%= it.inside %><%= it.missing %>',
    ],
    ['a component in a component', "<%~ include('outer') %>", '<%= it.missing %>'],
  ])('in %s have its file and line', async (_what, page, line) => {
    const { view, folder } = await site({
      page: `\n\n${page}\n`,
      inner: `${six}${line}\n<p><%= it.a %>`,
      outer: "<p><%~ include('inner') %></p>",
    });
    const error = await errorOf(view.make('page', { a: 1 }));
    expect([error.code, error.message]).toEqual([
      'E_VIEW_FAILED',
      expect.stringContaining(`${join(folder, 'views', 'inner.eta')}:7`),
    ]);
  });

  test('have a frame of the template on the debug page', async () => {
    const { client } = await site(
      { page: `${six}<%= it.missing.name %>` },
      ({ facades }) => facades.Route().get('/', (ctx) => ctx.response().view('page')),
      { env: { APP_DEBUG: 'true' } },
    );
    const response = await client.withHeaders({ accept: 'text/html' }).get('/');
    response.assertStatus(500);
    expect(response.text).toContain(
      '<li value="7" class="at" aria-current="true"><span>&#60;%= it.missing.name %&#62;',
    );
  });

  test('tell of names that are none', async () => {
    const { view } = await site({ page: '', dynamic: '<%~ include(it.name) %>' });
    for (const name of [
      '../../etc/passwd',
      '/etc/passwd',
      'page.eta',
      'a\\b',
      '',
      'page\0',
      'views//page',
      '..',
      '@page',
    ])
      expect((await errorOf(view.make(name))).code).toBe('E_VIEW_NAME');
    expect((await errorOf(view.make('pgae'))).message).toContain('Did you mean "page"?');
    const error = await errorOf(view.make('dynamic', { name: '../secret' }));
    expect(error.message).toContain('"../secret" is not the name of a template');
  });

  test('end circles', async () => {
    const { view } = await site({ a: "<%~ include('b') %>", b: "<%~ include('a') %>", c: "<% layout('c') %>" });
    expect((await errorOf(view.make('a'))).code).toBe('E_VIEW_DEPTH');
    expect((await errorOf(view.make('c'))).code).toBe('E_VIEW_DEPTH');
    expect((await errorOf(view.make('a'))).code).toBe('E_VIEW_DEPTH');
  });
});
