import { judgeRuleMaps } from '../validation/schema/rule-maps.ts';
import { judgeRuleSchemas } from '../validation/schema/rule-schemas.ts';

/** A thousand values for each rule, as `validated()` and as `validate()` judge them, by the engine and by Ajv on the schema. */
export const run = async (): Promise<readonly string[]> => {
  const { faults, ...measured } = await judgeRuleSchemas(1000, 1_000_003);
  console.log('Rules and their schemas');
  console.table({ 'a thousand values a rule': { ...measured, faults: faults.length } });
  const { faults: more, ...maps } = await judgeRuleMaps(1000, 24);
  console.table({ 'a thousand maps of rules that speak of each other': { ...maps, faults: more.length } });
  return [...faults, ...more];
};
