import { distinct, type JsonObject, sorted } from '../json.ts';
import type { OpenApiHooks, OpenApiProblem } from './hooks.ts';
import { anyOf } from './shape-schemas.ts';

/** The error code of a failed validation. */
export const invalidCode = 'E_VALIDATION_FAILED';

/** The framework's body of errors. */
const problem: JsonObject = {
  type: 'object',
  description: 'Why a request was not answered as asked.',
  properties: {
    message: { type: 'string', description: 'What is wrong, in the language of the request.' },
    code: { type: 'string', description: 'Names the kind of error; stable.' },
    request_id: { type: 'string', description: 'Identifies the request in logs.' },
  },
  required: ['message', 'code', 'request_id'],
};

/** The body of a failed validation. */
const invalidProblem: JsonObject = {
  type: 'object',
  description: 'Which fields of the input are not valid.',
  properties: {
    message: { type: 'string', description: 'What is wrong, in the language of the request.' },
    code: { type: 'string', const: invalidCode },
    errors: {
      type: 'object',
      description: 'Messages by field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    request_id: { type: 'string', description: 'Identifies the request in logs.' },
  },
  required: ['message', 'code', 'errors', 'request_id'],
};

export const problemSchemas: Readonly<Record<string, JsonObject>> = {
  Problem: problem,
  InvalidProblem: invalidProblem,
};

/** The response `default` of every operation: an error of the server. */
export const defaultResponse = (hooks: OpenApiHooks, type: string): JsonObject => {
  const description = 'An error of the server, or one that every route may answer with.';
  const schema = { $ref: '#/components/schemas/Problem' };
  const own: OpenApiProblem = { status: 'default', codes: [], description, schema };
  const made = hooks.problem.call([own], { route: null, method: '', fields: [] });
  return {
    description: made[0]?.description ?? description,
    content: problemContent(made, type),
  };
};

/** The bodies of problems by media type. `type` is that of problems without their own. */
export const problemContent = (problems: readonly OpenApiProblem[], type: string): Record<string, JsonObject> => {
  const schemas = new Map<string, JsonObject[]>();
  for (const { schema, type: own = type } of problems) schemas.set(own, [...(schemas.get(own) ?? []), schema]);
  return sorted([...schemas].map(([media, all]) => [media, { schema: anyOf(all) }] as const));
};

const messages: JsonObject = { type: 'array', items: { type: 'string' } };

/** The lists that a rule for their entries implies: `beds` for `beds.*.kind`. */
const listsOf = (field: string): string[] =>
  [...field.matchAll(/\.\*(?=\.|$)/g)].map(({ index }) => field.slice(0, index));

/** Messages by field. Entries of lists, such as `beds.0.kind`, have a pattern. */
export const fieldMessages = (fields: readonly string[]): JsonObject => {
  const all = [...new Set(fields.flatMap((field) => [...listsOf(field), field]))];
  const patterned = all.filter((field) => field.includes('*'));
  const patternOf = (field: string): string =>
    `^${field
      .split('.')
      .map((part) => (part === '*' ? '[^.]+' : part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)))
      .join(String.raw`\.`)}$`;
  return {
    properties: Object.fromEntries(all.filter((field) => !field.includes('*')).map((field) => [field, messages])),
    ...(patterned.length > 0
      ? { patternProperties: Object.fromEntries(patterned.map((field) => [patternOf(field), messages])) }
      : {}),
  };
};

/**
 * The schema of errors with these codes. For a failed validation, it also has the fields.
 * @param detailed schemas of errors with further members, by code
 */
export const problemSchema = (
  codes: readonly string[],
  fields: readonly string[],
  detailed: readonly (readonly [code: string, details: JsonObject])[] = [],
): JsonObject => {
  const plain = distinct(codes.filter((code) => code !== invalidCode));
  return anyOf([
    ...detailed.map(([code, { properties, required }]) => ({
      $ref: '#/components/schemas/Problem',
      properties: { code: { const: code }, ...(properties as JsonObject | undefined) },
      ...(required === undefined ? {} : { required }),
    })),
    ...(plain.length > 0 ? [{ $ref: '#/components/schemas/Problem', properties: { code: { enum: plain } } }] : []),
    ...(codes.includes(invalidCode)
      ? [
          {
            $ref: '#/components/schemas/InvalidProblem',
            properties: { errors: fieldMessages(fields) },
          },
        ]
      : []),
  ]);
};
