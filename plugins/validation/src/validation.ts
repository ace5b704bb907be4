import type { Context } from '@taproot/core';
import type { PresenceVerifier, SourceReader } from '@taproot/core/plugin';
import type { Translator } from '@taproot/lang';
import { SyncHook } from 'tapable';
import { checkContext, checkList, checkObject, checkRules } from './check-call.ts';
import { Engine, type EngineInit } from './engine/engine.ts';
import type { Run } from './engine/run.ts';
import type { CustomFilter } from './filters/filter.ts';
import { FilterRegistry } from './filters/filter-registry.ts';
import { builtInFilters } from './filters/index.ts';
import { type InputData, openRequest, openSource, sentInput } from './input/open-source.ts';
import { checkRuleKeys } from './messages/check-keys.ts';
import type { OptionsInput, ValidationOptions } from './options.ts';
import { type CustomRule, fromCustomRule } from './rules/custom-rule.ts';
import type { RuleDefinition } from './rules/definition.ts';
import { builtInRules } from './rules/index.ts';
import { RuleRegistry } from './rules/registry.ts';
import type { DataInput, FieldName, InferRaw, InferValidated, RulesInput } from './types/index.ts';
import { type MessageOptions, refusedUnique, type UniqueFields, violatedFields } from './unique-violation.ts';
import { Validator } from './validator.ts';
import { BoundedCache } from './values/bounded-cache.ts';

/** The hooks of validation. */
export const createValidationHooks = () => ({
  /** An input that turned out not to be valid. */
  failed: new SyncHook<[Validator]>(['validator']),
});

/** The hooks of validation. */
export type ValidationHooks = Readonly<ReturnType<typeof createValidationHooks>>;

const noOptions: ValidationOptions = Object.freeze({});

type RulesMap = Readonly<Record<string, unknown>>;

/** The parts of a validation: those of the engine, without the registries that it creates itself. */
export interface ValidationInit extends Omit<EngineInit, 'rules' | 'filters'> {
  /** The language files; null without the plugin lang: messages are in English then. */
  readonly translator: Translator | null;
  /** Reads requests and forms that programs hold; null when no plugin does. */
  readonly sources?: SourceReader | null;
  /** Those of the application; a validation without one has its own. */
  readonly hooks?: ValidationHooks;
}

const isDefinition = (rule: CustomRule | RuleDefinition): rule is RuleDefinition =>
  typeof rule === 'object' && rule !== null && 'compile' in rule;

/** Validation of one application: its rules and filters, and the way in. */
export class Validation {
  /** Hooks of validation: `failed` is called for each input that is not valid. */
  readonly hooks: ValidationHooks;
  readonly #rules = new RuleRegistry(builtInRules);
  readonly #filters = new FilterRegistry(builtInFilters);
  readonly #engine: Engine;
  /** Fails the fields that a database refused. */
  readonly #refused: Engine;
  readonly #translator: Translator | null;
  readonly #presence: PresenceVerifier | null;
  readonly #sources: SourceReader | null;
  readonly #ownRules: RuleDefinition[] = [];
  /** Keys of messages that were checked. */
  readonly #messages = new BoundedCache<string, true>(1024);

  constructor(init: ValidationInit) {
    this.hooks = init.hooks ?? createValidationHooks();
    const parts = { ...init, rules: this.#rules, filters: this.#filters };
    this.#engine = new Engine(parts);
    this.#refused = new Engine({ ...parts, rules: new RuleRegistry([refusedUnique]) });
    this.#translator = init.translator;
    this.#presence = init.services.presence;
    this.#sources = init.sources ?? null;
  }

  /**
   * Validates `data`: any object, a Map, URLSearchParams, FormData, or a request of the framework, of Node or of the Web
   * platform, whose body is read. The data are never changed. `ctx` is null outside HTTP.
   *
   * @throws E_DATA_SHAPE for data that cannot be read, and E_RULE_* for rules that cannot be; never for data that is not valid.
   */
  async make<const R, const F>(
    ctx: Context | null,
    data: DataInput,
    rules: RulesInput<R>,
    options?: OptionsInput<R, F>,
  ): Promise<Validator<InferRaw<R>, FieldName<R>>> {
    checkContext(ctx);
    checkRules('make', rules);
    const opened = openSource(ctx, data, this.#sources);
    // The compiler read the same rules that the engine runs.
    return this.#run(ctx, opened instanceof Promise ? await opened : opened, rules, options, false) as
      | Validator<InferRaw<R>, FieldName<R>>
      | Promise<Validator<InferRaw<R>, FieldName<R>>>;
  }

  /** As `make`, for what a request sent; its body is read when it has not been. */
  async validateRequest<const R, const F>(
    ctx: Context,
    rules: RulesInput<R>,
    options?: OptionsInput<R, F>,
  ): Promise<Validator<InferRaw<R>, FieldName<R>>> {
    checkRules('validate', rules);
    const opened = openRequest(ctx.request());
    const validator = this.#run(ctx, opened instanceof Promise ? await opened : opened, rules, options, false);
    return validator as Validator<InferRaw<R>, FieldName<R>> | Promise<Validator<InferRaw<R>, FieldName<R>>>;
  }

  /**
   * As `validateRequest`, with the types that rules name: after `integer` the text "5" is the number 5, and one that
   * no number can hold has failed.
   */
  async validateTyped<const R, const F>(
    ctx: Context,
    rules: RulesInput<R>,
    options?: OptionsInput<R, F>,
  ): Promise<Validator<InferValidated<R>, FieldName<R>>> {
    const opened = openRequest(ctx.request());
    const validator = this.#run(ctx, opened instanceof Promise ? await opened : opened, rules, options, true);
    return validator as
      | Validator<InferValidated<R>, FieldName<R>>
      | Promise<Validator<InferValidated<R>, FieldName<R>>>;
  }

  /**
   * Runs a write. When a unique constraint refuses it for one of `fields`, rejects with `E_VALIDATION_FAILED` and the
   * message of the rule `unique`; any other error is passed on.
   */
  async unique<Result>(
    ctx: Context,
    fields: UniqueFields,
    write: () => Promise<Result>,
    wording: MessageOptions = {},
  ): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      const violation = await this.#presence?.violation?.(error);
      const refused = violation == null ? [] : violatedFields(fields, violation);
      if (refused.length === 0) throw error;
      const rules = Object.fromEntries(refused.map((field) => [field, 'unique']));
      const run = await this.#refused.validate(ctx, await sentInput(ctx.request()), rules);
      this.#end(run, wording).throwIfFailed();
      throw error;
    }
  }

