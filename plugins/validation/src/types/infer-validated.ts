import type { InferSchemaInput, InferSchemaOutput } from '../language/standard-schema.ts';
import type { FactsOf, FieldFacts, Mode } from './field-facts.ts';
import type { IsSchema, KnownSchema } from './schema-input.ts';

/**
 * The result of `ctx.request().validated()` for literal rules: the type that they guarantee for any JSON, form or file that passed. Rules
 * that are not literals give `unknown`. Filters do not count, because they run before the rules. For a schema, the type that it gives.
 */
export type InferValidated<R> = IsSchema<R> extends true ? InferSchemaOutput<KnownSchema<R>> : Infer<R, 'typed'>;

/** The type that a client may send to rules or to a schema. For a schema, it is the type before transforms and defaults. */
export type InferSent<R> = IsSchema<R> extends true ? InferSchemaInput<KnownSchema<R>> : Infer<R, 'raw'>;

/** The result of `validated()` of a validator, with unconverted values: `number | string` for `integer`. */
export type InferRaw<R> = IsSchema<R> extends true ? InferSchemaOutput<KnownSchema<R>> : Infer<R, 'raw'>;

type Infer<R, In extends Mode> = string extends keyof R
  ? Record<string, unknown>
  : [Extract<keyof R, Escaped>] extends [never]
    ? Root<Nodes<R, [], In>>
    : Record<string, unknown>;

/** Paths with escaped dots or stars are not read. */
type Escaped = `${string}\\${string}`;

type Root<Places> = '*' extends keyof Places
  ? Record<string, [Exclude<keyof Places, '*'>] extends [never] ? EntryOf<Places['*']> : unknown>
  : ObjectOf<Places>;

/** One place in the validated data. */
interface Node {
  value: unknown;
  /** Whether the place is certainly present. */
  sure: boolean;
  /** The value in a list for an entry of which nothing was kept. */
  gap: unknown;
}

/** Means that a place has rules only below it, not itself. */
type Unruled = undefined;

/** How many keys of a path are read. */
type Deepest = 8;

/** The nodes of the first keys of all paths. */
type Nodes<R, Depth extends unknown[], In extends Mode> = {
  [Key in FirstKey<keyof R>]: Key extends OuterKey<keyof R>
    ? Nested<Key extends keyof R ? R[Key] : Unruled, Below<R, Key>, [...Depth, Key], In>
    : Leaf<FactsOf<R[Key & keyof R], In>>;
};

type FirstKey<Path> = Path extends `${infer Key}.${string}` ? Key : Path extends string ? Path : never;
type OuterKey<Path> = Path extends `${infer Key}.${string}` ? Key : never;

/** The rules below a key, by the rest of their paths. */
type Below<R, Key extends string> = {
  [Path in keyof R as Path extends `${Key}.${infer Rest}` ? Rest : never]: R[Path];
};

type Nested<Rules, Inner, Depth extends unknown[], In extends Mode> = Depth['length'] extends Deepest
  ? Unclear
  : Branch<Rules, Nodes<Inner, Depth, In>, In>;

/** A place with places below it: a list, a map with any keys, or a map with known keys. */
type Branch<Rules, Inner, In extends Mode> = '*' extends keyof Inner
  ? [Exclude<keyof Inner, '*'>] extends [never]
    ? Items<Rules, EntryOf<Inner['*']>, In>
    : Unclear
  : [Extract<keyof Inner, `${number}`>] extends [never]
    ? Members<Rules, ObjectOf<Inner>, AnySure<Inner>, In>
    : Unclear;

/** A place with rules by key and by wildcard, or whose keys may be indexes, or that is nested too deeply. */
interface Unclear {
  value: unknown;
  sure: false;
  gap: unknown;
}

type Leaf<Facts extends FieldFacts> = {
  value: Facts['value'] | Facts['skipped'];
  sure: Always<Facts['sure']>;
  gap: Facts['gap'];
};

/** Without its own rules, it is a list in typed data. In raw data it may also be a map, and is kept if one of its entries is. */
type Items<Rules, Entry, In extends Mode> = Rules extends Unruled
  ? In extends 'typed'
    ? ItemsOf<FactsOf<'list', In>, Entry>
    : { value: Entry[] | Record<string, Entry>; sure: false; gap: null }
  : ItemsOf<FactsOf<Rules, In>, Entry>;

type ItemsOf<Facts extends FieldFacts, Entry> = {
  value: Container<Facts['kinds'], Entry> | Facts['skipped'];
  sure: Always<Facts['sure']>;
  gap: Facts['gap'];
};

/** Unless rules require a list or map, the value may be anything without entries. */
type Container<Kinds, Entry> = Kinds extends 'list' ? Entry[] : Kinds extends 'map' ? Record<string, Entry> : unknown;

/** An entry of which nothing is left has the type of its gap. */
type EntryOf<Place> = Place extends Node ? Place['value'] | Place['gap'] : never;

/** A required member needs a map around it. */
type Members<Rules, Value, Sure extends boolean, In extends Mode> = Rules extends Unruled
  ? { value: Value; sure: Sure; gap: Sure extends true ? never : null }
  : MembersOf<FactsOf<Rules, In>, Value, Sure>;

type MembersOf<Facts extends FieldFacts, Value, Sure extends boolean> = [Facts['kinds']] extends [never]
  ? Leaf<Facts>
  : Sure extends true
    ? { value: Value; sure: Never<Facts['excludable']>; gap: never }
    : {
        value: ([Facts['kinds']] extends ['list' | 'map'] ? Value : unknown) | Facts['skipped'];
        sure: Always<Facts['sure']>;
        gap: Facts['gap'];
      };

/** A map of the values of the nodes. Uncertain ones are optional, impossible ones are left out. */
type ObjectOf<Places> = Flat<
  { [Key in keyof Places as KeyIf<Key, Places[Key], true>]: ValueOf<Places[Key]> } & {
    [Key in keyof Places as KeyIf<Key, Places[Key], false>]?: ValueOf<Places[Key]>;
  }
>;

type KeyIf<Key, Place, Sure> = Place extends { sure: Sure } ? ([ValueOf<Place>] extends [never] ? never : Key) : never;

type ValueOf<Place> = Place extends Node ? Place['value'] : never;

type AnySure<Places> = true extends SureOf<Places[keyof Places]> ? true : false;

type SureOf<Place> = Place extends Node ? Place['sure'] : never;

/** With several alternatives, `Answer` may be both true and false. */
type Always<Answer> = [Answer] extends [true] ? true : false;
type Never<Answer> = [Answer] extends [false] ? true : false;

// The `& {}` makes editors show the members instead of this name.
type Flat<Type> = { [Key in keyof Type]: Type[Key] } & {};
