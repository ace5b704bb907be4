import type { UploadedFile } from '@taproot/core';
import type { BuiltInRules, Scalar, StrictRules } from './built-in-rules.ts';
import type { Choice } from './choice.ts';
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
type ListRule = 'array' | 'list' | 'slice';

/** The type of the values that pass all rules of a field. */
export type FieldValue<Text extends string, Name extends string> = TypeOf<
  PassingKinds<Text, Name>,
  Choice<Text>,
  Extract<Name, FileRule>
> &
  Intersection<CustomType<Name>>;

/** The kinds that every rule of a field lets through; `unknown` when none of them says anything. */
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

/** `in` and the rules of files look at the entries of a list. */
type EntryOf<Chosen, Files> = [Chosen] extends [never] ? ([Files] extends [never] ? unknown : UploadedFile) : Chosen;

/** The kinds that one rule lets through, boxed: a function, so that `Intersection` can bring several together. */
type PassingOne<Text extends string, Name extends string> = Text extends keyof StrictRules
  ? Box<StrictRules[Text]>
  : Text extends `${infer Rule}:${string}`
    ? PassingNamed<Rule, Name>
    : PassingNamed<Text, Name>;

type PassingNamed<Rule extends string, Name extends string> = Rule extends 'in'
  ? Box<[Extract<Name, ListRule>] extends [never] ? Scalar : 'list'>
  : Rule extends keyof BuiltInRules
    ? Box<BuiltInRules[Rule]>
    : never;

type CustomType<Name> = Name extends keyof CustomRules ? Box<CustomRules[Name]> : never;

type Box<Type> = (type: Type) => void;

/** What is in all boxes at once; `unknown` without any. */
type Intersection<Boxes> = [Boxes] extends [never] ? unknown : [Boxes] extends [Box<infer Common>] ? Common : never;
