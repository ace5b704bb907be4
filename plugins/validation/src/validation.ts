import type { Context } from '@taproot/core';
import type { PresenceVerifier, SourceReader } from '@taproot/core/plugin';
import type { Translator } from '@taproot/lang';
import { SyncHook } from 'tapable';
import { checkContext, checkList, checkObject, checkRules, checkSchemaKind, checkSchemaOptions } from './check-call.ts';
import { Engine, type EngineInit } from './engine/engine.ts';
import type { EndedRun } from './engine/failure.ts';

import type { CustomFilter } from './filters/filter.ts';
import { FilterRegistry } from './filters/filter-registry.ts';
import { builtInFilters } from './filters/index.ts';
import { type InputData, openRequest, openSource, sentInput } from './input/open-source.ts';
import { isSchema, type StandardSchema } from './language/standard-schema.ts';
import { checkRuleKeys } from './messages/check-keys.ts';
import type { OptionsInput, ValidationOptions } from './options.ts';
import { type CustomRule, fromCustomRule } from './rules/custom-rule.ts';
import type { RuleDefinition } from './rules/definition.ts';
import { builtInRules } from './rules/index.ts';
import { RuleRegistry } from './rules/registry.ts';
import type { AnyRulesOrSchema, DataInput, FieldName, InferRaw, InferValidated, RulesInput } from './types/index.ts';
import { type MessageOptions, refusedUnique, type UniqueFields, violatedFields } from './unique-violation.ts';
import type { ValidationErrors } from './validation-errors.ts';
import { Validator } from './validator.ts';
import { BoundedCache } from './values/bounded-cache.ts';
import { isMap } from './values/records.ts';

/** The hooks of validation. */
export const createValidationHooks = () => ({
  /** Called for each input that is not valid. */
  failed: new SyncHook<[Validator]>(['validator']),
});

/** The hooks of validation. */
export type ValidationHooks = Readonly<ReturnType<typeof createValidationHooks>>;

const noOptions: ValidationOptions = Object.freeze({});

type RulesMap = Readonly<Record<string, unknown>>;

/** The parts of a validation: those of the engine, without the registries that it creates itself. */
export interface ValidationInit extends Omit<EngineInit, 'rules' | 'filters'> {
  /** The language files; null without the plugin lang, when messages are in English. */
  readonly translator: Translator | null;
  /** Reads requests and forms for `make()`; null when no plugin does. */
  readonly sources?: SourceReader | null;
  /** The hooks of the application; without an application, the validation has its own. */
  readonly hooks?: ValidationHooks;
}

const isDefinition = (rule: CustomRule | RuleDefinition): rule is RuleDefinition =>
  typeof rule === 'object' && rule !== null && 'compile' in rule;

/** The result of `judge()`: the valid value, or the messages by field. */
export type Judged<Value> =
  | { readonly valid: true; readonly value: Value }
  | { readonly valid: false; readonly errors: ValidationErrors };

