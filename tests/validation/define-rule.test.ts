import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { type CustomRule, defineRule, validation } from '@taproot/validation';

/** Made by a definition, as the built-in rules are. */
const divisible = defineRule({
  name: 'divisible',
  parameters: { min: 1, max: 1 },
  compile: ({ parameters: [by = '1'] }) => {
    const divisor = Number(by);
    return (value) => Number(value) % divisor === 0;
  },
});

class Even implements CustomRule {
  signature(): string {
    return 'even';
  }

  passes(_ctx: unknown, _data: unknown, value: unknown): boolean {
    return Number(value) % 2 === 0;
  }

  message(): string {
    return 'The :attribute is odd.';
  }
}

test('withRules() takes definitions and rule objects in one list', async () => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([validation()])
    .withRules([divisible, new Even()])
    .create();
  const errorsOf = async (n: number) => {
    const validator = await app.facades.Validation().make(null, { n }, { n: ['divisible:3', 'even'] as never });
    return validator.errors().all();
  };
  expect(await errorsOf(6)).toEqual({});
  expect(Object.keys(await errorsOf(9))).toEqual(['n']);
  expect(Object.keys(await errorsOf(4))).toEqual(['n']);
  await app.close();
});

test('a definition of a name that is taken is refused, like a rule object', async () => {
  const boot = (rules: readonly (CustomRule | typeof divisible)[]) =>
    setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([validation()])
      .withRules(rules)
      .create();
  for (const rules of [
    [divisible, divisible],
    [defineRule({ name: 'email', compile: () => () => true })],
    [new Even(), new Even()],
  ])
    await expect(boot(rules)).rejects.toMatchObject({ code: 'E_RULE_DUPLICATE' });
});
