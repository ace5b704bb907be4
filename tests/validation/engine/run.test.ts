import { describe, expect, jest, test } from '@jest/globals';
import { defineRule } from '../../../plugins/validation/src/rules/definition.ts';
import { workOf } from '../../support/steps.ts';
import { createEngine, failed, failedRules, validate } from './support.ts';

describe('which rules of a field run', () => {
  test('only implicit ones on an absent or blank field', async () => {
    expect(await failed({ b: ' ' }, { a: 'integer|min:5', b: 'integer' })).toEqual({});
    expect(await failed({}, { a: 'integer|required|min:5' })).toEqual({ a: ['required'] });
  });

  test('all on null, unless the field is nullable', async () => {
    const rules = { a: 'integer', b: 'nullable|integer' };
    expect(await failed({ a: null, b: null }, rules)).toEqual({ a: ['integer'] });
  });

  test('none on an absent field that is sometimes there; all on one that is null', async () => {
    expect(await failed({}, { a: 'sometimes|required' })).toEqual({});
    expect(await failed({ a: null }, { a: 'sometimes|required' })).toEqual({ a: ['required'] });
  });

  test('every one, so that every failure is told', async () => {
    expect(await failed({ a: 'x' }, { a: 'integer|min:5|in:y' })).toEqual({ a: ['integer', 'min', 'in'] });
  });

  test('none after a failed required rule', async () => {
    expect(await failed({ a: null }, { a: 'required|string|min:3' })).toEqual({ a: ['required'] });
  });

  test('none after the first failure with bail, wherever it stands', async () => {
    expect(await failed({ a: 'x' }, { a: 'integer|in:y|bail' })).toEqual({ a: ['integer'] });
  });

  test('no costly one after a failure: it is not even asked', async () => {
    const ask = jest.fn(async () => false);
    const engine = createEngine({ rules: [defineRule({ name: 'query', last: true, compile: () => ask })] });
    await engine.validate(null, { a: 'x', b: 'x' }, { a: 'integer|query', b: 'later:1|query' });
    expect(ask).not.toHaveBeenCalled();
  });

  test('a costly one before others is asked, and they run too', async () => {
    expect(await failed({ a: 'x', b: 'x' }, { a: 'integer|costly', b: 'costly|integer' })).toEqual({
      a: ['integer'],
      b: ['costly', 'integer'],
    });
  });
});

describe('wildcards', () => {
  test('stand for every entry of a list, in the order of their indexes', async () => {
    const u = Array.from({ length: 11 }, () => ({ n: 'x' }));
    expect(Object.keys(await failed({ u }, { 'u.*.n': 'integer' }))).toEqual(u.map((_, i) => `u.${i}.n`));
  });

  test('stand for every key of a map', async () => {
    expect(await failed({ u: { a: '1', b: 'x' } }, { 'u.*': 'integer' })).toEqual({ 'u.b': ['integer'] });
  });

  test('name their fields by their own keys, whatever was walked before', async () => {
    expect(Object.keys(await failed({ t: ['x'] }, { 'a.b.c': 'required', 't.*': 'integer' }))).toEqual([
      'a.b.c',
      't.0',
    ]);
  });

  test('find a leaf absent that an entry lacks', async () => {
    expect(await failed({ u: [{}, { n: 'b' }] }, { 'u.*.n': 'required' })).toEqual({ 'u.0.n': ['required'] });
    expect(await failed({ u: ['x'] }, { 'u.*.n': 'required' })).toEqual({ 'u.0.n': ['required'] });
  });

  test('mean nothing where there is no list and no entry', async () => {
    for (const data of [{}, { u: [] }, { u: null }, { u: 'text' }])
      expect(await failed(data, { 'u.*.n': 'required' })).toEqual({});
  });

  test('in parameters take the keys of the field under validation', async () => {
    const data = {
      u: [
        { t: 'a', n: '' },
        { t: 'b', n: '' },
      ],
      m: { x: { p: '1', p_confirmation: '2' } },
    };
    expect(await failed(data, { 'u.*.n': 'required_if:u.*.t,b', 'm.*.p': 'confirmed' })).toEqual({
      'u.1.n': ['required_if'],
      'm.x.p': ['confirmed'],
    });
  });

  test('take the keys of every level', async () => {
    const data = {
      a: [
        {
          b: [
            { x: 1, y: 1 },
            { x: 1, y: 2 },
          ],
        },
        { b: [{ x: 3, y: 4 }] },
      ],
    };
    expect(await failed(data, { 'a.*.b.*.x': 'same:a.*.b.*.y' })).toEqual({
      'a.0.b.1.x': ['same'],
      'a.1.b.0.x': ['same'],
    });
  });

  test('share what a rule keeps for a run, and forget it after', async () => {
    const run = () => failed({ t: ['a', 'b', 'a'] }, { 't.*': 'distinct' });
    expect(await run()).toEqual({ 't.2': ['distinct'] });
    expect(await run()).toEqual({ 't.2': ['distinct'] });
  });

  test('VA-31 do not reach keys with dots, which an escape does', async () => {
    const data = { 'a.b': 'x', a: { b: '1' }, '*': 'y' };
    expect(
      await failed(data, { 'a.b': 'integer', [String.raw`a\.b`]: 'integer', [String.raw`\*`]: 'integer' }),
    ).toEqual({
      [String.raw`a\.b`]: ['integer'],
      [String.raw`\*`]: ['integer'],
    });
  });

  test('do not walk into inherited members or the length of a list', async () => {
    const rules = { 'constructor.name': 'required', 't.length': 'required', 'a.toString': 'required' };
    expect(Object.keys(await failed({ t: [1], a: {} }, rules))).toEqual(Object.keys(rules));
  });
});

