import type { JsonSchema } from '../json-schema/json-schema.ts';
import type { DeclaredKind } from '../values/size.ts';

/**
 * How closely a schema matches a rule. `exact`: it accepts the same values as the rule. `inexact`: it also accepts
 * values that the rule rejects. `none`: it does not limit the value.
 */
export type Exactness = 'exact' | 'inexact' | 'none';

/** One use of a rule, for its schema. */
export interface RuleUse {
  /** The part after the colon, cut at commas. */
  readonly parameters: readonly string[];
  /** The options of a rule object beside its parameters, such as a RegExp. */
  readonly options: unknown;
  /** The field as written: `items.*.count`. */
  readonly field: string;
  /** Its last key; `*` for the entries of a list. */
  readonly leaf: string;
  /** The kind of value by the field's own rules. */
  readonly kind: DeclaredKind;
  /** Whether the schema is for JSON, or for forms, queries and parameters, where every value is text. */
  readonly mode: SchemaMode;
  /** Whether the schema should accept only the values that a client should send. */
  readonly advised: boolean;
  /** Whether values are converted to the types of their rules, as `validated()` does. */
  readonly typed: boolean;
  /** Whether the field has another rule of this name, with this parameter if one is given. */
  readonly has: (rule: string, parameter?: string) => boolean;
  /** The kind of value by the rules of another field. */
  readonly kindOf: (field: string) => DeclaredKind;
  /** The schema of other rules for the same value. */
  readonly nested: (rules: unknown) => JsonSchema;
  /** Records that the schema accepts more than the rule in this use. */
  readonly loose: (reason: string) => void;
  /** Records that the schema does not express the rule in this use. */
  readonly gap: (reason: string) => void;
  /** Adds a sentence to the description of the field. */
  readonly note: (sentence: string) => void;
}

/** The bodies that a schema is for: in JSON, values keep their types; everywhere else they are strings. */
export type SchemaMode = 'json' | 'text';

/** The schema of a rule that also runs on absent, blank and null values. */
export interface Always {
  /** The schema of a value that is present. */
  readonly schema: JsonSchema;
  /** Whether the rule accepts an absent field. */
  readonly absent: boolean;
}

/** The conditions of rules on other fields. */
export type Condition =
  /** The field is present and matches the schema. */
  | { readonly field: string; readonly holds: JsonSchema }
  | { readonly not: Condition }
  | { readonly some: readonly Condition[] }
  | { readonly every: readonly Condition[] };

/** The conditions for fields that depend on other fields. */
export interface Conditional {
  readonly condition: Condition;
  readonly fields: readonly { readonly field: string; readonly always: Always }[];
}

/** How a rule narrows the schema of its field. */
export interface RuleSchema {
  /** How closely the schema matches the rule. */
  readonly exactness: Exactness;
  /** The values that the schema accepts and the rule does not. For an exact rule: the other rules with which it is not exact. */
  readonly beyond?: string;
  /** Whether a rule that is not exact is exact in this use. */
  exactIn?(use: RuleUse): boolean;
  /** Whether the schema excludes blank strings, so that `required` need not exclude them. */
  readonly solid?: true;
  /** The values that the rule accepts, if it skips absent and blank values. */
  value?(use: RuleUse): JsonSchema;
  /** For a rule that runs on every value. */
  always?(use: RuleUse): Always;
  /** For a rule that depends on other fields. */
  conditional?(use: RuleUse): Conditional;
  /** The condition under which the field is left out; true for always. */
  excludes?(use: RuleUse): Condition | true;
  /** Media types of accepted files; an empty list for any type. Only rules on files have it. */
  files?(use: RuleUse): readonly string[];
}

/** Rules with their schemas, by name. */
export type RuleSchemas = Readonly<Record<string, RuleSchema>>;
