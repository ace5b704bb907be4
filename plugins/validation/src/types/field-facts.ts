import type { FieldValue, PassingKinds } from './field-value.ts';
import type { RuleName } from './rule-name.ts';
import type { RuleTexts } from './rule-texts.ts';
import type { NameOf } from './split-text.ts';

/** What the rules of a field say about its value once they all have passed. */
export interface FieldFacts {
  /** The kinds it may have; `unknown` when any. */
  kinds: unknown;
  value: unknown;
  /** What it may be beside that, because rules are skipped there: a blank text, or null. */
  skipped: unknown;
  /** Whether the field is there. */
  sure: boolean;
  /** Whether it may have been excluded, whatever the input. */
  excludable: boolean;
}

/** Rules that fail on null and on blank texts. */
type Demanding = 'required' | 'filled' | 'accepted' | 'declined' | 'required_array_keys';
/** Rules that fail when the field is absent. */
type Certain = 'required' | 'present' | 'accepted' | 'declined' | 'required_array_keys';
type Absent = 'exclude' | 'missing';
type Excluding = 'exclude_if' | 'exclude_unless' | 'exclude_with' | 'exclude_without';

/** The facts of a field; of several alternatives, one for each. */
export type FactsOf<Rules> = Rules extends unknown ? FactsOfTexts<RuleTexts<Rules>> : never;

type FactsOfTexts<Text extends string> = [Exclude<NameOf<Text>, RuleName | ''>] extends [never]
  ? FactsOfRead<Text, NameOf<Text>>
  : NoFacts;

type FactsOfRead<Text extends string, Name extends string> =
  Has<Name, Absent> extends true
    ? Nothing
    : {
        kinds: PassingKinds<Text, Name>;
        value: FieldValue<Text, Name>;
        skipped: Has<Name, Demanding> extends true
          ? never
          : string | (Has<Name, 'nullable'> extends true ? null : never);
        sure: Has<Name, Excluding | 'sometimes'> extends true ? false : Has<Name, Certain>;
        excludable: Has<Name, Excluding>;
      };

/** Of rules that were not read: anything is possible. */
interface NoFacts extends FieldFacts {
  sure: false;
  excludable: true;
}

/** Of a field that is never there. */
interface Nothing {
  kinds: never;
  value: never;
  skipped: never;
  sure: false;
  excludable: true;
}

type Has<Name, Wanted> = [Extract<Name, Wanted>] extends [never] ? false : true;
