import type { AST } from '@eslint-community/regexpp';

const marks = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.split('');
const letters = ['a', 'A', 'e', 'x', '0', '9', ' ', '\t', '\n', '\r', '\u0000', 'é', ...marks];
const words = 'eyJ eyJ- Bearer Basic cookie token= password= values( AUTH a:// a://: ?a ?a= ;a= /* // /.. /./ --'.split(
  ' ',
);

/** 200 strings that texts from outside are filled with: each mark, alone and between letters, blanks and other marks. */
export const commonFillings: readonly string[] = [
  ...letters,
  ...marks.flatMap((mark) => [`a${mark}`, `${mark}0`, `${mark} `]),
  ...words,
  '\r\n',
  '\n ',
  ' \t',
  '{{',
  '((',
  '"\\',
  "'\\",
  '\\\\',
  'aA',
  'a0',
  '0.',
  '{a}',
  '<a>',
  '[a]',
  '""',
  "''",
  'a a',
  'a\n',
  'a, ',
  'a;q=',
  '%2',
  '%2e',
  '0-',
  '1:',
  '::',
  'x=>',
  'a.b@',
  '-----BEGIN A PRIVATE KEY-----',
  "Duplicate entry '",
  'a/b',
  'aa.',
  '%a%',
  '\u00a0',
  'a\u00a0',
  '@@',
  '$a$',
  'A-',
  '0:0',
  '=>',
  'a=b; ',
  '#/',
];

const preferred = ['a', '0', ' ', '-', '.', '/', ':', '"', "'", '\n', '\t', '(', '{', '='];

/** The characters that an expression names. */
export const namedIn = (source: string): readonly string[] =>
  [...new Set(source.replaceAll(/\\[a-z]/gi, ''))]
    .filter((one) => !'^$|?*+()'.includes(one))
    .toSorted((one, other) => Number(/\w/.test(one)) - Number(/\w/.test(other)));

const sampleOf = (node: AST.Node, first: string, flags: string): string => {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass': {
      const expression = new RegExp(`^(?:${node.raw})$`, flags.replaceAll(/[^isuv]/g, ''));
      return [first, ...preferred, ...letters].find((one) => expression.test(one)) ?? '';
    }
    case 'Quantifier':
      return sampleOf(node.element, first, flags).repeat(Math.min(Math.max(node.min, 1), 8));
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(node.alternatives[0] as AST.Node, first, flags);
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, first, flags)).join('');
    case 'Assertion':
      if (node.kind === 'lookahead' || node.kind === 'lookbehind')
        return node.negate ? '' : sampleOf(node.alternatives[0] as AST.Node, first, flags);
      return node.kind === 'start' && flags.includes('m') ? '\n' : '';
    default:
      return '';
  }
};

const alternativesOf = (node: AST.Node): AST.Alternative[] => {
  if (node.type === 'Quantifier') return alternativesOf(node.element);
  if (!('alternatives' in node)) return [];
  return node.alternatives.flatMap((one) => {
    if (one.type !== 'Alternative') return [];
    return [one, ...one.elements.flatMap(alternativesOf)];
  });
};

/** What an expression itself reads, in pieces: each is put in front of it, repeated and left without its end. */
export const ownFillings = (
  tree: AST.Pattern,
  source: string,
  flags: string,
  most: number,
): readonly (readonly [head: string, filling: string])[] => {
  const found = new Map<string, readonly [string, string]>();
  for (const { elements } of alternativesOf(tree))
    for (const first of [...namedIn(source).slice(0, 5), 'a']) {
      const samples = elements.map((element) => sampleOf(element, first, flags));
      for (let from = 0; from < samples.length; from++)
        for (const length of [1, 2, 3, 4, 6, 8, samples.length]) {
          const filling = samples.slice(from, from + length).join('');
          const head = samples.slice(0, from).join('');
          if (filling !== '') found.set(`${head}\u0001${filling}`, [head, filling]);
        }
    }
  // Of many, `most` from all parts of the expression.
  const step = Math.ceil(found.size / most);
  return [...found.values()].filter((_, at) => at % step === 0);
};
