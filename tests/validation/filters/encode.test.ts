import { describe, expect, test } from '@jest/globals';
import { endsSoon } from '../../support/ends-soon.ts';
import { filtered, testFilters, testUntouched } from './support.ts';

describe('encoding filters', () => {
  testFilters([
    [
      'escape_html',
      ['<a href="x">y & z</a>', '&lt;a href=&#34;x&#34;&gt;y &amp; z&lt;/a&gt;'],
      ["'", '&#39;'],
      [12, '12'],
    ],
    [
      'escape_js',
      ["alert('x')", "alert(\\'x\\')"],
      ['</script>', '\\x3c\\/script\\x3e'],
      ['a\\"\n\r\t&`', 'a\\\\\\"\\n\\r\t&`'],
    ],
    [
      'url_encode',
      ['a b&c=d', 'a+b%26c%3Dd'],
      ["~-_.!'()*", '~-_.%21%27%28%29%2A'],
      ['日', '%E6%97%A5'],
      ['\ud800', '%EF%BF%BD'],
    ],
    ['url_decode', ['a+b%20c%2B', 'a b c+'], ['%E6%97%A5', '日']],
    ['strip_tags', ['<p>Hi</p>', 'Hi'], ['x < y > z', 'x  z'], ['a > b', 'a > b'], ['a < b', 'a < b'], ['<b', '<b']],
    ['escapeHtml', ['<', '&lt;']],
    ['escapeHTML', ['<', '&lt;']],
    ['escapeJs', ['<', '\\x3c']],
    ['escapeJS', ['<', '\\x3c']],
    ['urlEncode', [' ', '+']],
    ['urlDecode', ['+', ' ']],
    ['stripTags', ['<b>', '']],
  ]);

  testUntouched(['escape_html', 'escape_js', 'url_encode', 'url_decode', 'strip_tags'], [null, ['<b>'], {}]);

  test('VA-32 escape_html twice escapes twice', () => {
    expect(filtered('escape_html', filtered('escape_html', '<'))).toBe('&amp;lt;');
  });

  test('VA-32 url_decode leaves what is not encoded well', () => {
    for (const text of ['%zz', '%', 'a+%E6', '%FF']) expect(filtered('url_decode', text)).toBe(text);
  });

  test('VA-32 strip_tags leaves no tag, however they are nested', () => {
    for (const text of ['<scr<b>ipt>', '<<b>script>x</script>', '<<<<>>>>', '<a <b> c>'])
      expect(String(filtered('strip_tags', text))).not.toMatch(/<[^>]*>/);
  });

  test('VA-32 strip_tags reads a text once', () => {
    const text = '<'.repeat(1_000_000);
    expect(endsSoon(() => filtered('strip_tags', text))).toBe(text);
  });
});
