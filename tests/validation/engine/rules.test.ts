import { describe, expect, jest, test } from '@jest/globals';
import { Rule } from '../../../plugins/validation/src/authoring.ts';
import { anyOf } from '../../../plugins/validation/src/rules/comparison.ts';
import { defineRule } from '../../../plugins/validation/src/rules/definition.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { createEngine, failed, failedRules, testRules, validate } from './support.ts';

const rejects = (rules: Readonly<Record<string, unknown>>) => expect(validate({ a: 'x' }, rules)).rejects;

describe('rules that cannot be', () => {
  test('VA-22 an unknown name is rejected with field, rule and the nearest name', async () => {
    await rejects({ a: 'requierd' }).toMatchObject({
      code: 'E_RULE_UNKNOWN',
      message: 'The field "a" uses the rule "requierd", which does not exist. Did you mean "required"?',
    });
    await rejects({ a: 'Required' }).toMatchObject({ code: 'E_RULE_UNKNOWN' });
  });

  test('VA-22 too few, too many and unreadable parameters are rejected', async () => {
    await rejects({ a: 'required_if:b' }).toMatchObject({ code: 'E_RULE_PARAMETERS' });
    await rejects({ a: 'in:' }).toMatchObject({ code: 'E_RULE_PARAMETERS' });
    await rejects({ a: 'same:b,c' }).toMatchObject({ code: 'E_RULE_PARAMETERS' });
    await rejects({ a: 'min:abc' }).toMatchObject({
      code: 'E_RULE_PARAMETERS',
      message: 'The rule "min" of the field "a" cannot be used: "abc" is not a number.',
    });
  });

  test('VA-22 a bad rule is rejected although its field is absent', async () => {
    await rejects({ 'items.*.x': 'requierd' }).toMatchObject({ code: 'E_RULE_UNKNOWN' });
  });

  test('rules that are neither text nor list are rejected', async () => {
    for (const rules of [1, null, {}, [1], [null]]) await rejects({ a: rules }).toMatchObject({ code: 'E_RULE_SHAPE' });
  });

  test('a map without rules is rejected', async () => {
    await rejects({}).toMatchObject({ code: 'E_RULES_EMPTY' });
  });

  test('VA-04 a field may not be called __proto__', async () => {
    await rejects(JSON.parse('{"__proto__.polluted": "required"}') as Record<string, unknown>).toMatchObject({
      code: 'E_FIELD_PATH',
    });
  });

  test('data that is no object is rejected', async () => {
    for (const data of [null, undefined, 'text', 1, [1]])
      await expect(validate(data, { a: 'required' })).rejects.toMatchObject({ code: 'E_DATA_SHAPE' });
  });
});

describe('names of rules', () => {
  test('VA-24 two rules of one name are refused, also when it is an alias or built in', () => {
    const registry = new RuleRegistry(testRules);
    const compile = () => () => true;
    for (const name of ['required', 'int', 'min_len'])
      expect(() => registry.add({ name, compile }, 'Mine')).toThrow(
        expect.objectContaining({ code: 'E_RULE_DUPLICATE' }),
      );
  });

  test('a deprecated one warns once and names its replacement', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      await failed({ a: 'x' }, { a: 'min_len:1' });
      await failed({ b: 'x' }, { b: 'min_len:2' });
      expect(warn.mock.calls.map(([text]) => text)).toEqual([
        'The validation rule "min_len" is deprecated; write "min".',
      ]);
    } finally {
      warn.mockRestore();
    }
  });

  test('an alias is told by the name it was written under', async () => {
    expect(await failed({ a: 'x' }, { a: 'int' })).toEqual({ a: ['int'] });
  });
});

describe('rules as lists and objects', () => {
  test('bars mean nothing in a list, blanks around entries neither', async () => {
    expect(await failed({ a: 'a|b' }, { a: [' required ', '', 'in:a|b,c'] })).toEqual({});
  });

  test('VA-18 Rule.in takes values of any characters', async () => {
    const rules = { a: ['required', Rule.in(['a,b', 'c|d', 5])] };
    expect(await failed({ a: 'a,b' }, rules)).toEqual({});
    expect(await failed({ a: 'a' }, rules)).toEqual({ a: ['in'] });
  });

  test('Rule.enum takes the values of a constant map', async () => {
    expect(
      await failed(
        { a: 'up', b: '1', c: 'Low' },
        {
          a: [Rule.enum({ Up: 'up' })],
          b: [Rule.enum({ 0: 'Low', 1: 'High', Low: 0, High: 1 })],
          c: [Rule.enum({ 0: 'Low', Low: 0 })],
        },
      ),
    ).toEqual({ c: ['in'] });
  });

  test('a RegExp is a pattern', async () => {
    expect(await failed({ a: 'b' }, { a: [/^a$/u] })).toEqual({ a: ['regex'] });
  });

  test('Rule.when chooses by a value or by the input', async () => {
    const rules = {
      a: [Rule.when((data) => data.get('strict')[0] === true, 'required|integer', 'string'), 'in:x'],
      b: Rule.when(false, 'required'),
    };
    expect(await failed({ a: 'x', strict: true }, rules)).toEqual({ a: ['integer'] });
    expect(await failed({ a: 'x', strict: false }, rules)).toEqual({});
  });
});

