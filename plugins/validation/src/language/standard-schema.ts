import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * A schema of another library, such as zod, Valibot, ArkType or VineJS: any object or function that follows Standard Schema
 * (https://standardschema.dev).
 */
export type StandardSchema<In = unknown, Out = unknown> = StandardSchemaV1<In, Out>;

/** The type that a schema accepts, before its transforms and defaults. */
export type InferSchemaInput<Schema extends StandardSchema> = StandardSchemaV1.InferInput<Schema>;

/** The type of the valid value, after transforms and defaults of its schema. */
export type InferSchemaOutput<Schema extends StandardSchema> = StandardSchemaV1.InferOutput<Schema>;

/** The result of a schema for one value: the valid value, or the issues. */
export type SchemaResult = StandardSchemaV1.Result<unknown>;

/** Whether a value is a Standard Schema: an object, or a function as those of ArkType. A rules map is not, even with a field of the name `~standard`. */
export const isSchema = (value: unknown): value is StandardSchema =>
  typeof Object(Object(value)['~standard']).validate === 'function';
