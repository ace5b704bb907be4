/** A filter with a value it changes, what becomes of it, and one it leaves as it is. */
export type FilterCase = readonly [filter: string, from: unknown, to: unknown, kept: unknown];

const newYear = new Date(Date.UTC(2024, 0, 1));

/** Every filter by its own name. */
export const filterCases: readonly FilterCase[] = [
  ['trim', ' a ', 'a', 'a'],
  ['ltrim', ' a ', 'a ', 'a '],
  ['rtrim', ' a ', ' a', ' a'],
  ['lower', 'AÉ', 'aé', 'a'],
  ['upper', 'aé', 'AÉ', 'A'],
  ['title', "o'neil AND sons", "O'neil And Sons", 'Ab'],
  ['ucfirst', 'ab c', 'Ab c', '1b'],
  ['lcfirst', 'AB', 'aB', '1B'],
  ['camel', 'post_title', 'postTitle', 'title'],
  ['snake', 'postTitle', 'post_title', 'title'],
  ['to_int', '-12.7', -12, '12px'],
  ['to_int64', '12', 12, '99999999999999999999'],
  ['to_uint', '12', 12, '-12'],
  ['to_float', '1e3', 1000, '1,5'],
  ['to_bool', 'on', true, 'maybe'],
  ['to_string', 12.5, '12.5', 'a'],
  ['to_time', '2024-01-01', newYear, '2024-02-30'],
  ['strip_tags', '<b>a</b>', 'a', '1 < 2'],
  ['escape_js', '</a>', String.raw`\x3c\/a\x3e`, 'a'],
  ['escape_html', '<a>', '&lt;a&gt;', 'a'],
  ['url_encode', 'a b&', 'a+b%26', 'a'],
  ['url_decode', 'a+b%26', 'a b&', '%zz'],
  ['str_to_ints', '1, 2', [1, 2], ['1']],
  ['str_to_array', 'a, b', ['a', 'b'], ['a, b']],
  ['str_to_time', '2024-01-01', newYear, 'soon'],
];
