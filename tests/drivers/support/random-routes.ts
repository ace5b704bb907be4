import type { Random } from '../../support/random.ts';

const literals = [
  'a',
  'ab',
  'abc',
  'b',
  '7',
  '42',
  'a.b',
  'a-b',
  'x:y',
  'x:a-b',
  'a*b',
  'c++',
  'ä',
  '(x)',
  'a b',
  '100%',
  'q?',
];
const constraints = ['[0-9]+', '[a-z]+', 'a|b', '(a|42)', '[^b]+', '.{2,}', '\\d{1,2}'];

// Names differ between positions, since a pattern may hold each but once.
const parameter = (random: Random, at: number): string => `p${at}${random.pick(['', 'x', '_y'])}`;

const segment = (random: Random, at: number): string => {
  const kind = random.next();
  const name = parameter(random, at);
  if (kind < 0.45) return random.pick(literals);
  if (kind < 0.7) return `{${name}}`;
  if (kind < 0.85) return `{${name}:${random.pick(constraints)}}`;
  return random.pick([
    `{${name}}.{ext${at}}`,
    `a{${name}}`,
    `{${name}}-b`,
    `{${name}:[0-9]+}.{ext${at}:[a-z]+}`,
    `{${name}}-{id${at}:[^b]+}`,
  ]);
};

const tail = (random: Random, at: number): string[] => {
  const kind = random.next();
  if (kind < 0.6) return [];
  if (kind < 0.75) return [`{rest*${random.pick(['', ':[a-z/]+', ':.{3,}'])}}`];
  return random
    .list(1 + random.below(2), () => '')
    .map((_, index) => `{o${at}${index}?${random.pick(['', ':[0-9]+'])}}`);
};

/** A route pattern out of everything patterns may hold. */
export const randomPattern = (random: Random): string => {
  const segments = random.list(random.below(4), () => '').map((_, at) => segment(random, at));
  return `/${[...segments, ...tail(random, segments.length)].join('/')}`;
};

const pieces = [
  ...literals,
  'b',
  'zz',
  '1',
  '42.png',
  'a-b',
  '7.a',
  'a%2Fb',
  '%25',
  '%3F',
  'aa',
  'x',
  '{a}',
  ':p0',
  '*',
];

/** A canonical path of the same alphabet, so that it often meets a pattern. */
export const randomPath = (random: Random): string =>
  `/${random
    .list(random.below(5), () => random.pick(pieces))
    .filter((piece) => !/%$|\?/.test(piece))
    .join('/')}`;
