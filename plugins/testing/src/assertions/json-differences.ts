import { isMap } from './json-path.ts';

/** Marks a missing value. */
export const absent = Symbol('absent');

interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** `whole`: only what is expected. `subset`: objects may have more keys, lists may not have more entries. */
export type Extent = 'whole' | 'subset';

const shownAtMost = 20;
const longestValue = 300;

/** The expected value in the form of JSON: dates become strings, and undefined members are left out. */
const asJson = (value: unknown): unknown => {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? absent : JSON.parse(text);
};

/** A path with one more segment; its dots are escaped, as in the paths assertions take. */
export const below = (path: string, key: string | number): string => {
  const segment = String(key).replaceAll('.', '\\.');
  return path === '' ? segment : `${path}.${segment}`;
};

const element = (list: readonly unknown[], index: number): unknown => (index < list.length ? list[index] : absent);

const member = (map: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : absent;

function* compare(path: string, expected: unknown, actual: unknown, extent: Extent): Generator<Difference> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let at = 0; at < length; at++)
      yield* compare(below(path, at), element(expected, at), element(actual, at), extent);
  } else if (isMap(expected) && isMap(actual)) {
    const keys = new Set([...Object.keys(expected), ...(extent === 'whole' ? Object.keys(actual) : [])]);
    for (const key of keys) yield* compare(below(path, key), member(expected, key), member(actual, key), extent);
  } else if (expected !== actual) yield { path, expected, actual };
}

/** A value on one line, cut if it is long. */
export const brief = (value: unknown): string => {
  if (value === absent) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}...` : text;
};

const show = ({ path, expected, actual }: Difference): string =>
  `  at ${path === '' ? 'the root' : path}\n    - ${brief(expected)}\n    + ${brief(actual)}`;

/** How JSON differs from the expected value, place by place; null when it does not. `path` is the path of `actual`. */
export const jsonDifferences = (expected: unknown, actual: unknown, extent: Extent, path = ''): string | null => {
  const found = [...compare(path, asJson(expected), actual, extent)];
  if (found.length === 0) return null;
  const more = found.length > shownAtMost ? [`  and at ${found.length - shownAtMost} other places`] : [];
  const lines = [...found.slice(0, shownAtMost).map(show), ...more];
  return ['The JSON differs (- expected, + received):', ...lines].join('\n');
};
