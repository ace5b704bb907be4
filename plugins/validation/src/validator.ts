import { bindFields } from '@taproot/core';
import type { Translator } from '@taproot/lang';
import { parseFieldPath, wildcard } from './engine/field-path.ts';
import type { Run } from './engine/run.ts';
import { errors } from './errors.ts';
import { someTexts } from './messages/message-sources.ts';
import type { ValidationOptions } from './options.ts';
import { ValidationErrors } from './validation-errors.ts';
import { own } from './values/own.ts';

/** A finished validation: whether it passed, what was wrong, what may be used. `Valid` is the shape of the valid data. */
export class Validator<Valid = Record<string, unknown>> {
  readonly #run: Run;
  readonly #options: ValidationOptions;
  readonly #translator: Translator | null;
  #errors: ValidationErrors | null = null;
  #validated: Record<string, unknown> | null = null;

  constructor(run: Run, options: ValidationOptions, translator: Translator | null) {
    this.#run = run;
    this.#options = options;
    this.#translator = translator;
  }

  fails(): boolean {
    return this.#run.failures.length > 0;
  }

  passes(): boolean {
    return !this.fails();
  }

  /** Messages by field; empty when the input passed, never null. */
  errors(): ValidationErrors {
    this.#errors ??= this.#makeErrors();
    return this.#errors;
  }

  /**
   * The part of the input that rules cover, as new objects; `E_VALIDATION_FAILED` when the input is not valid. Values are
   * as they came, and only those of form requests and `ctx.request().validated()` have the types of their rules.
   */
  validated(): Valid {
    this.throwIfFailed();
    this.#validated ??= this.#run.plan.coverage.extract(this.#run);
    // The compiler read the rules that the plan was made from.
    return this.#validated as Valid;
  }

  /**
   * Copies the input into the fields that `target` declares: validated data where rules cover a field, the input where
   * none do, nothing that was excluded. `fields` maps properties to input fields of another name.
   */
  bind<Target extends object>(target: Target, fields: Readonly<Record<string, string>> = {}): Target {
    const validated = this.validated() as Record<string, unknown>;
    const values = Object.create(null) as Record<string, unknown>;
    for (const property of Object.keys(target)) {
      const field = Object.hasOwn(fields, property) ? fields[property] : undefined;
      const value = this.#valueOf(field === undefined ? [property] : keysOf(field), validated);
      if (value !== undefined) values[property] = value;
    }
    return bindFields(target, values);
  }

  /** Throws `E_VALIDATION_FAILED`, answered 422 with the messages, unless the input is valid. */
  throwIfFailed(): void {
    if (this.passes()) return;
    throw errors.E_VALIDATION_FAILED({ details: { errors: this.errors().toJSON() }, locale: this.#language() });
  }

  /** The language of the messages: texts given with the rules are in that of the request, the built-in ones in English. */
  #language(): string {
    const { locale } = this.#run;
    if (someTexts(this.#options.messages) !== null) return locale;
    return this.#translator?.localeOf('validation.required', locale) ?? 'en';
  }

  #makeErrors(): ValidationErrors {
    const { failures, locale, ctx } = this.#run;
    const { messages, attributes } = this.#options;
    const translator = this.#translator;
    return new ValidationErrors(failures, {
      messages: someTexts(messages),
      attributes: someTexts(attributes),
      translator,
      revision: translator === null ? 0 : translator.revision,
      locale,
      ctx,
    });
  }

  #valueOf(keys: readonly string[], validated: unknown): unknown {
    const { root, plan } = this.#run;
    return read(plan.coverage.touches(keys) ? validated : root, keys);
  }
}

const keysOf = (field: string): string[] =>
  parseFieldPath(field).segments.map((segment) => (segment === wildcard ? '*' : segment));

const read = (container: unknown, keys: readonly string[]): unknown => keys.reduce<unknown>(own, container);
