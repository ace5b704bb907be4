export type { JsonScalar, JsonSchema, JsonType } from '../json-schema/json-schema.ts';
export type { Exactness, RuleSchema, RuleSchemas, RuleUse, SchemaMode } from '../rules/rule-schema.ts';
export { eitherRules } from './alternatives.ts';
export type { SchemaGap } from './gaps.ts';
export { ruleSchemas } from './rules/index.ts';
export { type BodyType, type RulesSchema, type SchemaOptions, schemaOf } from './schema-of.ts';
