import type { Context } from '@taproot/core';
import { didYouMean, type PresenceVerifier } from '@taproot/core/plugin';
import type { Data } from '../data.ts';
import type { JsonSchema } from '../json-schema/json-schema.ts';
import type { Coercion } from '../values/coerce.ts';
import type { DeclaredKind } from '../values/size.ts';
import type { RuleUse } from './rule-schema.ts';

/**
 * Checks one value; undefined means that the field is absent. It runs for every value, so parse, look up and allocate in `compile` instead.
 * It must not throw because of data. A promise that rejects fails the whole validation, not only the field.
 */
export type Check = (value: unknown, scope: Scope) => boolean | Promise<boolean>;

/** The values at one path with a wildcard: `items.*.id` for a field outside of `items`. */
export interface AllValues {
  /** The value that contains them all: `items`; undefined when absent. */
  holder(scope: Scope): unknown;
  /** The values inside of it; absent values are left out. */
  within(holder: unknown): readonly unknown[];
}

/** Another field that a rule's parameter names; compiled once. */
export interface FieldRef {
  /** The name as written: `items.*.price`. */
  readonly name: string;
  /** The kind of value by that field's own rules; null when it has none, or they do not say. */
  readonly kind: DeclaredKind;
  /** Whether that field has rules of its own. */
  readonly ruled: boolean;
  /** Parameters of a rule of that field, by canonical name; null when it does not have that rule. */
  sibling(rule: string): readonly string[] | null;
  /** Its value; undefined if absent. Each `*` is replaced by a key of the field under validation. */
  read(scope: Scope): unknown;
  /** All values that the path matches, if the path differs from the field's path before a `*`. Null if there is only one value to read. */
  readonly all: AllValues | null;
}

/** One use of a rule on one field: `between:1,3` on `items.*.count`. */
export interface RuleCall {
  /** The name as written; for an alias, the alias. */
  readonly name: string;
  /** The parameters after the colon: split at commas, with escapes resolved, not trimmed. */
  readonly parameters: readonly string[];
  /** The options of a rule object besides parameters, for example a RegExp; undefined for rule strings. */
  readonly options: unknown;
  /** The field as written: `items.*.count`. */
  readonly field: string;
  /** Last path segment: `count`. */
  readonly leaf: string;
  /** Kind by the field's own rules. */
  readonly kind: DeclaredKind;
  /** Whether the field's path contains a `*`. */
  readonly wildcard: boolean;
  /** Identifies this use for `scope.state()`; the same for every element of a wildcard. */
  readonly token: object;
  /** Parameters of another rule of the same field, by canonical name; null when it does not have that rule. */
  readonly sibling: (rule: string) => readonly string[] | null;
  /**
   * The field that a parameter names: a dot path from the root, with `\.` and `\*` as escapes; an invalid path reads as absent.
   */
  readonly ref: (parameter: string) => FieldRef;
  /** The field beside this one: `password_confirmation` beside `users.*.password`. */
  readonly beside: (leaf: string) => FieldRef;
  /** Compiles rules for the same value, for `any_of`. It ignores control rules. */
  readonly nested: (rules: unknown) => Check;
  /** Rejects the rule when it is parsed: `call.fail('"abc" is not a number')`. `hint` follows as a separate sentence. */
  readonly fail: (reason: string, hint?: string) => never;
}

/** Turns parameters into display names: custom attributes, else the field with spaces instead of underscores. */
export interface DisplayNames {
  of(parameter: string): string;
  /** Several names, joined with ", ". */
  list(parameters: readonly string[]): string;
  /** The language of the message, a BCP 47 tag. */
  language(): string;
}

