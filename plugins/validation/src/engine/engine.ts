import { type Context } from '@taproot/core';
import type { ValidationEvent } from '@taproot/core/internal';
import { channels, trace, withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { applyFilters, filteredLists } from '../filters/apply-filters.ts';
import type { FilterRegistry } from '../filters/filter-registry.ts';
import { DataBag } from '../input/data-bag.ts';
import { type IsFormValue, readMaps, wrapLists } from '../input/form-values.ts';
import { readInput } from '../input/read-input.ts';
import { withImpliedLists } from '../language/lists.ts';
import type { StandardSchema } from '../language/standard-schema.ts';
import type { ValidationOptions } from '../options.ts';
import type { RuleRegistry } from '../rules/registry.ts';
import { isConditional, resolveConditions } from './conditions.ts';
import type { EndedRun } from './failure.ts';
import { Plan } from './plan.ts';
import { PlanCache } from './plan-cache.ts';
import { RuleCheck } from './rule-check.ts';
import { Run, type RunHost } from './run.ts';
import { failedRun, runSchema, type SchemaHost } from './schema-run.ts';

/** The parts of an engine. */
export interface EngineInit extends RunHost {
  readonly rules: RuleRegistry;
  readonly filters: FilterRegistry;
  /** Seconds that rules which have to wait may take in all. */
  readonly timeout: number;
}

type RulesMap = Readonly<Record<string, unknown>>;

const noOptions = Object.freeze({});

/** How data are validated. */
export interface ValidationMode {
  /** Whether valid data are wanted with the types that their rules name. */
  readonly typed: boolean;
  /** Tells which data came from a form or a query; null if none did. */
  readonly isFormValue: IsFormValue | null;
}

const asItCame: ValidationMode = { typed: false, isFormValue: null };

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

  /** The run, which has ended; a promise when options or rules have something to wait for. */
  validate(
    ctx: Context | null,
    data: unknown,
    rules: RulesMap,
    options: ValidationOptions = noOptions,
    mode: ValidationMode = asItCame,
  ): Run | Promise<Run> {
    if (!channels.validation.hasSubscribers) return this.#validate(ctx, data, rules, options, mode);
    const event: ValidationEvent = { ctx, rules, passed: null };
    const validate = () => this.#validate(ctx, data, rules, options, mode);
    return trace(channels.validation, event, validate, (run) => (event.passed = run.failures.length === 0));
  }

  #validate(
    ctx: Context | null,
    data: unknown,
    rules: RulesMap,
    options: ValidationOptions,
    mode: ValidationMode,
  ): Run | Promise<Run> {
    const bag = new DataBag(readInput(data));
    if (options.prepareForValidation === undefined && options.filters === undefined)
      return this.#run(ctx, bag, rules, mode);
    return this.#prepare(ctx, bag, options, mode).then(() => this.#run(ctx, bag, rules, mode));
  }

  /** The run of a schema over the input of a request, or over other data with fields. */
  validateBySchema(
    ctx: Context | null,
    data: unknown,
    schema: StandardSchema,
    options: ValidationOptions = noOptions,
  ): EndedRun | Promise<EndedRun> {
    if (options.prepareForValidation === undefined) return this.judge(ctx, readInput(data), schema);
    const bag = new DataBag(readInput(data));
    return this.#prepare(ctx, bag, options, asItCame).then(() => this.judge(ctx, bag.all(), schema));
  }

  /** The run of a schema over any value. */
  judge(ctx: Context | null, value: unknown, schema: StandardSchema): EndedRun | Promise<EndedRun> {
    const run = (): EndedRun | Promise<EndedRun> => runSchema(schema, value, this.#schemaHost(ctx));
    if (!channels.validation.hasSubscribers) return run();
    // A schema does not say its fields.
    const event: ValidationEvent = { ctx, rules: {}, passed: null };
    return trace(channels.validation, event, run, ({ failures }) => (event.passed = failures.length === 0));
  }

  /** The failed run of a value that has no fields for rules. */
  noObject(ctx: Context | null, value: unknown): EndedRun {
    return failedRun(value, 'The value must be an object.', this.#schemaHost(ctx));
  }

  #schemaHost(ctx: Context | null): SchemaHost {
    const { timeout, limits, localeOf } = this.#init;
    return { ctx, locale: localeOf(ctx), most: limits.failures, timeout };
  }

  async #prepare(
    ctx: Context | null,
    bag: DataBag,
    options: ValidationOptions,
    { isFormValue }: ValidationMode,
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
    rules: RulesMap,
    { typed, isFormValue }: ValidationMode,
  ): Run | Promise<Run> {
    const { timeout, limits } = this.#init;
    const plans = typed ? this.#typedPlans : this.#plans;
    const plan = plans.carried(rules) ?? this.#planOf(this.#resolve(rules, data, ctx), typed);
    const { lists, maps } = plan.containers;
    // Lists first, because the entry of a list may be a map; again afterwards for lists in those maps.
    if (isFormValue !== null && lists.length > 0) wrapLists(lists, data, isFormValue, limits.fields);
    if (isFormValue !== null && maps.length > 0 && readMaps(maps, data, isFormValue, limits.fields))
      wrapLists(lists, data, isFormValue, limits.fields);
    const run = new Run({ host: this.#init, plan, data, ctx, typed });
    const pending = run.start();
    if (pending === null) return run;
    return withDeadline(pending, timeout, () => errors.E_RULE_TIMEOUT({ seconds: timeout })).then(() => run);
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