describe('a wildcard and an explicit path that meet in one field', () => {
  const data = { u: [{ n: 'x' }, { n: 'y' }] };

  test('are merged there, in the order of the map, and evaluated once', async () => {
    expect(await failed(data, { 'u.*.n': 'min:5', 'u.0.n': 'integer' })).toEqual({
      'u.0.n': ['min', 'integer'],
      'u.1.n': ['min'],
    });
    expect(await failed(data, { 'u.0.n': 'integer', 'u.*.n': 'min:5' })).toEqual({
      'u.0.n': ['integer', 'min'],
      'u.1.n': ['min'],
    });
  });

  test('ask each rule once', async () => {
    const ask = jest.fn((_value: unknown) => true);
    await validate({ u: ['x', 'y'] }, { 'u.*': [ask], 'u.1': [ask] });
    await validate({ u: ['x', 'y'] }, { 'u.1': [ask], 'u.*': [ask] });
    expect(ask.mock.calls.map(([value]) => value)).toEqual(['x', 'y', 'y', 'y', 'y', 'x']);
  });

  test('share bail and kind', async () => {
    expect(await failed({ u: ['12', '12'] }, { 'u.*': 'integer', 'u.0': 'min:13' })).toEqual({ 'u.0': ['min'] });
    expect(await failed({ u: ['x'] }, { 'u.*': 'integer|min:5', 'u.0': 'bail' })).toEqual({ 'u.0': ['integer'] });
  });

  test('leave the explicit rules alone where the wildcard does not reach', async () => {
    expect(await failed({ u: [] }, { 'u.*': 'integer', 'u.0': 'required' })).toEqual({ 'u.0': ['required'] });
  });
});

describe('exclusion', () => {
  test('leaves a field out, and everything below it, whatever the order of the map', async () => {
    const rules = {
      'u.a': 'integer',
      u: 'exclude_if:kind,boat|required',
      'v.*.w.*': 'integer',
      'v.*.w': 'exclude_if:v.*.t,b',
    };
    const data = {
      kind: 'boat',
      u: { a: 'x' },
      v: [
        { t: 'b', w: ['x'] },
        { t: 'c', w: ['y'] },
      ],
    };
    expect(await failed(data, rules)).toEqual({ 'v.1.w.0': ['integer'] });
    const flat = { a: 'integer', 't.*': 'integer', t: 'exclude_if:kind,boat' };
    expect(await failed({ kind: 'boat', a: 'x', t: ['x'] }, flat)).toEqual({ a: ['integer'] });
    expect(await failed({ kind: 'car', a: 'x', t: ['x'] }, flat)).toEqual({ a: ['integer'], 't.0': ['integer'] });
  });
});

