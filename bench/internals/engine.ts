// Not public: `Validation.make()` is, which promises what this gives.
export { Engine } from '../../plugins/validation/src/engine/engine.ts';
export { FilterRegistry } from '../../plugins/validation/src/filters/filter-registry.ts';
export { RuleRegistry } from '../../plugins/validation/src/parse/rule-registry.ts';
export { systemResolver } from '../../plugins/validation/src/rules/format/system-resolver.ts';
export { builtInRules } from '../../plugins/validation/src/rules/index.ts';
export { Validator } from '../../plugins/validation/src/validator.ts';
