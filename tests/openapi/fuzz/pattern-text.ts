import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Random } from '../../support/random.ts';

const plain = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const characters = [...plain, ...Array.from(' -_.:/@#+!?,;()[]{}*=~^$%&|<>\'"`\\\t\néßñÅ漢字я😀')];
const trees = new Map<string, AST.Pattern>();
const fitting = new Map<string, readonly string[]>();

const charactersOf = (raw: string): readonly string[] => {
  const known = fitting.get(raw);
  if (known !== undefined) return known;
  const expression = new RegExp(`^(?:${raw})$`, 'u');
  const found = characters.filter((one) => expression.test(one));
  fitting.set(raw, found);
  return found;
};

const write = (node: AST.Node, random: Random): string => {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass': {
      const found = charactersOf(node.raw);
      return found.length === 0 ? '' : random.pick(found);
    }
    case 'Quantifier': {
      const most = Math.min(node.max, node.min + 8);
      const count = random.chance(0.2) ? node.min : node.min + random.below(most - node.min + 1);
      return random.list(count, () => write(node.element, random)).join('');
    }
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return write(random.pick(node.alternatives), random);
    case 'Alternative':
      return node.elements.map((element) => write(element, random)).join('');
    default:
      // Assertions write nothing; who asks holds the text against the whole expression.
      return '';
  }
};

/** A string that resembles what a pattern of JSON Schema matches; the caller checks it. */
export const patternText = (source: string, random: Random): string => {
  const tree = trees.get(source) ?? new RegExpParser().parsePattern(source, undefined, undefined, true);
  trees.set(source, tree);
  return write(tree, random);
};

/** Strings that no pattern restricts: letters of several scripts, marks and blanks. */
export const anyText = (length: number, random: Random): string => {
  const from = random.chance(0.7) ? plain : characters;
  return random.list(length, () => random.pick(from)).join('');
};
