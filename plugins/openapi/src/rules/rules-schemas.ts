import type { AuthorFrame } from '@taproot/core';
import type { JsonObject } from '../document/json.ts';
import type { Gap, RuleLists } from '../reader/type-reader.ts';

/** Rules as JSON Schema. */
export interface RulesSchema {
  /** An object schema: `properties`, `required` and what rules say of several fields. */
  readonly schema: JsonObject;
  /** Whether a rule takes uploaded files. */
  readonly files: boolean;
  readonly gaps: readonly Gap[];
}

/** Turns rules into JSON Schema. `text` is for forms and queries, where every value is a string. */
export interface RulesSchemas {
  of(rules: Readonly<Record<string, RuleLists>>, mode: 'json' | 'text', place: AuthorFrame): RulesSchema;
}