  /** The valid data of `validateTyped`; rejects with `E_VALIDATION_FAILED`, answered 422 with the messages. */
  async validated<const R, const F>(
    ctx: Context,
    rules: RulesInput<R>,
    options?: OptionsInput<R, F>,
  ): Promise<InferValidated<R>> {
    checkRules('validated', rules);
    const opened = openRequest(ctx.request());
    const validator = this.#run(ctx, opened instanceof Promise ? await opened : opened, rules, options, true);
    const ended = validator instanceof Promise ? await validator : validator;
    return ended.validated() as InferValidated<R>;
  }

  /** Not async: a promise that is not needed takes as long as a small validation. */
  #run(
    ctx: Context | null,
    { data, isFormValue }: InputData,
    rules: RulesMap,
    options: ValidationOptions<unknown, unknown, unknown> | undefined,
    typed: boolean,
  ): Validator | Promise<Validator> {
    // The compiler checked the options against the rules, whose types it does not follow in here.
    const checked = options as ValidationOptions | undefined;
    if (checked?.messages !== undefined) this.#checkMessages(checked.messages, rules);
    const run = this.#engine.validate(ctx, data, rules, checked, { typed, isFormValue });
    return run instanceof Promise ? run.then((ended) => this.#end(ended, checked)) : this.#end(run, checked);
  }

  #checkMessages(messages: object, rules: RulesMap): void {
    const keys = Object.keys(messages);
    const together = keys.join('|');
    if (keys.length === 0 || this.#messages.get(together) === true) return;
    if (checkRuleKeys(keys, rules, this.#rules)) this.#messages.set(together, true);
  }

  #end(run: Run, options: ValidationOptions = noOptions): Validator {
    const validator = new Validator(run, options, this.#translator);
    if (validator.fails() && this.hooks.failed.isUsed()) this.hooks.failed.call(validator);
    return validator;
  }

  /**
   * Registers rules of the application: objects with `signature()`, `passes()` and `message()`, or the result of
   * `defineRule()`, which may check its parameters and convert values.
   * @throws E_RULE_DUPLICATE when a name is taken, E_VALIDATION_CALL for an invalid rule.
   */
  addRules(rules: readonly (CustomRule | RuleDefinition)[]): void {
    checkList('withRules', rules);
    for (const rule of rules) {
      if (!isDefinition(rule)) checkObject('withRules', rule, ['signature', 'passes', 'message']);
      const definition = isDefinition(rule) ? rule : fromCustomRule(rule);
      this.#rules.add(definition, isDefinition(rule) ? 'defineRule()' : rule.constructor.name);
      this.#ownRules.push(definition);
    }
  }

  /**
   * Registers filters of the application.
   * @throws E_FILTER_DUPLICATE when a name is taken, E_VALIDATION_CALL for an invalid filter.
   */
  addFilters(filters: readonly CustomFilter[]): void {
    checkList('withFilters', filters);
    for (const filter of filters) {
      checkObject('withFilters', filter, ['signature', 'handle']);
      this.#filters.add(filter, filter.constructor.name);
    }
  }

  /** Names that rule strings may use, aliases included. */
  ruleNames(): readonly string[] {
    return [...this.#rules.names()];
  }

  /** The rules that the application registered, for tools such as `schemaOf()` of `@taproot/validation/schema`. */
  ownRules(): readonly RuleDefinition[] {
    return this.#ownRules;
  }

  /** Names that filter strings may use, aliases included. */
  filterNames(): readonly string[] {
    return [...this.#filters.names()];
  }
}
