import { expect, test } from '@jest/globals';
import { lowerCase, upperCase } from '../../../plugins/validation/src/filters/letter-case.ts';
import { stringFilters } from '../../../plugins/validation/src/filters/string.ts';
import { quickest } from '../../support/quickest.ts';

const last = 0x10ffff;

test('S-7: every character has the other form of its own, unless that is longer, in any text', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= last; code++) {
    const letter = String.fromCodePoint(code);
    const own = (converted: string): string => (converted.length > letter.length ? letter : converted);
    const [large, small] = [own(letter.toUpperCase()), own(letter.toLowerCase())];
    if (upperCase(`a${letter}b`) !== `A${large}B`) wrong.push(`upper ${letter}`);
    if (lowerCase(`A${letter}B`) !== `a${small}b`) wrong.push(`lower ${letter}`);
  }
  expect(wrong).toEqual([]);
});

// Of each of these a text of so many characters took from ten to a hundred times what plain letters take.
const length = 300_000;
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

test.each(stringFilters)(
  'S-7: $name takes of no text many times what it takes of words',
  async ({ apply }) => {
    const cost = (sample: string): Promise<number> => {
      const text = sample.repeat(length / sample.length);
      return quickest(() => apply(text));
    };
    const usual = await cost('the Quick brown_Fox ');
    for (const sample of hostile) expect([sample, (await cost(sample)) < 15 * usual + 60]).toEqual([sample, true]);
  },
  60_000,
);
