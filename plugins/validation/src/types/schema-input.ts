import type { InferSchemaOutput, StandardSchema } from '../language/standard-schema.ts';

/** A schema that gives no object, where the input of a request is judged: a request has fields. */
export interface SchemaOfNoObject<Output> extends StandardSchema {
  /** The type that the schema gives. */
  readonly 'a request has fields, so its schema must give an object, and not': Output;
}

/** A schema for the input of a request. */
export type ObjectSchema<S extends StandardSchema> =
  NoObject<InferSchemaOutput<S>> extends never ? S : SchemaOfNoObject<NoObject<InferSchemaOutput<S>>>;

/** The alternatives of a type that have no fields; never for `any`. */
type NoObject<Output> = 0 extends 1 & Output
  ? never
  : unknown extends Output
    ? never
    : Output extends Scalar | readonly unknown[]
      ? Output
      : never;

type Scalar = string | number | bigint | boolean | symbol | null | undefined;

/** Options that a schema has no use for, because it has messages and transforms of its own. */
export interface OptionsOfRules {
  readonly messages?: never;
  readonly attributes?: never;
  readonly filters?: never;
}

/** Nothing more for rules; for a schema, the options of rules do not compile. */
export type OptionsFor<R> = IsSchema<R> extends true ? OptionsOfRules : unknown;

/** Whether rules are a schema; false for `any` and for what the compiler has not inferred. */
export type IsSchema<R> = [R] extends [never]
  ? false
  : 0 extends 1 & R
    ? false
    : [R] extends [StandardSchema]
      ? true
      : false;

/** A type that the compiler knows to be a schema. */
export type KnownSchema<R> = R extends StandardSchema ? R : never;
