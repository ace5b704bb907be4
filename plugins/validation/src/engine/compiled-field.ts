import type { FieldPath } from '../language/field-path.ts';
import type { RuleCall, RuleDefinition, Scope } from '../rules/definition.ts';
import type { Convert } from '../values/coerce.ts';
import type { DeclaredKind, Kind } from '../values/size.ts';
import type { EntryNames, KnownMessages } from './kept-messages.ts';

/** The result of a check: a string fails with that string as message. */
export type Verdict = boolean | string;

/** One rule of a field, ready to run. */
export interface CompiledRule {
  readonly check: (value: unknown, scope: Scope) => Verdict | Promise<Verdict>;
  readonly implicit: boolean;
  readonly stops: boolean;
  readonly last: boolean;
  /** For its message. */
  readonly call: RuleCall;
  /** The keys of its message for a value of some kind, best first: `min.string`, `min`. */
  readonly messageKeys: Readonly<Record<Kind, readonly string[]>>;
  /** Whether its message depends on the kind of the value. */
  readonly sized: boolean;
  /** The key of the message for this value in particular, or null; null as a whole when the rule has none. */
  readonly valueKey: ((value: unknown) => string | null) | null;
  /** Messages made before; null when the rule has a text of its own. */
  readonly known: KnownMessages | null;
  /** Null for a function written in place. */
  readonly definition: RuleDefinition | null;
}

/** Converts a field's values for callers that want the types that rules declare. */
export interface Conversion {
  /** The rule that sets the type: it has failed when a value cannot become what it says. */
  readonly rule: CompiledRule;
  readonly convert: Convert;
}

/** One field of a rules map, ready to run. */
export interface CompiledField {
  readonly path: FieldPath;
  /** The keys of a path that means one place, and its name in messages; null when a wildcard matches several. */
  readonly keys: readonly string[] | null;
  readonly name: string | null;
  /** Names of the fields that a path with one wildcard means; null for any other path. */
  readonly entries: EntryNames | null;
  readonly rules: readonly CompiledRule[];
  /** The checks that run on absent and blank values too. */
  readonly implicit: readonly CompiledRule[];
  readonly exclusions: readonly CompiledRule[];
  readonly bail: boolean;
  readonly nullable: boolean;
  readonly sometimes: boolean;
  readonly kind: DeclaredKind;
  /** Null when values stay as they came. */
  readonly conversion: Conversion | null;
}

/** A field of a plan, with those that can mean the same concrete field through a wildcard. */
export interface PlannedField extends CompiledField {
  readonly order: number;
  /** Other fields of the plan that can meet this one; nearly always none. */
  readonly meets: readonly PlannedField[];
}
