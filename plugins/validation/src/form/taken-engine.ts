import type { Context } from '@taproot/core';
import { Engine, type EngineInit } from '../engine/engine.ts';
import type { ValidationOptions } from '../options.ts';
import { RuleRegistry } from '../parse/rule-registry.ts';
import { defineRule } from '../rule/rule.ts';
import type { Validator } from '../validator.ts';

/** How messages are worded. */
export type Wording = Pick<ValidationOptions, 'messages' | 'attributes'>;

// The database has already answered what the rule would ask.
const unique = defineRule({ name: 'unique', implicit: true, compile: () => () => false });

/** Validations that fail by the rule `unique` for the given fields, with the usual messages. */
export class TakenEngine {
  readonly #engine: Engine;

  constructor(init: EngineInit) {
    this.#engine = new Engine({ ...init, rules: new RuleRegistry([unique]) });
  }

  async fail(ctx: Context, data: unknown, fields: readonly string[], wording: Wording): Promise<Validator> {
    const rules = Object.fromEntries(fields.map((field) => [field, 'unique']));
    return this.#engine.validate(ctx, data, rules, wording);
  }
}
