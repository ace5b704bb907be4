import type { Random } from '../../support/random.ts';
import { absent, type RuleCase } from '../cases/case.ts';
import { hostileValues } from '../fuzz/hostile-values.ts';

/** A value as a body of JSON holds it; undefined for what no body holds. */
const asJson = (value: unknown): unknown => {
  if (value === absent) return absent;
  try {
    const text = JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === 'bigint' || (typeof inner === 'number' && !Number.isFinite(inner)))
        throw new Error('no JSON');
      return inner;
    });
    return text === undefined || text.length > 20_000 ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const edges: readonly unknown[] = [
  absent,
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  5,
  12,
  99,
  100,
  123,
  999,
  1000,
  -1,
  -5,
  1.25,
  1.2,
  2.5,
  0.1,
  1e21,
  1e22,
  1e23,
  1e300,
  1e-7,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER - 1,
  '9007199254740991',
  'F47AC10B-58CC-4372-A567-0E02B2C3D479',
  'f47ac10b-58cc-4372-b567-0e02b2c3d479',
  '9007199254740992',
  '-9007199254740991',
  '+0009007199254740991',
  '-9007199254740993',
  '90071992547409910',
  '0'.repeat(1000),
  '0'.repeat(1001),
  ' 12 ',
  '\t12',
  '12\n',
  '-0',
  '+0',
  '-00',
  '1.0',
  '1e3',
  'null',
  'true',
  'TRUE',
  ' Yes ',
  'ON',
  'off',
  '',
  ' ',
  '\u00a0\u3000',
  '\ufeff',
  '\u200b',
  'a',
  'b',
  'c',
  'ab',
  'abc',
  'abcd',
  'x',
  'y',
  'é😀z',
  '😀😀😀',
  'a,b',
  [],
  [''],
  ['a'],
  ['a', 'a'],
  ['a', 'A'],
  [1, '1'],
  [1, 1],
  [true, 'true'],
  [null],
  [[], {}],
  {},
  { a: 1 },
  { a: null, b: 2 },
  { c: 1 },
  { 0: 'a' },
];

/** Values of every kind that a body of JSON may hold. */
export const jsonValues: readonly unknown[] = [...edges, ...hostileValues.map(asJson)].filter(
  (value) => value !== undefined,
);

const characters = ' 0129aAbBzZ-+.eE:/@_#{}\t\n\u00a0éß😀\u0301\ud800'.split('');

const mutateText = (text: string, random: Random): string => {
  const at = random.below(text.length + 1);
  const kind = random.below(4);
  if (kind === 0) return text.slice(0, at) + random.pick(characters) + text.slice(at);
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1);
  if (kind === 2) return text.slice(0, at) + random.pick(characters) + text.slice(at + 1);
  return random.chance(0.5) ? text.toUpperCase() : text + text.slice(at);
};

/** A value near another one. */
const mutate = (value: unknown, random: Random): unknown => {
  if (typeof value === 'string') return mutateText(value, random);
  if (typeof value === 'number')
    return random.pick([value + 1, value - 1, -value, value / 10, value * 10, String(value)]);
  if (Array.isArray(value)) {
    if (random.chance(0.3)) return [...value, random.pick(edges.slice(1))];
    return random.chance(0.5) ? value.slice(1) : value.map((entry) => mutate(entry, random));
  }
  return random.pick(edges);
};

/** A value for a rule: one of any kind, or one near what passes or fails it. */
export const valueFor = ({ passes, fails }: RuleCase, random: Random): unknown => {
  const own = asJson(random.chance(0.5) ? passes : fails);
  if (own === undefined || random.chance(0.4)) return random.pick(jsonValues);
  let value: unknown = own;
  for (let turns = random.below(3); turns > 0; turns--) value = mutate(value, random);
  return asJson(value) ?? null;
};
