import { type Context, FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { isPromise } from '@taproot/core/plugin';
import type { Data } from '../data.ts';
import { errors } from '../errors.ts';
import type { JsonSchema } from '../json-schema/json-schema.ts';
import type { RuleCall, RuleDefinition } from './definition.ts';

/** A rule of the application. Skipped on absent and empty fields, like most built-in rules. */
export interface CustomRule {
  /** The name of the rule in rule strings. */
  signature(): string;
  /** Whether the value is valid. `options` are the parameters of the rule, as strings. */
  passes(ctx: Context | null, data: Data, value: unknown, ...options: string[]): boolean | Promise<boolean>;
  /** How many parameters the rule accepts. A rule string with fewer or more is an error. Default: any number. */
  readonly parameters?: { readonly min: number; readonly max?: number };
  /** The message of a failure. Placeholders: `:attribute`, `:value`, `:option0`, `:option1` ... */
  message(ctx: Context | null): string;
  /**
   * The values that the rule accepts, as JSON Schema. Only API documents call it. It must accept all values that `passes()` accepts.
   * Without it, documents have a gap.
   */
  schema?(...options: string[]): JsonSchema;
}

/**
 * A custom rule in the form of the engine. An error that it throws, or a result other than a boolean, fails the whole
 * validation.
 */
export const fromCustomRule = (rule: CustomRule): RuleDefinition => ({
  name: rule.signature(),
  ...(rule.parameters === undefined ? {} : { parameters: rule.parameters }),
  message: (ctx) => rule.message(ctx),
  compile: (call) => (value, scope) => {
    try {
      const verdict: unknown = rule.passes(scope.ctx, scope.data, value, ...call.parameters);
      if (typeof verdict === 'boolean') return verdict;
      if (!isPromise(verdict)) throw notBoolean(call, verdict);
      return verdict.then(
        (settled) => {
          if (typeof settled === 'boolean') return settled;
          throw notBoolean(call, settled);
        },
        (error: unknown) => {
          throw failed(call, error);
        },
      );
    } catch (error) {
      throw failed(call, error);
    }
  },
  ...(rule.schema === undefined ? {} : { schema: ({ parameters }) => rule.schema?.(...parameters) ?? {} }),
  placeholders: ({ parameters }) => Object.fromEntries(parameters.map((parameter, i) => [`option${i}`, parameter])),
});

const notBoolean = ({ name, field }: RuleCall, verdict: unknown): FrameworkError =>
  errors.E_RULE_RESULT({ rule: name, field, actual: verdict === undefined ? 'nothing' : `a ${typeof verdict}` });

const failed = ({ name, field }: RuleCall, error: unknown): FrameworkError => {
  if (error instanceof FrameworkError) return error;
  const reason = reasonOf(error);
  return errors.E_RULE_FAILED({ rule: name, field, reason }, { cause: error });
};
