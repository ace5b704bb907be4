import type { Context } from '@taproot/core';
import { plainText } from '../values/scalars.ts';

/** Applies a conversion of strings to values: numbers and booleans become strings first, everything else stays unchanged. */
export const onText =
  (convert: (text: string) => unknown) =>
  (value: unknown): unknown => {
    const text = plainText(value);
    return text === null ? value : convert(text);
  };

/** A filter of the application. */
export interface CustomFilter {
  /** The name of the filter in filter strings. */
  signature(): string;
  /** Returns the conversion: `(value, ...parameters) => unknown`, which may be asynchronous. */
  handle(ctx: Context | null): (value: unknown, ...parameters: string[]) => unknown;
}

/** A filter: turns one present value into another before validation. */
export interface FilterDefinition {
  /** The name of the filter: `trim`. */
  readonly name: string;
  /** Further names (`int`). */
  readonly aliases?: readonly string[];
  /** Old names, which still work but warn once. */
  readonly deprecated?: readonly string[];
  /** Returns the new value. Returns the value unchanged when it cannot be converted, so that the rules can refuse it. Never throws. */
  readonly apply: (value: unknown, ...parameters: string[]) => unknown;
}

/** Types and freezes a filter definition. */
export const defineFilter = (definition: FilterDefinition): FilterDefinition => Object.freeze(definition);
