import type { Coerced, CoercedKinds, CoercedValue, FieldValue, PassingKinds } from './field-value.ts';
import type { RuleName } from './rule-name.ts';
import type { NameOf, RuleTexts } from './split-text.ts';

/** The facts that the rules of a field state about its value once they all have passed. */
export interface FieldFacts {
  /** The possible kinds of the value; `unknown` for any kind. */
  kinds: unknown;
  value: unknown;
  /** Further possible values, which the rules skip: a blank string, or null. */
  skipped: unknown;
  /** Whether the field is certainly present. */
  sure: boolean;
  /** Whether the field may have been excluded. */
  excludable: boolean;
  /** The value of an empty entry in a list. */
  gap: unknown;
}

/** Whether values stay unchanged, or get the types of their rules. */
export type Mode = 'raw' | 'typed';

/** Rules that fail on null and on blank strings. */
type Demanding = 'required' | 'filled' | 'accepted' | 'declined' | 'required_array_keys';
/** Rules that fail when the field is absent. */
type Certain = 'required' | 'present' | 'accepted' | 'declined' | 'required_array_keys';
type Absent = 'exclude' | 'missing';
type Excluding = 'exclude_if' | 'exclude_unless' | 'exclude_with' | 'exclude_without';

/** The facts of a field; for several alternatives, one set of facts for each. */
export type FactsOf<Rules, In extends Mode> = Rules extends unknown ? FactsOfTexts<RuleTexts<Rules>, In> : never;

type FactsOfTexts<Text extends string, In extends Mode> = [Exclude<NameOf<Text>, RuleName | 'any_of' | ''>] extends [
  never,
]
  ? FactsOfRead<Text, NameOf<Text>, In>
  : NoFacts;

type FactsOfRead<Text extends string, Name extends string, In extends Mode> =
  Has<Name, Absent> extends true
    ? Nothing
    : In extends 'raw'
      ? RawFacts<Text, Name>
      : [Coerced<Name>] extends [never]
        ? RawFacts<Text, Name>
        : CoercedFacts<Text, Name, Coerced<Name>>;

interface RawFacts<Text extends string, Name extends string> {
  kinds: PassingKinds<Text, Name>;
  value: FieldValue<Text, Name>;
  skipped: Has<Name, Demanding> extends true ? never : string | NullIf<Name>;
  sure: Has<Name, Excluding | 'sometimes'> extends true ? false : Has<Name, Certain>;
  excludable: Has<Name, Excluding>;
  gap: never;
}

/** An empty field is absent or null, so it has no value of the type. */
interface CoercedFacts<Text extends string, Name extends string, Made extends string> {
  kinds: CoercedKinds<PassingKinds<Text, Name>, Made>;
  value: CoercedValue<Text, Name, Made>;
  skipped: Has<Name, Demanding> extends true ? never : NullIf<Name>;
  sure: Has<Name, Excluding | 'sometimes'> extends true
    ? false
    : Has<Name, 'present'> extends true
      ? Has<Name, Demanding | 'nullable'>
      : Has<Name, Certain>;
  excludable: Has<Name, Excluding>;
  gap: Has<Name, Demanding | 'nullable'> extends true ? never : null;
}

type NullIf<Name> = Has<Name, 'nullable'> extends true ? null : never;

/** For rules that were not read: anything is possible. */
interface NoFacts extends FieldFacts {
  sure: false;
  excludable: true;
}

/** For a field that is never present. */
interface Nothing {
  kinds: never;
  value: never;
  skipped: never;
  sure: false;
  excludable: true;
  gap: never;
}

type Has<Name, Wanted> = [Extract<Name, Wanted>] extends [never] ? false : true;
