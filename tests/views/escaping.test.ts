import { describe, expect, test } from '@jest/globals';
import { errorOf, site } from './support.ts';

const texts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><svg onload=alert(1)>",
  '` onmouseover=alert(1) `',
  '" autofocus onfocus=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<!--<script>',
  '-->',
  '<![CDATA[<script>]]>',
  '&lt;script&gt;',
  '&#60;script&#62;',
  '<scr\0ipt>',
  '<a href="javascript:alert(1)">',
  '<iframe srcdoc="<script>">',
  '</script><script>alert(1)//',
  '<%= process.exit() %>',
  '<%~ it %>',
  '${alert(1)}',
  '{{constructor}}',
  '\u2028alert(1)',
  '\u2029alert(1)',
  '</SCRIPT >',
  '<style>@import "x"</style>',
  '<math><mi xlink:href="javascript:alert(1)">',
  '";alert(1);//',
  "';alert(1);//",
  '\\";alert(1);//',
  '<object data=x>',
  '<base href=//evil>',
  "$&$`$'",
];

const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java\rscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u0000javascript:alert(1)',
  'javascript\u0000:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'DATA:text/html,x',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:,x',
  'data:application/xhtml+xml,x',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'blob:https://a/b',
  'filesystem:https://a/b',
  'view-source:javascript:alert(1)',
  'jar:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript:/*--></title>*/alert(1)',
  'about:blank',
  'ms-its:x',
  'x-javascript:alert(1)',
  'wyciwyg:x',
];

/** What a browser reads: the text of an element or attribute. */
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? '') : String.fromCharCode(Number(code)),
  );

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
