export type { BuiltInRules } from './built-in-rules.ts';
export type { AttributesInput, FieldName, MessagesInput } from './field-names.ts';
export type { CustomFilters, FilterName } from './filter-name.ts';
export type { FiltersInput } from './filters-input.ts';
export type { InferRaw, InferSent, InferValidated } from './infer-validated.ts';
export type { CustomRuleParameters, CustomRules, RuleName } from './rule-name.ts';
export type { AnyRulesOrSchema, DataInput, RuleEntry, RulesInput } from './rules-input.ts';
export type { ObjectSchema, SchemaOfNoObject } from './schema-input.ts';
