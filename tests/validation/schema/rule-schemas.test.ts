import { expect, test } from '@jest/globals';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { ruleSchemas } from '../../../plugins/validation/src/schema/index.ts';
import { judgeRuleMaps } from './rule-maps.ts';
import { judgeRuleSchemas } from './rule-schemas.ts';

test('every built-in rule has a schema, and no other', () => {
  expect(Object.keys(ruleSchemas).sort()).toEqual(builtInRules.map(({ name }) => name).sort());
});

test('a rule that is not exact says what its schema lets pass', () => {
  const silent = Object.entries(ruleSchemas).filter(
    ([, { exactness, beyond = '' }]) => exactness !== 'exact' && beyond === '',
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('Ajv judges by the schemas as the engine judges by the rules, and never stricter', async () => {
  const { faults, exact, inexact } = await judgeRuleSchemas(2, 8);
  expect(faults).toEqual([]);
  expect(exact).toBeGreaterThan(5000);
  expect(inexact).toBeGreaterThan(3000);
}, 60_000);

test('the same for random maps of rules that speak of each other', async () => {
  const { faults, exact, inexact, passed } = await judgeRuleMaps(40, 24);
  expect(faults).toEqual([]);
  expect(exact).toBeGreaterThan(50);
  expect(inexact).toBeGreaterThan(400);
  expect(passed).toBeGreaterThan(100);
}, 60_000);
