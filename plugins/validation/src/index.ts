export type { PresenceQuery, PresenceVerifier } from '@taproot/core/plugin';
export type { ExistsRule, UniqueRule } from './authoring.ts';
export { defineFilters, defineRules, Rule } from './authoring.ts';
export type { ValidationConfig } from './config.ts';
export type { Data } from './data.ts';
export { errors } from './errors.ts';
export type { FilterMap } from './filters/apply-filters.ts';
export type { CustomFilter } from './filters/filter.ts';
export { defineFilter, type FilterDefinition } from './filters/filter.ts';
export { type Authorization, FormRequest } from './form/form-request.ts';
export { type FormRequestOf, type FormRules, formRequest } from './form/form-request-of.ts';
export type { FormOrRules, InferForm, ValidatedBy } from './form/form-types.ts';
export type { FormClass } from './form/request-methods.ts';
export type { JsonScalar, JsonSchema, JsonType } from './json-schema/json-schema.ts';
export type { InlineRule, RuleSpec, TypedRule } from './language/rule-spec.ts';
export {
  type InferSchemaInput,
  type InferSchemaOutput,
  isSchema,
  type StandardSchema,
} from './language/standard-schema.ts';
export type { OptionsInput, Prepared, ValidationOptions } from './options.ts';
export { validation } from './plugin.ts';
export type { CustomRule } from './rules/custom-rule.ts';
export type { HostResolver, Scope, Services } from './rules/definition.ts';
export { type Check, defineRule, type RuleCall, type RuleDefinition } from './rules/definition.ts';
export type { RuleUse, SchemaMode } from './rules/rule-schema.ts';
export type * from './types/index.ts';
export type { MessageOptions, UniqueFields } from './unique-violation.ts';
export type { Judged, Validation, ValidationHooks } from './validation.ts';
export { type FieldMessages, type ValidationErrors, validationMessages } from './validation-errors.ts';
export type { Validator } from './validator.ts';