describe('plans', () => {
  test('are shared by rules maps of one shape, and not by others', async () => {
    const engine = createEngine();
    const names = async (data: object, rules: Record<string, unknown>): Promise<boolean> =>
      (await engine.validate(null, data, rules)).passes();
    expect(await names({ a: 'x' }, { a: 'string' })).toBe(true);
    expect(await names({ a: 'x' }, { a: 'integer' })).toBe(false);
    expect(await names({ a: 'x' }, { a: ['string'] })).toBe(true);
    expect(await names({ a: 'x' }, { a: ['string', 'integer'] })).toBe(false);
    expect(await names({ a: 'x' }, { a: 'string', b: 'required' })).toBe(false);
    expect(await names({ a: 'x' }, { a: 'string' })).toBe(true);
  });

  test('tell patterns apart by source and flags', async () => {
    const engine = createEngine();
    const passes = async (pattern: RegExp): Promise<boolean> =>
      (await engine.validate(null, { a: 'x' }, { a: [pattern] })).passes();
    expect([await passes(/x/u), await passes(/y/u), await passes(/x/u)]).toEqual([true, false, true]);
  });

  test('do not mix up functions', async () => {
    const engine = createEngine();
    for (const answer of [true, false, true])
      expect((await engine.validate(null, { a: 'x' }, { a: [() => answer] })).passes()).toBe(answer);
  });

  test('follow a rules map that its author changes, however often it was used', async () => {
    const engine = createEngine({ often: 2 });
    const rules: Record<string, unknown> = { a: 'string' };
    const failing = async (): Promise<string[]> =>
      Object.keys(failedRules(await engine.validate(null, { a: 'x' }, rules)));
    for (let turn = 0; turn < 5; turn++) expect(await failing()).toEqual([]);
    rules['a'] = 'integer';
    expect(await failing()).toEqual(['a']);
    rules['b'] = 'required';
    expect(await failing()).toEqual(['a', 'b']);
    delete rules['a'];
    expect(await failing()).toEqual(['b']);
    rules['b'] = ['string'];
    expect(await failing()).toEqual([]);
  });

  test('are shared by rule objects that say the same, and not by others', async () => {
    let compiled = 0;
    const counted = defineRule({ name: 'counted', compile: () => (compiled++, () => true) });
    const engine = createEngine({ rules: [anyOf, counted] });
    const passes = async (alternatives: readonly unknown[]): Promise<boolean> =>
      (await engine.validate(null, { a: 'x' }, { a: ['counted', Rule.anyOf(alternatives)] })).passes();
    for (let turn = 0; turn < 3; turn++) expect(await passes(['integer', ['string', 'in:x,y']])).toBe(true);
    expect(compiled).toBe(1);
    expect(await passes(['integer', ['string', 'in:y']])).toBe(false);
    expect(await passes(['integer', 'string', 'in:x,y'])).toBe(true);
    expect(await passes(['integer', [() => false]])).toBe(false);
    expect(compiled).toBe(4);
    const where = async (value: unknown): Promise<unknown> =>
      engine.validate(null, {}, { a: [{ rule: 'counted', parameters: [], options: [{ column: 'b', value }] }] });
    for (const value of [1, 1, '1', 1]) await where(value);
    expect(compiled).toBe(6);
  });
});

test.each([200, 1])('a rule that has to wait keeps the place of its field, code after %i', async (often) => {
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

test.each([200, 1])('a text that a rule gives is its message, code after %i', async (often) => {
  const engine = createEngine({ often });
  const rules = { a: [() => 'mine'], b: ['integer', () => 'yours'] };
  const validator = await engine.validate(null, { a: 1, b: 1 }, rules);
  expect(validator.errors().toJSON()).toEqual({ a: ['mine'], b: ['yours'] });
});
