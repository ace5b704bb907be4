import { expect, test } from '@jest/globals';
import { stringFilters } from '../../../plugins/validation/src/filters/string.ts';
import { characterRules } from '../../../plugins/validation/src/rules/characters.ts';
import { createEngine } from '../engine/support.ts';

// Each letter twice: the first alone, the other between letters, where some have another form.
const letters = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .map((letter) => `${letter} a${letter}a A${letter} `)
  .join('');

test.each([
  ['lower', 'lowercase', '\u0130STANBUL'],
  ['upper', 'uppercase', 'stra\u00dfe'],
])('D-3: what the filter %s makes passes the rule %s', async (filter, rule, example) => {
  const engine = createEngine({
    rules: characterRules,
    filters: stringFilters.filter(({ name }) => name === filter),
  });
  for (const text of [example, letters]) {
    const validator = await engine.validate(null, { a: text }, { a: rule }, { filters: { a: filter } });
    expect(validator.passes()).toBe(true);
  }
});
