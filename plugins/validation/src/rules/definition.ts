import type { Context } from '@taproot/core';
import { didYouMean, type PresenceVerifier } from '@taproot/core/plugin';
import type { Data } from '../data.ts';
import type { JsonSchema } from '../json-schema/json-schema.ts';
import type { Coercion } from '../values/coerce.ts';
import type { DeclaredKind } from '../values/size.ts';
import type { RuleUse } from './rule-schema.ts';

/**
 * Decides on one value; undefined = the field is absent. Hot: nothing is parsed, looked up or allocated here that could
 * be had in `compile`. Never throws because of data; a promise that rejects fails the whole validation, not the field.
 */
export type Check = (value: unknown, scope: Scope) => boolean | Promise<boolean>;

/** The values at one path with a wildcard: `items.*.id` for a field outside of `items`. */
export interface AllValues {
  /** The value that contains them all: `items`; undefined when absent. */
  holder(scope: Scope): unknown;
  /** The values in there; those that are absent are left out. */
  within(holder: unknown): readonly unknown[];
}

/** Another field, as a rule's parameter names it; compiled once. */
export interface FieldRef {
  /** As written: `items.*.price`. */
  readonly name: string;
  /** Kind by that field's own rules; null when they do not say, or it has none. */
  readonly kind: DeclaredKind;
  /** Whether that field has rules of its own. */
  readonly ruled: boolean;
  /** Parameters of a rule of that field, by canonical name; null when it has none such. */
  sibling(rule: string): readonly string[] | null;
  /** Its value; undefined if absent. A `*` is replaced by the keys of the field under validation, whatever its path. */
  read(scope: Scope): unknown;
  /**
   * All values that the path matches, if it leaves the field's path before a `*`. Null if there is only one value to
   * read.
   */
  readonly all: AllValues | null;
}

/** One use of a rule on one field: `between:1,3` on `items.*.count`. */
export interface RuleCall {
  /** As written, an alias by its own name. */
  readonly name: string;
  /** As in the text after the colon, split at commas, escapes resolved, not trimmed. */
  readonly parameters: readonly string[];
  /** The options of a rule object besides parameters, for example a RegExp; undefined for rule strings. */
  readonly options: unknown;
  /** The field as its author wrote it: `items.*.count`. */
  readonly field: string;
  /** Last path segment: `count`. */
  readonly leaf: string;
  /** Kind by the field's own rules. */
  readonly kind: DeclaredKind;
  /** Whether the field's path holds a `*`. */
  readonly wildcard: boolean;
  /** Identifies this use for `scope.state()`; the same for every element of a wildcard. */
  readonly token: object;
  /** Parameters of another rule of the same field, by canonical name; null when it has none such. */
  readonly sibling: (rule: string) => readonly string[] | null;
  /**
   * The field that a parameter names: a dot path from the root, with `\.` and `\*` as escapes; an invalid path reads as absent.
   */
  readonly ref: (parameter: string) => FieldRef;
  /** The field beside this one: `password_confirmation` beside `users.*.password`. */
  readonly beside: (leaf: string) => FieldRef;
  /** Compiles rules for the same value, as `any_of` needs them; controls in them are ignored. */
  readonly nested: (rules: unknown) => Check;
  /** Rejects the rule when it is parsed: `call.fail('"abc" is not a number')`. `hint` follows as a sentence of its own. */
  readonly fail: (reason: string, hint?: string) => never;
}

/** Turns parameters into names for readers: custom attributes, else the field with spaces instead of underscores. */
export interface DisplayNames {
  of(parameter: string): string;
  /** Several, joined with ", ". */
  list(parameters: readonly string[]): string;
  /** The language of the message, a BCP 47 tag. */
  language(): string;
}

/** A rule: its name, its parameters, and its check. */
export interface RuleDefinition {
  /** The name of the rule: `required_if`. */
  readonly name: string;
  /** Further names in good standing (`int`); their messages are looked up under the written name first. */
  readonly aliases?: readonly string[];
  /** Old names: they work and warn once. */
  readonly deprecated?: readonly string[];
  /**
   * The number of parameters. Fewer are rejected when parsing, and more if `max` is given. By default none is required.
   * Parameters of a rule object may be data; `minOfObject` applies to them if it is given.
   */
  readonly parameters?: { readonly min: number; readonly max?: number; readonly minOfObject?: number };
  /** The whole text after the colon is one parameter: patterns. Needs the list form when a `|` should end it. */
  readonly raw?: true;
  /** Runs on absent and empty fields too. Other rules are skipped there, and on null when the field is `nullable`. */
  readonly implicit?: true;
  /** The field's other rules do not run after this one failed. */
  readonly stops?: true;
  /** Skipped after another rule of the field has failed, because it costs a query. */
  readonly last?: true;
  /** The message has a key for each kind: `min.string`, `min.numeric` ... */
  readonly sized?: true;
  /** Gives the field its kind for size rules. */
  readonly kind?: 'numeric' | 'array';
  /** The value in typed data; the value as it came when left out. */
  readonly coerces?: Coercion;
  /** Excludes the field from validation and result when the check answers true; it produces no message. */
  readonly excludes?: true;
  /** Steers the engine by its presence alone. */
  readonly control?: 'bail' | 'nullable' | 'sometimes';
  /** Key of the message that says more about this value than the rule's own; null for any other value. */
  messageKey?(value: unknown): string | null;
  /** The rule's own text, which beats the language files; custom rules have one. */
  message?(ctx: Context | null): string;
  /** Checks the parameters (`call.fail`) and returns the decision. */
  compile(call: RuleCall): Check;
  /** Additional placeholders of the message, without colon: `{ min: '3' }`. Called once for each field and locale. */
  placeholders?(call: RuleCall, names: DisplayNames): Readonly<Record<string, string>>;
  /**
   * The values it accepts, as JSON Schema; for API documents, never called to validate. It must accept all that the rule
   * accepts. Built-in rules have theirs in `@taproot/validation/schema`.
   */
  schema?(use: RuleUse): JsonSchema;
}

/** Names a rule definition's shape; the definition is frozen. */
export const defineRule = (definition: RuleDefinition): RuleDefinition => Object.freeze(definition);

/** Looks up the addresses of a host name; rejects when there are none. `signal` ends the wait. */
export interface HostResolver {
  /** Addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The services that rules may use; injected, so that tests control clock, database and DNS. */
export interface Services {
  /** Milliseconds since 1970. */
  now(): number;
  /** Null when no plugin contributed one: `exists` and `unique` then reject with `E_PRESENCE_MISSING`. */
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
  /** Keys from the root to the field under validation, wildcards replaced. */
  readonly path: readonly (string | number)[];
  /** The request; null outside HTTP. */
  readonly ctx: Context | null;
  /** Language of the messages, a BCP 47 tag. */
  readonly locale: string;
  /** Clock, database and name servers. */
  readonly services: Services;
  /** The input as custom rules see it. */
  readonly data: Data;
  /** Something kept for this run under `token` (use `call.token`): values seen by `distinct`, a batch of queries. */
  state<Value>(token: object, make: () => Value): Value;
}

/** A rule without parameters that decides on text; anything else fails. */
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