/** The validation of one application, with its rules and filters. */
export class Validation {
  /** Hooks of validation: `failed` is called for each input that is not valid. */
  readonly hooks: ValidationHooks;
  readonly #rules = new RuleRegistry(builtInRules);
  readonly #filters = new FilterRegistry(builtInFilters);
  readonly #engine: Engine;
  /** An engine with one rule, which fails the fields that a database refused. */
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
   * Validates `data`: any object, a Map, URLSearchParams, FormData, or a request of the framework, of Node or of the Web platform, whose
   * body it reads. Never changes the data. `ctx` is null outside HTTP.
   *
   * @throws E_DATA_SHAPE for data that cannot be read, and E_RULE_* for invalid rules; never for invalid data.
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
    // The cast is safe, because the compiler has read the same rules that the engine runs.
    return this.#run(ctx, opened instanceof Promise ? await opened : opened, rules, options, false) as
      | Validator<InferRaw<R>, FieldName<R>>
      | Promise<Validator<InferRaw<R>, FieldName<R>>>;
  }

  /**
   * Like `make()`, but converts values to the types of their rules, as `validated()` of a request does: for data of a queue or of a file.
   *
   * @throws E_DATA_SHAPE for data that cannot be read, and E_RULE_* for invalid rules; never for invalid data.
   */
  async makeTyped<const R, const F>(
    ctx: Context | null,
    data: DataInput,
    rules: RulesInput<R>,
    options?: OptionsInput<R, F>,
  ): Promise<Validator<InferValidated<R>, FieldName<R>>> {
    checkContext(ctx);
    checkRules('makeTyped', rules);
    const opened = openSource(ctx, data, this.#sources);
    return this.#run(ctx, opened instanceof Promise ? await opened : opened, rules, options, true) as
      | Validator<InferValidated<R>, FieldName<R>>
      | Promise<Validator<InferValidated<R>, FieldName<R>>>;
  }

  /** Like `make()`, for the input of a request. Reads the body if it has not been read. */
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
   * Like `validateRequest()`, but converts values to the types of their rules: with `integer`, the text "5" becomes the number 5. A text
   * that a number cannot hold exactly fails.
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
   * Runs a write. When a unique constraint refuses it for one of `fields`, rejects with `E_VALIDATION_FAILED` and the message of the rule
   * `unique`; Rejects with any other error unchanged.
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

  /** Like `validateRequest()`, by a Standard Schema that the compiler does not read. */
  async validateBySchema(ctx: Context, schema: StandardSchema, options?: ValidationOptions): Promise<Validator> {
    const opened = openRequest(ctx.request());
    return this.#run(ctx, opened instanceof Promise ? await opened : opened, schema, options, true);
  }

  /**
   * Judges any value by rules or by a Standard Schema, for messages of a socket, data of a job and other payloads. Rules judge
   * objects, and convert values as `ctx.request().validated()` does; any other value fails with a message under `''`.
   *
   * @throws E_RULE_* for invalid rules, E_SCHEMA_* for a schema that fails; never for an invalid value.
   * @example const judged = await facades.Validation().judge(payload, { text: 'required|string' });
   */
  async judge<const R>(
    value: unknown,
    rules: AnyRulesOrSchema<R>,
    ctx: Context | null = null,
  ): Promise<Judged<InferValidated<R>>> {
    checkRules('judge', rules);
    const validator = await this.#judge(ctx, value, rules);
    return validator.fails()
      ? { valid: false, errors: validator.errors() }
      : // The cast is safe, because the compiler has read the same rules that the engine runs.
        { valid: true, value: validator.validated() as InferValidated<R> };
  }

  #judge(ctx: Context | null, value: unknown, rules: RulesMap | StandardSchema): Validator | Promise<Validator> {
    if (!isSchema(rules))
      return isMap(value)
        ? this.#run(ctx, { data: value, isFormValue: null }, rules, undefined, true)
        : this.#end(this.#engine.noObject(ctx, value));
    const run = this.#engine.judge(ctx, value, rules);
    return run instanceof Promise ? run.then((ended) => this.#end(ended)) : this.#end(run);
  }

  /** Resolves to the valid data of `validateTyped()`. Rejects with `E_VALIDATION_FAILED`: status 422 with the messages. */
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

  /** Not async, because an unnecessary promise takes as long as a small validation. */
  #run(
    ctx: Context | null,
    { data, isFormValue }: InputData,
    rules: RulesMap | StandardSchema,
    options: ValidationOptions<unknown, unknown, unknown> | undefined,
    typed: boolean,
  ): Validator | Promise<Validator> {
    // The compiler has checked the options against the rules, but cannot follow their types here.
    const checked = options as ValidationOptions | undefined;
    if (isSchema(rules)) return this.#runSchema(ctx, data, rules, checked);
    if (checked?.messages !== undefined) this.#checkMessages(checked.messages, rules);
    const run = this.#engine.validate(ctx, data, rules, checked, { typed, isFormValue });
    return run instanceof Promise ? run.then((ended) => this.#end(ended, checked)) : this.#end(run, checked);
  }

  /** `prepareForValidation` may change the input before the schema sees it. */
  #runSchema(
    ctx: Context | null,
    data: unknown,
    schema: StandardSchema,
    options: ValidationOptions | undefined,
  ): Validator | Promise<Validator> {
    checkSchemaOptions(options);
    checkSchemaKind('validated', schema);
    const run = this.#engine.validateBySchema(ctx, data, schema, options);
    return run instanceof Promise ? run.then((ended) => this.#end(ended)) : this.#end(run);
  }

  #checkMessages(messages: object, rules: RulesMap): void {
    const keys = Object.keys(messages);
    const together = keys.join('|');
    if (keys.length === 0 || this.#messages.get(together) === true) return;
    if (checkRuleKeys(keys, rules, this.#rules)) this.#messages.set(together, true);
  }

  #end(run: EndedRun, options: ValidationOptions = noOptions): Validator {
    const validator = new Validator(run, options, this.#translator);
    if (validator.fails() && this.hooks.failed.isUsed()) this.hooks.failed.call(validator);
    return validator;
  }

  /**
   * Registers rules of the application: objects with `signature()`, `passes()` and `message()`, or the result of `defineRule()`, which can
   * also check its parameters and convert values.
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

  /** Names that rule strings may use, including aliases. */
  ruleNames(): readonly string[] {
    return [...this.#rules.names()];
  }

  /** The rules that the application registered, for tools such as `schemaOf()` of `@taproot/validation/schema`. */
  ownRules(): readonly RuleDefinition[] {
    return this.#ownRules;
  }

  /** Names that filter strings may use, including aliases. */
  filterNames(): readonly string[] {
    return [...this.#filters.names()];
  }
}
