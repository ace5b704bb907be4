import type { AuthorFrame } from '@taproot/core/internal';
import type { JsonObject } from '../json.ts';
import type { Gap, RuleLists } from '../reader/type-reader.ts';

/** Rules as JSON Schema. */
export interface RulesSchema {
  /** An object schema: `properties`, `required` and conditions of rules on several fields. */
  readonly schema: JsonObject;
  /** Whether a rule accepts uploaded files. */
  readonly files: boolean;
  /** Media types of files, by property, in the format of OpenAPI's `encoding`. */
  readonly encoding: JsonObject;
  readonly gaps: readonly Gap[];
}

/** The values that a schema is for: JSON, or forms and queries, in which every value is a string. */
export type RulesMode = 'json' | 'text';

/** Turns rules into JSON Schema. */
export interface RulesSchemas {
  /** The schema of rules that were read from code. */
  of(rules: Readonly<Record<string, RuleLists>>, mode: RulesMode, place: AuthorFrame): RulesSchema;
  /** The schema of rules as they run. */
  running(rules: object, mode: RulesMode, place: AuthorFrame): RulesSchema;
}
