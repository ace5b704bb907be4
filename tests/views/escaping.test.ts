import { describe, expect, test } from '@jest/globals';
import { addresses, decoded, texts } from './payloads.ts';
import { errorOf, site } from './support.ts';

describe('a hostile value', () => {
  test('stays text in the page, in attributes and in scripts', async () => {
    const { view } = await site({
      text: '<p><%= it.v %></p>',
      double: '<p title="<%= it.v %>">',
      single: "<p title='a<%= it.v %>'>",
      query: '<a href="/x?q=<%= it.v %>">',
      script: '<script>const v = <%= it.v %>;</script>',
      data: '<script type="application/json"><%= it.v %></script>',
      object: '<script>const v = <%= { v: [it.v] } %>;</script>',
    });
    for (const v of [...texts, ...addresses]) {
      for (const [name, pattern] of [
        ['text', /^<p>([^<>"'`]*)<\/p>$/],
        ['double', /^<p title="([^<>"'`]*)">$/],
        ['single', /^<p title='a([^<>"'`]*)'>$/],
        ['query', /^<a href="\/x\?q=([^<>"'`]*)">$/],
      ] as const) {
        const page = await view.make(name, { v });
        expect(page).toMatch(pattern);
        expect(decoded(pattern.exec(page)?.[1] ?? '')).toBe(v);
      }
      for (const [name, pattern] of [
        ['script', /^<script>const v = (.*);<\/script>$/],
        ['data', /^<script type="application\/json">(.*)<\/script>$/],
        ['object', /^<script>const v = \{"v":\[(.*)\]\};<\/script>$/],
      ] as const) {
        const json = pattern.exec(await view.make(name, { v }))?.[1] ?? '';
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toBe(v);
      }
    }
  });

  test('is no address that runs a script', async () => {
    const tags = [
      '<a href="X">',
      "<a class='b' HREF='X'>",
      '<form action = "X">',
      '<iframe src="X">',
      '<button formaction="X">',
      '<a\nhref="\n X">',
      '<object data="X">',
      '<use xlink:href="X"/>',
    ];
    const { view } = await site(Object.fromEntries(tags.map((tag, i) => [`a${i}`, tag.replace('X', '<%= it.v %>')])));
    for (const [i, tag] of tags.entries()) {
      for (const v of addresses) expect(await view.make(`a${i}`, { v })).toBe(tag.replace('X', '#blocked'));
      for (const v of [
        '/a?b=1',
        'https://a.example/b',
        '//a.example',
        'mailto:a@example.com',
        'tel:1',
        '#a',
        '?q=a:b',
        'a/b:c',
        'data:image/png;base64,AA==',
      ])
        expect(await view.make(`a${i}`, { v })).toBe(tag.replace('X', v));
    }
  });

  test('does not compile where nothing makes it safe', async () => {
    const rows = [
      '<a href=<%= it.v %>>',
      '<a <%= it.v %>>',
      '<a <%= it.v %>="x">',
      '<a ONCLICK="<%= it.v %>">',
      '<p style="<%= it.v %>">',
      '<iframe srcdoc="<%= it.v %>">',
      '<style><%= it.v %></style>',
      '<!-- <%= it.v %>',
      '<<%= it.v %>',
      '<img srcset="<%= it.v %>">',
      '<b title="x"<%= it.v %>>',
    ];
    const { view } = await site(Object.fromEntries(rows.map((row, i) => [`r${i}`, row])));
    const codes = await Promise.all(
      rows.map(async (row, i) => [row, (await errorOf(view.make(`r${i}`, { v: 1 }))).code]),
    );
    expect(codes).toEqual(rows.map((row) => [row, 'E_VIEW_SYNTAX']));
  });

  test('is text again behind an element whose places differ', async () => {
    const { view } = await site({
      page: `<script src="/a.js"></script><b><%= it.v %></b><style>a{}</style><i><%= it.v %></i><!-- "x' --><a title="it's"><%= it.v %></a>`,
    });
    expect(await view.make('page', { v: '<' })).toBe(
      `<script src="/a.js"></script><b>&lt;</b><style>a{}</style><i>&lt;</i><!-- "x' --><a title="it's">&lt;</a>`,
    );
  });

  test('in 10,000 rows is escaped in each', async () => {
    const { view } = await site({
      page: '<% for (const row of it.rows) { %><%~ include("row", { row }) %><% } %>',
      row: '<i><%= it.row %></i>',
    });
    const page = await view.make('page', { rows: Array.from({ length: 10_000 }, () => '<') });
    expect(page).toBe('<i>&lt;</i>'.repeat(10_000));
  });
});
