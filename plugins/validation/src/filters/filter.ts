import type { Context } from '@taproot/core';
import { plainText } from '../values/scalars.ts';

/** Applies a conversion of strings to values: numbers and booleans become strings first, everything else stays as it is. */
export const onText =
  (convert: (text: string) => unknown) =>
  (value: unknown): unknown => {
    const text = plainText(value);
    return text === null ? value : convert(text);
  };

/** A filter of the application. */
export interface CustomFilter {
  /** The name by which filter strings call it. */
  signature(): string;
  /** Returns the conversion: `(value, ...parameters) => unknown`, which may be asynchronous. */
  handle(ctx: Context | null): (value: unknown, ...parameters: string[]) => unknown;
}

/** A filter: turns one present value into another before validation. */
export interface FilterDefinition {
  /** The name of the filter: `trim`. */
  readonly name: string;
  /** Further names in good standing (`int`). */
  readonly aliases?: readonly string[];
  /** Old names: they work and warn once. */
  readonly deprecated?: readonly string[];
  /** The new value; the value itself when it cannot be converted, so that the rules can say so. Never throws. */
  readonly apply: (value: unknown, ...parameters: string[]) => unknown;
}

/** Names a filter definition's shape; the definition is frozen. */
export const defineFilter = (definition: FilterDefinition): FilterDefinition => Object.freeze(definition);
