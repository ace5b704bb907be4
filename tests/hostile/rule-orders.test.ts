import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { validation } from '@taproot/validation';

let app: Application;
beforeAll(async () => {
  app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([lang(), validation()])
    .create();
});
afterAll(() => app.close());

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

/** Which rules fail, and what counts as valid. */
const judge = async (data: Record<string, unknown>, rules: readonly string[]) => {
  const validator = await app.facades.Validation().make(null, data, { a: [...rules], b: 'string' });
  const failed = Object.keys(validator.errors().get('a'));
  return { failed, valid: validator.fails() ? null : { ...validator.validated() } };
};

const values: readonly unknown[] = [undefined, null, '', 'x', '3', 3, 9, [], {}, true, 'long text'];
const dataOf = (value: unknown) => (value === undefined ? { b: 'on' } : { a: value, b: 'on' });

test('VA-34 bail, nullable and sometimes mean the same wherever they stand', async () => {
  const modifiers = ['nullable', 'sometimes', 'bail'];
  for (const value of values) {
    const expected = await judge(dataOf(value), [...modifiers, 'integer', 'max:5']);
    for (const rules of permutations(['integer', ...modifiers]).map((order) => [...order, 'max:5']))
      expect([value, rules, await judge(dataOf(value), rules)]).toEqual([value, rules, expected]);
  }
});

test('VA-34 an excluded field is in no result and fails nothing, wherever its exclusion stands', async () => {
  for (const value of values) {
    for (const rules of permutations(['nullable', 'exclude_if:b,on', 'integer', 'bail'])) {
      if (rules.indexOf('exclude_if:b,on') > rules.indexOf('integer')) continue;
      expect([value, rules, await judge(dataOf(value), rules)]).toEqual([
        value,
        rules,
        { failed: [], valid: { b: 'on' } },
      ]);
    }
  }
});

test('VA-34 with bail a field has one failure at most, without it all of them', async () => {
  expect((await judge({ a: 'long text' }, ['bail', 'integer', 'max:5'])).failed).toEqual(['integer']);
  expect((await judge({ a: 'long text' }, ['integer', 'max:5'])).failed).toEqual(['integer', 'max']);
});
