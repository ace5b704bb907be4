import { type Context } from '@taproot/core';
import { channels, trace, type ValidationEvent, withDeadline } from '@taproot/core/plugin';
import type { Translator } from '@taproot/lang';
import { Plan } from '../compile/plan.ts';
import { PlanCache } from '../compile/plan-cache.ts';
import { RuleCheck } from '../compile/rule-check.ts';
import { errors } from '../errors.ts';
import { applyFilters, filteredLists } from '../filters/apply-filters.ts';
import type { FilterRegistry } from '../filters/filter-registry.ts';
import { DataBag } from '../input/data-bag.ts';
import type { IsFormValue } from '../input/form-values.ts';
import { readInput } from '../input/read-input.ts';
import { wrapLists } from '../input/wrap-lists.ts';
import type { ValidationOptions } from '../options.ts';
import { withImpliedLists } from '../parse/implied-lists.ts';
import { isConditional, resolveConditions } from '../parse/resolve-conditions.ts';
import type { RuleRegistry } from '../parse/rule-registry.ts';
import { Validator } from '../validator.ts';
import type { RunHost } from './run.ts';
import { Run } from './run.ts';

/** The parts of an engine. */
export interface EngineInit extends RunHost {
  readonly rules: RuleRegistry;
  readonly filters: FilterRegistry;
  /** Seconds that rules which have to wait may take in all. */
  readonly timeout: number;
  readonly translator: Translator | null;
}

type RulesMap = Readonly<Record<string, unknown>>;

const noOptions = Object.freeze({});

/** How one validation is run. */
export interface Manner {
  /** Whether valid data are wanted with the types that their rules name. */
  readonly typed: boolean;
  /** Tells which data came from a form or a query; null if none did. */
  readonly isFormValue: IsFormValue | null;
}

const asItCame: Manner = { typed: false, isFormValue: null };

/** Validates: reads the input, prepares and filters it, finds the plan of the rules, runs it. */
export class Engine {
  readonly #init: EngineInit;
  readonly #plans = new PlanCache();
  readonly #typedPlans = new PlanCache();
  readonly #check: RuleCheck;

  constructor(init: EngineInit) {
    this.#init = init;
    this.#check = new RuleCheck(init.rules);
  }

  /** The finished validation; a promise when options or rules have something to wait for. */
  validate(
    ctx: Context | null,
    data: unknown,
    rules: RulesMap,
    options: ValidationOptions = noOptions,
    manner: Manner = asItCame,
  ): Validator | Promise<Validator> {
    if (!channels.validation.hasSubscribers) return this.#validate(ctx, data, rules, options, manner);
    const event: ValidationEvent = { ctx, rules, passed: null };
    const validate = () => this.#validate(ctx, data, rules, options, manner);
    return trace(channels.validation, event, validate, (validator) => (event.passed = validator.passes()));
  }

  #validate(
    ctx: Context | null,
    data: unknown,
    rules: RulesMap,
    options: ValidationOptions,
    manner: Manner,
  ): Validator | Promise<Validator> {
    const bag = new DataBag(readInput(data));
    const needsPreparing = options.prepareForValidation !== undefined || options.filters !== undefined;
    if (!needsPreparing) return this.#run(ctx, bag, rules, options, manner);
    return this.#prepare(ctx, bag, options, manner).then(() => this.#run(ctx, bag, rules, options, manner));
  }

  async #prepare(
    ctx: Context | null,
    bag: DataBag,
    options: ValidationOptions,
    { isFormValue }: Manner,
  ): Promise<void> {
    const prepared = await options.prepareForValidation?.(ctx, bag);
    if (prepared instanceof Error) throw prepared;
    const { filters, limits } = this.#init;
    if (options.filters === undefined) return;
    if (isFormValue !== null) wrapLists(filteredLists(options.filters), bag, isFormValue, limits.fields);
    await applyFilters(options.filters, bag, filters, ctx, limits.fields);
  }

  #run(
    ctx: Context | null,
    data: DataBag,
    written: RulesMap,
    options: ValidationOptions,
    { typed, isFormValue }: Manner,
  ): Validator | Promise<Validator> {
    const { timeout, translator, limits } = this.#init;
    const plans = typed ? this.#typedPlans : this.#plans;
    const plan = plans.recall(written) ?? this.#planOf(this.#resolve(written, data, ctx), typed);
    if (isFormValue !== null && plan.lists.length > 0) wrapLists(plan.lists, data, isFormValue, limits.fields);
    const run = new Run({ host: this.#init, plan, data, ctx, typed });
    const pending = run.start();
    const validator = new Validator(run, options, translator);
    if (pending === null) return validator;
    return withDeadline(pending, timeout, () => errors.E_RULE_TIMEOUT({ seconds: timeout })).then(() => validator);
  }

  /**
   * Picks the rules whose conditions are true. It also checks the others; otherwise a mistake in them would only show
   * later.
   */
  #resolve(written: RulesMap, data: DataBag, ctx: Context | null): RulesMap {
    const resolved = resolveConditions(written, data, ctx);
    if (resolved !== written)
      for (const field in written) if (isConditional(written[field])) this.#check.check(written[field], field);
    return resolved;
  }

  #planOf(rules: RulesMap, typed: boolean): Plan {
    if (!typed) return this.#plans.find(rules, () => new Plan(rules, this.#init.rules));
    return this.#typedPlans.find(rules, () => new Plan(withImpliedLists(rules), this.#init.rules));
  }
}
