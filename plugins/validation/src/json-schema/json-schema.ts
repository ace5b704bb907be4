/** A type of JSON Schema. */
export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** A value in a schema. */
export type JsonScalar = string | number | boolean | null;

/** The part of JSON Schema 2020-12 that rules need. OpenAPI 3.1 uses it unchanged. */
export interface JsonSchema {
  /** The types a value may have; any when left out. */
  readonly type?: JsonType | readonly JsonType[];
  /** The accepted values. */
  readonly enum?: readonly JsonScalar[];
  /** The only accepted value. */
  readonly const?: JsonScalar;
  /** A number is at least this. */
  readonly minimum?: number;
  /** A number is at most this. */
  readonly maximum?: number;
  /** A number is greater than this. */
  readonly exclusiveMinimum?: number;
  /** A number is less than this. */
  readonly exclusiveMaximum?: number;
  /** A number is a multiple of this. */
  readonly multipleOf?: number;
  /** The fewest characters of a string, in code points. */
  readonly minLength?: number;
  /** The most characters of a string, in code points. */
  readonly maxLength?: number;
  /** A regular expression of ECMA-262 with the flag `u`. */
  readonly pattern?: string;
  /** Only an annotation, as in 2020-12: the rule may accept values that are not strictly of this format. */
  readonly format?: string;
  /** The media type of a string's content. */
  readonly contentMediaType?: string;
  /** The fewest entries of a list. */
  readonly minItems?: number;
  /** The most entries of a list. */
  readonly maxItems?: number;
  /** Whether all entries of a list differ. */
  readonly uniqueItems?: boolean;
  /** The schema of the entries that `prefixItems` does not name. */
  readonly items?: JsonSchema;
  /** Schemas of the first entries. */
  readonly prefixItems?: readonly JsonSchema[];
  /** The schema of at least one entry. */
  readonly contains?: JsonSchema;
  /** The fewest keys of an object. */
  readonly minProperties?: number;
  /** The most keys of an object. */
  readonly maxProperties?: number;
  /** Schemas of the values by their keys. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Keys that must be present. */
  readonly required?: readonly string[];
  /** Keys that must be present when another key is. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** The schema of all keys. */
  readonly propertyNames?: JsonSchema;
  /** The schema of values that `properties` does not name; false for none. */
  readonly additionalProperties?: JsonSchema | boolean;
  /** Schemas that the value must all match. */
  readonly allOf?: readonly JsonSchema[];
  /** Schemas of which at least one must match. */
  readonly anyOf?: readonly JsonSchema[];
  /** Schemas of which exactly one must match. */
  readonly oneOf?: readonly JsonSchema[];
  /** A schema that the value must not match. */
  readonly not?: JsonSchema;
  /** If the value matches this schema, `then` applies; otherwise `else`. */
  readonly if?: JsonSchema;
  /** The schema that applies when `if` matches. */
  readonly then?: JsonSchema;
  /** The schema that applies when `if` does not match. */
  readonly else?: JsonSchema;
  /** A name for readers. */
  readonly title?: string;
  /** An explanation for readers. */
  readonly description?: string;
  /** The value that is used when none is sent. */
  readonly default?: unknown;
  /** Example values. */
  readonly examples?: readonly unknown[];
  /** Whether clients should no longer use it. */
  readonly deprecated?: boolean;
  readonly [extension: `x-${string}`]: unknown;
}

/** The schema that no value matches. */
export const never: JsonSchema = Object.freeze({ not: Object.freeze({}) });

/** The types a schema names; null when it names none. */
export const typesOf = ({ type }: JsonSchema): readonly JsonType[] | null => {
  if (type === undefined) return null;
  return typeof type === 'string' ? [type] : type;
};

/** The keyword `type`: one type as a string, several as a list. */
export const typed = (types: readonly JsonType[]): Pick<JsonSchema, 'type'> => {
  const [only] = types;
  return { type: types.length === 1 && only !== undefined ? only : types };
};
