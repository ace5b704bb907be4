import { expect, test } from '@jest/globals';
import { createEngine, failedRules } from './support.ts';

test.each([1, 200])('a rule that has to wait keeps the place of its field, with code from run %i on', async (often) => {
  const late = { name: 'late', compile: () => async () => false };
  const engine = createEngine({ rules: [late], often });
  const rules = { a: 'integer|late', b: 'integer', c: 'integer|late', d: 'late', e: 'integer|min:5' };
  const errors = failedRules(await engine.validate(null, { a: 1, b: 'x', c: 'x', d: 1, e: 'x' }, rules));
  expect(Object.entries(errors)).toEqual([
    ['a', ['late']],
    ['b', ['integer']],
    ['c', ['integer', 'late']],
    ['d', ['late']],
    ['e', ['integer', 'min']],
  ]);
});

test.each([1, 200])('a text that a rule gives is its message, with code from run %i on', async (often) => {
  const engine = createEngine({ often });
  const rules = { a: [() => 'mine'], b: ['integer', () => 'yours'] };
  const validator = await engine.validate(null, { a: 1, b: 1 }, rules);
  expect(validator.errors().toJSON()).toEqual({ a: ['mine'], b: ['yours'] });
});