describe('bounds', () => {
  test('VA-06 a wildcard that stands for too many fields is refused, quickly', async () => {
    const hundred = <T>(make: () => T): T[] => Array.from({ length: 100 }, make);
    const data = { a: hundred(() => ({ b: hundred(() => ({ c: hundred(() => 1) })) })) };
    const refused = () =>
      expect(validate(data, { 'a.*.b.*.c.*': 'string' })).rejects.toMatchObject({
        code: 'E_FIELDS_TOO_MANY',
        status: 413,
      });
    // Of the million fields that there are.
    expect(await workOf(refused)).toBeLessThan(500_000);
  });

  test('VA-06 failures are not looked for without end', async () => {
    const engine = createEngine({ limits: { fields: 10_000, failures: 10 } });
    const validator = await engine.validate(null, { t: Array.from({ length: 100 }, () => 'x') }, { 't.*': 'integer' });
    expect(Object.keys(failedRules(validator))).toHaveLength(10);
  });

  test.each([200, 1])('are met exactly, code after %i', async (often) => {
    const engine = createEngine({ often, limits: { fields: 3, failures: 2 } });
    const run = async (entries: unknown[]) => engine.validate(null, { t: entries }, { 't.*': 'integer' });
    expect((await run([1, 2, 3])).passes()).toBe(true);
    await expect(run([1, 2, 3, 4])).rejects.toMatchObject({ code: 'E_FIELDS_TOO_MANY' });
    expect(Object.keys(failedRules(await run(['x', 1, 'x'])))).toEqual(['t.0', 't.2']);
    expect(Object.keys(failedRules(await run(['x', 'x', 'x'])))).toEqual(['t.0', 't.1']);
    const more = await engine.validate(null, { t: ['x', 'x'] }, { 't.*': 'integer', a: 'required' });
    expect(Object.keys(failedRules(more))).toEqual(['t.0', 't.1']);
  });

  test('VA-05 a huge index makes no huge list', async () => {
    const validator = await validate({ items: { 999999999: 'x' } }, { 'items.999999999': 'string' });
    expect(validator.validated()).toEqual({ items: { 999999999: 'x' } });
    expect(await failed({ items: ['a'] }, { 'items.999999999': 'required' })).toEqual({
      'items.999999999': ['required'],
    });
  });

  test('VA-13 a parameter that can be no path reads as absent', async () => {
    for (const other of ['__proto__', '.5', 'a..b', 'a.__proto__.b', ''])
      expect(await failed({ a: 'x' }, { a: ['string', { rule: 'same', parameters: [other] }] })).toEqual({
        a: ['same'],
      });
  });

  test('VA-25 rules that refer to each other end', async () => {
    expect(await failed({ a: '1' }, { a: 'required_if:b,1|same:a', b: 'required_if:a,1' })).toEqual({
      b: ['required_if'],
    });
  });
});

describe('rules that wait', () => {
  test('leave the order of failures as it is', async () => {
    const rules = { a: 'later:1|integer', b: 'integer', 't.*': 'later:1' };
    expect(Object.entries(await failed({ a: 'x', b: 'x', t: ['1', '2', '3'] }, rules))).toEqual([
      ['a', ['later', 'integer']],
      ['b', ['integer']],
      ['t.1', ['later']],
      ['t.2', ['later']],
    ]);
  });

  test('let later rules of their field read the siblings of its own index', async () => {
    const u = [
      { x: 'p', y: 'p' },
      { x: 'p', y: 'q' },
    ];
    expect(await failed({ u }, { 'u.*.x': 'later:p|same:u.*.y' })).toEqual({ 'u.1.x': ['same'] });
  });

  test('honour bail', async () => {
    expect(await failed({ a: 'x' }, { a: 'bail|later:1|integer' })).toEqual({ a: ['later'] });
  });

  test('are not waited for without end', async () => {
    const never = defineRule({ name: 'never', compile: () => () => new Promise<boolean>(() => undefined) });
    const engine = createEngine({ rules: [never], timeout: 0.01 });
    await expect(engine.validate(null, { a: 'x' }, { a: 'never' })).rejects.toMatchObject({ code: 'E_RULE_TIMEOUT' });
  });

  test('may fail unheard when the run has failed before', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const broken = defineRule({ name: 'broken', compile: () => () => Promise.reject(new Error('late')) });
    const engine = createEngine({ rules: [broken], limits: { fields: 1, failures: 10 } });
    expect(() => engine.validate(null, { a: 'x', t: [1, 2] }, { a: 'broken', 't.*': 'integer' })).toThrow(
      'more than 1',
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('a run without them is finished at once', () => {
    expect(createEngine().validate(null, { a: 'x' }, { a: 'required|string' })).not.toBeInstanceOf(Promise);
  });
});

describe('functions in a rule list', () => {
  test('fail with their own text, or with a plain one', async () => {
    const rules = {
      a: ['string', (value: unknown) => value !== 'root' || 'No name like this.'],
      b: [() => false],
    };
    const validator = await validate({ a: 'root', b: 'x' }, rules);
    expect(validator.errors().one('a')).toBe('No name like this.');
    expect(validator.errors().one('b')).toBe('The b is not valid.');
  });

  test('get the whole input and may be asynchronous', async () => {
    const check = jest.fn(async (_value: unknown, data: { get(key: string): unknown }) => data.get('b') !== undefined);
    expect((await validate({ a: 'x', b: 1 }, { a: [check] })).passes()).toBe(true);
    expect(check).toHaveBeenCalledTimes(1);
  });
});
