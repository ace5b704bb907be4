import type { UploadedFile } from '@taproot/core';
import type { BuiltInRules, Scalar, StrictRules } from './built-in-rules.ts';
import type { Choice, KindsNamed, NumberChoice } from './choice.ts';
import type { CustomRules } from './rule-name.ts';

interface KindTypes {
  text: string;
  number: number;
  zero: 0;
  one: 1;
  true: true;
  false: false;
  date: Date;
  file: UploadedFile;
  map: Record<string, unknown>;
}

type FileRule = 'file' | 'image' | 'mimes' | 'mimetypes' | 'extensions' | 'dimensions' | 'encoding';
type NumberRule = 'integer' | 'int' | 'uint' | 'numeric' | 'number' | 'float' | 'decimal';
type BooleanRule = 'boolean' | 'bool';
type ListRule = 'array' | 'list' | 'slice';

/** The type to which the rules of a field convert its values; the first one that matches. `never` when they do not convert. */
export type Coerced<Name extends string> =
  Has<Name, FileRule> extends true
    ? Has<Name, ListRule> extends true
      ? 'same'
      : 'file'
    : Has<Name, NumberRule> extends true
      ? 'number'
      : Has<Name, BooleanRule> extends true
        ? 'boolean'
        : Has<Name, ListRule | 'map' | 'in'> extends true
          ? 'same'
          : never;

type Has<Name, Wanted> = [Extract<Name, Wanted>] extends [never] ? false : true;

/** The type of the values that pass all rules of a field. */
export type FieldValue<Text extends string, Name extends string> = TypeOf<
  PassingKinds<Text, Name>,
  Choice<Text>,
  Extract<Name, FileRule>
> &
  Intersection<CustomType<Name>>;

/** Like `FieldValue`, after the rules have converted the values. */
export type CoercedValue<Text extends string, Name extends string, Made extends string> = TypeOf<
  CoercedKinds<PassingKinds<Text, Name>, Made>,
  Made extends 'number' ? NumberChoice<Text> : Made extends 'boolean' ? never : Choice<Text>,
  Extract<Name, FileRule>
> &
  Intersection<CustomType<Name>>;

/** The kinds of the values after the rules have converted them. */
export type CoercedKinds<Kinds, Made extends string> = unknown extends Kinds
  ? Kinds
  : Made extends 'number'
    ? Kinds extends 'text'
      ? 'number'
      : Kinds
    : Made extends 'boolean'
      ? BooleanKind<Kinds>
      : Made extends 'file'
        ? Exclude<Kinds, 'list'>
        : Kinds;

type BooleanKind<Kind> = Kind extends 'text'
  ? 'true' | 'false'
  : Kind extends 'one'
    ? 'true'
    : Kind extends 'zero'
      ? 'false'
      : Kind;

/** The kinds that pass every rule of a field; `unknown` if no rule limits them. */
export type PassingKinds<Text extends string, Name extends string> = Intersection<PassingOne<Text, Name>>;

type TypeOf<Kinds, Chosen, Files> = unknown extends Kinds
  ? unknown
  : Kinds extends 'list'
    ? EntryOf<Chosen, Files>[]
    : Kinds extends keyof KindTypes
      ? [Chosen] extends [never]
        ? KindTypes[Kinds]
        : KindTypes[Kinds] & Chosen
      : never;

/** `in` and the rules on files check the entries of a list. */
type EntryOf<Chosen, Files> = [Chosen] extends [never] ? ([Files] extends [never] ? unknown : UploadedFile) : Chosen;

/** The kinds that one rule accepts, in a box: a function type, so that `Intersection` can combine several. */
type PassingOne<Text extends string, Name extends string> = Text extends keyof StrictRules
  ? Box<StrictRules[Text]>
  : Text extends `${infer Rule}:${string}`
    ? PassingNamed<Rule, Name, Text>
    : PassingNamed<Text, Name>;

type PassingNamed<Rule extends string, Name extends string, Text extends string = Rule> = Rule extends 'in'
  ? Box<[Extract<Name, ListRule>] extends [never] ? Scalar : 'list'>
  : Rule extends keyof BuiltInRules
    ? Box<BuiltInRules[Rule]>
    : Rule extends 'any_of'
      ? AnyOfBox<Text>
      : never;

type AnyOfBox<Text extends string> = Text extends `any_of:${infer Kinds}` ? Box<KindsNamed<Kinds>> : never;

type CustomType<Name> = Name extends keyof CustomRules ? Box<CustomRules[Name]> : never;

type Box<Type> = (type: Type) => void;

/** The intersection of all boxes; `unknown` without any. */
type Intersection<Boxes> = [Boxes] extends [never] ? unknown : [Boxes] extends [Box<infer Common>] ? Common : never;
