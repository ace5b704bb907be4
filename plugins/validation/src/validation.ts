import type { Context } from '@taproot/core';
import type { CustomFilter } from './custom-filter.ts';
import { type CustomRule, fromCustomRule } from './custom-rule.ts';
import { Engine, type EngineInit } from './engine/engine.ts';
import { RuleRegistry } from './engine/rule-registry.ts';
import { FilterRegistry } from './filters/filter-registry.ts';
import { builtInFilters } from './filters/index.ts';
import type { ValidationOptions } from './options.ts';
import { builtInRules } from './rules/index.ts';
import type { FiltersInput, InferValidated, RulesInput } from './types/index.ts';
import { createValidationHooks, type ValidationHooks } from './validation-hooks.ts';
import type { Validator } from './validator.ts';

/** What a validation is made of: the engine's parts, without the registries that it makes itself. */
export type ValidationInit = Omit<EngineInit, 'rules' | 'filters'>;

/** Validation of one application: its rules and filters, and the way in. */
export class Validation {
  readonly hooks: ValidationHooks = createValidationHooks();
  readonly #rules = new RuleRegistry(builtInRules);
  readonly #filters = new FilterRegistry(builtInFilters);
  readonly #engine: Engine;

  constructor(init: ValidationInit) {
    this.#engine = new Engine({ ...init, rules: this.#rules, filters: this.#filters });
  }

  /**
   * Validates `data`, which may be any object, a Map, URLSearchParams or a request; it is never changed. `ctx` is null
   * outside HTTP. Rejects for rules that cannot be, never for data that is not valid.
   */
  async make<const R, const F>(
    ctx: Context | null,
    data: unknown,
    rules: RulesInput<R>,
    options?: ValidationOptions<FiltersInput<F>>,
  ): Promise<Validator<InferValidated<R>>> {
    const validator = await this.#engine.validate(ctx, data, rules, options);
    if (validator.fails() && this.hooks.failed.isUsed()) this.hooks.failed.call(validator);
    // The compiler read the same rules that the engine ran.
    return validator as Validator<InferValidated<R>>;
  }

  /** As `make`, for what a request sent; its body is read when it has not been. */
  async validateRequest<const R, const F>(
    ctx: Context,
    rules: RulesInput<R>,
    options?: ValidationOptions<FiltersInput<F>>,
  ): Promise<Validator<InferValidated<R>>> {
    const request = ctx.request();
    await request.body();
    return this.make(ctx, request.all(), rules, options);
  }

  /** Registers rules of the application's own; `E_RULE_DUPLICATE` when a name is taken. */
  addRules(rules: readonly CustomRule[]): void {
    for (const rule of rules) this.#rules.add(fromCustomRule(rule), rule.constructor.name);
  }

  /** Registers filters of the application's own; `E_FILTER_DUPLICATE` when a name is taken. */
  addFilters(filters: readonly CustomFilter[]): void {
    for (const filter of filters) this.#filters.add(filter, filter.constructor.name);
  }

  /** Names that rule strings may use, aliases included. */
  ruleNames(): readonly string[] {
    return [...this.#rules.names()];
  }

  /** Names that filter strings may use, aliases included. */
  filterNames(): readonly string[] {
    return [...this.#filters.names()];
  }
}
