import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';

/** Decides, before the rules are read, which of two sets of rules a field has. */
export type Condition = boolean | ((data: Data, ctx: Context | null) => boolean);

/** Rules that apply on a condition; use it in a rule list or instead of one. */
export class When {
  readonly condition: Condition;
  readonly rules: unknown;
  readonly otherwise: unknown;

  constructor(condition: Condition, rules: unknown, otherwise: unknown) {
    this.condition = condition;
    this.rules = rules;
    this.otherwise = otherwise;
  }

  /** The rules that hold for this input. */
  choose(data: Data, ctx: Context | null): unknown {
    const holds = typeof this.condition === 'function' ? this.condition(data, ctx) : this.condition;
    return holds ? this.rules : this.otherwise;
  }
}
