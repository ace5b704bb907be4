import type { Random } from '../../support/random.ts';

/** Rules by field, and data that these rules nearly always pass. */
export interface RandomInput {
  readonly rules: Readonly<Record<string, string | readonly string[]>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A rule on the value itself, with values that pass it, as forms and as JSON send them. */
type ValueRule = readonly [rule: string, values: readonly unknown[]];

const values: readonly ValueRule[] = [
  ['string', ['x', 'no', '5']],
  ['integer', ['5', ' 5 ', 5, '0', -7]],
  ['uint', ['5', 0]],
  ['numeric', ['1.5', 2, '.5']],
  ['decimal:0,2', ['9.50', 9]],
  ['float', ['1e3', 0.5]],
  ['boolean', ['no', 'off', '0', 0, false, 'yes', '1', 1, true]],
  ['boolean:strict', [true, false]],
  ['integer:strict', [5]],
  ['accepted', ['yes', 1, true]],
  ['declined', ['no', 0, false]],
  ['in:a,b', ['a', 'b']],
  ['in:1,2', ['1', 2]],
  ['integer|in:1,2', ['1', 2]],
  ['digits:3', ['007', 123]],
  ['date', ['2024-01-01', new Date(0)]],
  ['email', ['a@b.test']],
  ['list', [[], ['x'], [1, 'y']]],
  ['map', [{}, { x: 'y' }]],
  ['array', [[], { x: 1 }]],
  ['list|in:a,b', [['a'], ['a', 'b']]],
  ['regex:^[a-z]$', ['a']],
  ['min:1', ['x', 5, ['x']]],
  ['exclude', ['x']],
  ['', ['x', 5, null, ['x'], { x: 1 }]],
];

/** Rules on a field's presence, and those that say nothing of its value. */
const presence = ['required', 'required', 'filled', 'present', 'nullable', 'sometimes', 'bail', 'present|nullable', ''];

/** Rules of a parent that do not say what it is, or do. */
const listParents = ['list', 'list', 'array', 'slice', 'min:0', 'prohibits:gone', ''];
const mapParents = ['map', 'array', 'array', 'in_array_keys:a,b,c,x', 'required_array_keys:a', 'min:0', ''];

const names = ['a', 'b', 'c'];
const deepest = 3;

const join = (...rules: readonly string[]): string => rules.filter((rule) => rule !== '').join('|');

/** Rules for a tree of fields, and an input that has these fields and some beside them. */
export const randomInput = (random: Random): RandomInput => {
  const rules: Record<string, string | readonly string[]> = {};

  const rule = (path: string, parts: readonly string[]): void => {
    rules[path] =
      random.chance(0.2) && !parts.join().includes('|') ? parts.filter((one) => one !== '') : join(...parts);
  };

  const leaf = (path: string): unknown => {
    const [valueRule, passing] = random.pick(values);
    const given = random.pick(presence);
    rule(path, [given, valueRule]);
    if (random.chance(0.06)) return '';
    if (random.chance(0.06)) return null;
    return random.chance(0.12) ? undefined : random.pick(passing);
  };

  const list = (path: string, depth: number): unknown => {
    if (random.chance(0.7)) rule(path, [random.pick(presence), random.pick(listParents)]);
    // Every entry has the same rules; those written last are the ones that stand.
    const makeEntry = random.chance(0.5) ? map : random.chance(0.3) ? list : leafAt;
    const entry = makeEntry(`${path}.*`, depth + 1);
    // A list of JSON or of a form has no holes.
    if (entry === undefined || random.chance(0.1)) return [];
    return random.chance(0.3) ? [entry, entry] : random.chance(0.1) ? [{ x: 1 }] : [entry];
  };

  const leafAt = (path: string): unknown => leaf(path);

  const map = (path: string, depth: number): unknown => {
    if (random.chance(0.7)) rule(path, [random.pick(presence), random.pick(mapParents)]);
    const value = members(`${path}.`, depth + 1);
    if (random.chance(0.3)) value['x'] = 'root';
    return random.chance(0.05) ? undefined : value;
  };

  const field = (path: string, depth: number): unknown => {
    if (depth >= deepest || random.chance(0.5)) return leaf(path);
    return random.chance(0.5) ? list(path, depth) : map(path, depth);
  };

  const members = (prefix: string, depth: number): Record<string, unknown> => {
    const value: Record<string, unknown> = {};
    for (const name of names.slice(0, 1 + random.below(names.length))) {
      const given = field(prefix + name, depth);
      if (given !== undefined) value[name] = given;
    }
    return value;
  };

  const data = members('', 0);
  if (random.chance(0.5)) data['x'] = 'root';
  return { rules, data };
};
