import type { Context } from '@taproot/core';
import type { CompiledField, CompiledRule } from './compiled-field.ts';

/** One rule that a field failed. */
export interface Failure {
  /** Keys of the concrete field. */
  readonly keys: readonly (string | number)[];
  readonly rule: CompiledRule;
  readonly field: CompiledField;
  readonly value: unknown;
  /** The message, when the rule gave one itself. */
  readonly text: string | null;
  /** Number of the concrete field in the order of evaluation. */
  readonly order: number;
}

/** A validation that has ended: by rules, or by a schema. */
export interface EndedRun {
  readonly failures: readonly Failure[];
  readonly ctx: Context | null;
  readonly locale: string;
  /** The valid data, if there are no failures. */
  valid(): unknown;
  /** The whole input, with the valid data in their places. */
  whole(validated: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** Failures in the order of evaluation: by field, and by the order of its rules. */
export const byEvaluation = (a: Failure, b: Failure): number => a.order - b.order || position(a) - position(b);

const position = ({ field, rule }: Failure): number => field.rules.indexOf(rule);