/** A rule: its name, its parameters, and its check. */
export interface RuleDefinition {
  /** The name of the rule: `required_if`. */
  readonly name: string;
  /** Further names (`int`). Messages are first searched under the name as written. */
  readonly aliases?: readonly string[];
  /** Old names, which still work but warn once. */
  readonly deprecated?: readonly string[];
  /**
   * The number of parameters. Fewer are rejected when parsing, and more if `max` is given. By default none is required. Parameters of a
   * rule object may be data; if `minOfObject` is given, it applies to them instead of `min`.
   */
  readonly parameters?: { readonly min: number; readonly max?: number; readonly minOfObject?: number };
  /** The whole text after the colon is one parameter, as in patterns. To write further rules after it, use the list form. */
  readonly raw?: true;
  /** The rule also runs on absent and empty fields. Other rules are skipped there, and on null if the field is `nullable`. */
  readonly implicit?: true;
  /** The field's other rules do not run after this one failed. */
  readonly stops?: true;
  /** Skipped if another rule of the field has failed, because it costs a query. */
  readonly last?: true;
  /** The rule has a message for each kind: `min.string`, `min.numeric` ... */
  readonly sized?: true;
  /** Gives the field its kind for size rules. */
  readonly kind?: 'numeric' | 'array';
  /** How to convert the value in typed data; without it, the value stays unchanged. */
  readonly coerces?: Coercion;
  /** Excludes the field from validation and result when the check returns true. The rule has no message. */
  readonly excludes?: true;
  /** The mere presence of the rule changes the behaviour of the engine. */
  readonly control?: 'bail' | 'nullable' | 'sometimes';
  /** Key of a more precise message for this value; null for the normal message. */
  messageKey?(value: unknown): string | null;
  /** The rule's own message, which wins over the language files. Custom rules have one. */
  message?(ctx: Context | null): string;
  /** Checks the parameters (`call.fail`) and returns the decision. */
  compile(call: RuleCall): Check;
  /** Additional placeholders of the message, without colon: `{ min: '3' }`. Called once for each field and locale. */
  placeholders?(call: RuleCall, names: DisplayNames): Readonly<Record<string, string>>;
  /**
   * The values that the rule accepts, as JSON Schema. Only API documents call it. It must accept all values that the rule accepts.
   * `@taproot/validation/schema` has the schemas of built-in rules.
   */
  schema?(use: RuleUse): JsonSchema;
}

/** Types and freezes a rule definition. */
export const defineRule = (definition: RuleDefinition): RuleDefinition => Object.freeze(definition);

/** Looks up the addresses of a host name; rejects when there are none. `signal` ends the wait. */
export interface HostResolver {
  /** Addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The services that rules may use. They are injected, so that tests can control clock, database and DNS. */
export interface Services {
  /** Milliseconds since 1970. */
  now(): number;
  /** Searches values in a database. Null when no plugin contributed one: `exists` and `unique` then reject with `E_PRESENCE_MISSING`. */
  readonly presence: PresenceVerifier | null;
  /** Looks up hosts for `active_url` and `email:dns`. */
  readonly resolver: HostResolver;
}

/**
 * The surroundings of a check. One object serves a whole run and moves from field to field: an asynchronous check must read
 * what it needs before its first await.
 */
export interface Scope {
  /** The whole input. */
  readonly root: Readonly<Record<string, unknown>>;
  /** Keys from the root to the field under validation, without wildcards. */
  readonly path: readonly (string | number)[];
  /** The request; null outside HTTP. */
  readonly ctx: Context | null;
  /** Language of the messages, a BCP 47 tag. */
  readonly locale: string;
  /** Clock, database and name servers. */
  readonly services: Services;
  /** The input, in the form for custom rules. */
  readonly data: Data;
  /** A value that is kept for this run under `token` (use `call.token`): values seen by `distinct`, a batch of queries. */
  state<Value>(token: object, make: () => Value): Value;
}

/** A rule without parameters for strings; all other values fail. */
export const textRule = (
  name: string,
  holds: (text: string) => boolean,
  names: Pick<RuleDefinition, 'aliases' | 'deprecated'> = {},
): RuleDefinition =>
  defineRule({
    name,
    ...names,
    parameters: { min: 0, max: 0 },
    compile: () => (value) => typeof value === 'string' && holds(value),
  });

/**
 * Refuses an option that a rule does not have, and names the closest one. `whole` is the parameter that contains it.
 */
export const refuseOption = (
  { fail }: Pick<RuleCall, 'fail'>,
  given: string,
  allowed: readonly string[],
  whole: string = given,
): never => {
  const [only] = allowed;
  const choice = allowed.length === 1 ? `not "${only}", the one option it takes` : `none of ${allowed.join(', ')}`;
  return fail(`"${whole}" is ${choice}`, didYouMean(given, allowed));
};
