export type { BuiltInRules } from './built-in-rules.ts';
export type { CustomFilters, FilterName } from './filter-name.ts';
export type { FiltersInput } from './filters-input.ts';
export type { InferForm } from './infer-form.ts';
export type { InferRaw, InferValidated } from './infer-validated.ts';
export type { CustomRules, RuleName } from './rule-name.ts';
export type { RulesInput } from './rules-input.ts';
