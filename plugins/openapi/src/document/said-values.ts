import type { OpenApiParameter, OpenApiValue } from '../config.ts';
import type { JsonObject } from '../json.ts';

/** The members of a parameter or a header that `meta()` declares. `known` is what the code says of it. */
export const valueSchema = (
  { type, format, enum: values, description, required, deprecated, example }: OpenApiValue,
  known: JsonObject = {},
): JsonObject => {
  const read = (known['schema'] ?? {}) as JsonObject;
  const said = {
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
    ...(values === undefined ? {} : { enum: values }),
  };
  // Another type makes the other keywords wrong.
  const schema = type === undefined || read['type'] === type ? { ...read, ...said } : said;
  return {
    ...(description === undefined ? {} : { description }),
    ...(required === undefined ? {} : { required }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(example === undefined ? {} : { example }),
    schema: Object.keys(schema).length === 0 ? { type: 'string' } : schema,
  };
};

/** Parameters with those that `meta()` declares: it adds to a parameter that the code reads, or adds a new one. */
export const withSaidParameters = (
  read: readonly JsonObject[],
  said: Readonly<Record<string, OpenApiParameter>>,
): readonly JsonObject[] => {
  const parameters = [...read];
  for (const [name, { in: place, ...value }] of Object.entries(said)) {
    const at = parameters.findIndex((each) => each['name'] === name && each['in'] === place);
    const known = parameters[at] ?? {};
    const usual = { name, in: place, required: place === 'path' };
    const made = { ...usual, ...known, ...valueSchema(value, known) };
    if (at === -1) parameters.push(made);
    else parameters[at] = made;
  }
  return parameters;
};
