import type { Context } from '@taproot/core';

/** A filter of the application's own. */
export interface CustomFilter {
  /** The name by which filter strings call it. */
  signature(): string;
  /** Returns the conversion: `(value, ...parameters) => unknown`, which may be asynchronous. */
  handle(ctx: Context | null): (value: unknown, ...parameters: string[]) => unknown;
}
