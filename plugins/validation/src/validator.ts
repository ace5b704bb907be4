import type { Translator } from '@taproot/lang';
import type { EndedRun } from './engine/failure.ts';
import { errors } from './errors.ts';
import { bindInput } from './input/bind-input.ts';
import { languageOf } from './messages/display-names.ts';
import { type MessageSources, someTexts } from './messages/message-sources.ts';
import type { ValidationOptions } from './options.ts';
import { ValidationErrors } from './validation-errors.ts';

/**
 * A finished validation: whether it passed, its errors, and the valid data. `Valid` is the shape of the valid data,
 * `Field` are the possible names in its errors.
 */
export class Validator<Valid = Record<string, unknown>, Field extends string = string> {
  readonly #run: EndedRun;
  readonly #options: ValidationOptions;
  readonly #translator: Translator | null;
  #errors: ValidationErrors<Field> | null = null;
  #validated: unknown = null;

  constructor(run: EndedRun, options: ValidationOptions, translator: Translator | null) {
    this.#run = run;
    this.#options = options;
    this.#translator = translator;
  }

  /** Whether the input is not valid. */
  fails(): boolean {
    return this.#run.failures.length > 0;
  }

  /** Whether the input is valid. */
  passes(): boolean {
    return !this.fails();
  }

  /** Messages by field; empty when the input passed, never null. */
  errors(): ValidationErrors<Field> {
    this.#errors ??= this.#makeErrors();
    return this.#errors;
  }

  /**
   * The part of the input that rules cover, as new objects. Throws `E_VALIDATION_FAILED` if the input is not valid. Values stay unchanged;
   * only form requests and `ctx.request().validated()` convert them to the types of their rules. By a schema, the value that it gives.
   */
  validated(): Valid {
    this.throwIfFailed();
    this.#validated ??= this.#run.valid();
    // The cast is safe, because the compiler has read the rules of the plan.
    return this.#validated as Valid;
  }

  /**
   * Copies the input into the properties of `target`. Fields with rules get their valid value, as in `validated()`. All other fields are
   * copied unchanged, also nested keys. Excluded fields are left out. `fields` maps properties to input fields with other names. Do not
   * bind into a row of a database: give its fields rules, and use `validated()`.
   *
   * @throws E_VALIDATION_FAILED when the input is not valid.
   */
  bind<Target extends object>(target: Target, fields: Readonly<Record<string, string>> = {}): Target {
    const validated = this.validated() as Record<string, unknown>;
    return bindInput(target, this.#run.whole(validated), fields);
  }

  /** Throws `E_VALIDATION_FAILED` (422 with the messages) if the input is not valid. */
  throwIfFailed(): void {
    if (this.passes()) return;
    throw errors.E_VALIDATION_FAILED({
      details: { errors: this.errors().toJSON() },
      locale: languageOf(this.#sources()),
    });
  }

  #makeErrors(): ValidationErrors<Field> {
    return new ValidationErrors(this.#run.failures, this.#sources());
  }

  #sources(): MessageSources {
    const { locale, ctx } = this.#run;
    const { messages, attributes } = this.#options;
    const translator = this.#translator;
    return {
      messages: someTexts(messages),
      attributes: someTexts(attributes),
      translator,
      revision: translator === null ? 0 : translator.revision,
      locale,
      ctx,
    };
  }
}
