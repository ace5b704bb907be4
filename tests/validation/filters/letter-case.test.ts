import { expect, test } from '@jest/globals';
import { lowerCase, upperCase } from '../../../plugins/validation/src/filters/letter-case.ts';
import { stringFilters } from '../../../plugins/validation/src/filters/string.ts';
import { countWork } from '../../support/steps.ts';

const last = 0x10ffff;

test('S-7: every character has the other form of its own, unless that is longer, in any text', () => {
  // Of many at once, which takes a tenth of the time that each alone takes.
  for (let from = 0; from <= last; from += 256) {
    const texts = { upper: '', large: '', lower: '', small: '' };
    for (let code = from; code < from + 256; code++) {
      const letter = String.fromCodePoint(code);
      const own = (converted: string): string => (converted.length > letter.length ? letter : converted);
      texts.upper += `a${letter}b`;
      texts.large += `A${own(letter.toUpperCase())}B`;
      texts.lower += `A${letter}B`;
      texts.small += `a${own(letter.toLowerCase())}b`;
    }
    if (upperCase(texts.upper) !== texts.large) expect(upperCase(texts.upper)).toBe(texts.large);
    if (lowerCase(texts.lower) !== texts.small) expect(lowerCase(texts.lower)).toBe(texts.small);
  }
});

// Texts of these once took from ten to a hundred times what plain letters take.
const length = 4000;
const hostile = [
  '\u0130',
  '\u0130\u0301',
  '\u0301',
  'é',
  'ß',
  'aß',
  '𐐀',
  '\u0130 ',
  'éÉ',
  'Aa',
  '--',
  "a'",
  'a.',
  '\u1e9e',
];

type Filter = (typeof stringFilters)[number];

const cost = ({ apply }: Filter, samples: readonly string[]) => {
  const texts = samples.map((sample) => sample.repeat(length / sample.length));
  for (const text of texts) apply(text.slice(0, 100));
  return countWork(() => texts.map((text) => apply(text)));
};

// One count for all of them: a count takes longer than they do.
test.each(stringFilters)('S-7: $name takes of no text many times what it takes of words', async (filter) => {
  const usual = await cost(filter, ['the Quick brown_Fox ']);
  const { steps, read } = await cost(filter, hostile);
  expect(steps).toBeLessThan(5 * hostile.length * usual.steps);
  expect(read).toBeLessThan(2 * hostile.length * (usual.read + 10));
});

test.each(stringFilters)('S-7: $name converts a run of letters at once, not letter by letter', async (filter) => {
  const { steps } = await cost(filter, ['é', 'ß', '𐐀', 'a']);
  expect(steps).toBeLessThan(length / 2);
});
