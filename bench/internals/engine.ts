// Not public: `Validation.make()` is, which promises what this gives.
export { Engine } from '../../plugins/validation/src/engine/engine.ts';
export { FilterRegistry } from '../../plugins/validation/src/filters/filter-registry.ts';
export { systemResolver } from '../../plugins/validation/src/rules/hosts.ts';
export { builtInRules } from '../../plugins/validation/src/rules/index.ts';
export { RuleRegistry } from '../../plugins/validation/src/rules/registry.ts';
export { Validator } from '../../plugins/validation/src/validator.ts';
