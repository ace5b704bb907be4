import { describe, expect, test } from '@jest/globals';
import { type CustomRule, defineFilter } from '@taproot/validation';
import { Validation } from '../../../plugins/validation/src/validation.ts';

declare module '@taproot/validation' {
  interface CustomRules {
    mine: unknown;
  }
  interface CustomFilters {
    mine: true;
  }
}

const create = (): Validation =>
  new Validation({
    services: { now: () => 0, presence: null, resolver: { resolve: async () => [] } },
    limits: { fields: 10_000, failures: 1000 },
    timeout: 5,
    translator: null,
    localeOf: () => 'en',
  });

const rule = (signature: string, passes: CustomRule['passes']): CustomRule => ({
  signature: () => signature,
  passes,
  message: () => ':attribute is :value, not :option0',
});

const withRule = (passes: CustomRule['passes']): Validation => {
  const validation = create();
  validation.addRules([rule('mine', passes)]);
  return validation;
};

describe('a custom rule', () => {
  test('gets context, data, value and parameters, and its message the placeholders', async () => {
    const validation = withRule(
      (ctx, data, value, ...options) => ctx === null && data.has('b') && options.includes(String(value)),
    );
    expect((await validation.make(null, { a: 'x', b: 1 }, { a: 'mine:x,y' })).passes()).toBe(true);
    const validator = await validation.make(null, { a: 'z', b: 1 }, { a: 'mine:x,y' });
    expect(validator.errors().all()).toEqual({ a: { mine: 'a is z, not x' } });
  });

  test('is skipped on absent and blank fields', async () => {
    const validation = withRule(() => false);
    expect((await validation.make(null, { b: ' ' }, { a: 'mine', b: 'mine' })).passes()).toBe(true);
  });

  test('VA-23 never passes by anything but true', async () => {
    const answers: unknown[] = [1, 'yes', {}, undefined, Promise.resolve('yes')];
    for (const answer of answers) {
      const validation = withRule(() => answer as boolean);
      await expect(validation.make(null, { a: 'x' }, { a: 'mine' })).rejects.toMatchObject({ code: 'E_RULE_RESULT' });
    }
    const later = withRule(async () => false);
    expect((await later.make(null, { a: 'x' }, { a: 'mine' })).fails()).toBe(true);
  });

  test('VA-23 that throws or rejects rejects the validation, naming field and rule', async () => {
    const failing: CustomRule['passes'][] = [
      () => {
        throw new Error('broken');
      },
      () => Promise.reject(new Error('broken')),
    ];
    for (const passes of failing)
      await expect(withRule(passes).make(null, { a: 'x' }, { a: 'mine' })).rejects.toMatchObject({
        code: 'E_RULE_FAILED',
        message: 'The rule "mine" of the field "a" threw an error: broken.',
      });
  });

  test('VA-24 may not take the name of another', () => {
    expect(() => create().addRules([rule('required', () => true)])).toThrow(
      expect.objectContaining({ code: 'E_RULE_DUPLICATE' }),
    );
    expect(() => create().addRules([rule('a', () => true), rule('a', () => true)])).toThrow(
      expect.objectContaining({ code: 'E_RULE_DUPLICATE' }),
    );
  });
});

describe('a custom filter', () => {
  const make = (filter: (value: unknown, ...parameters: string[]) => unknown) => {
    const validation = create();
    validation.addFilters([{ signature: () => 'mine', handle: () => filter }]);
    return validation.make(null, { a: 'x' }, { a: 'required' }, { filters: { a: 'mine:1,2' } });
  };

  test('converts with its parameters, at once or later', async () => {
    expect((await make((value, ...rest) => [value, ...rest])).validated()).toEqual({ a: ['x', '1', '2'] });
    expect((await make(async (value) => `${String(value)}!`)).validated()).toEqual({ a: 'x!' });
  });

  test('VA-23 that throws, or is no function, rejects the validation', async () => {
    const broken = make(() => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toMatchObject({ code: 'E_FILTER_FAILED' });
    await expect(make(5 as never)).rejects.toMatchObject({ code: 'E_FILTER_FAILED' });
  });

  test('VA-24 may not take the name of another', () => {
    const validation = create();
    const filter = { signature: () => 'slug', handle: () => String };
    validation.addFilters([filter]);
    expect(() => validation.addFilters([filter])).toThrow(expect.objectContaining({ code: 'E_FILTER_DUPLICATE' }));
    expect(defineFilter({ name: 'x', apply: String }).name).toBe('x');
  });
});
