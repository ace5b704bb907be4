import type { PathParameter } from '@taproot/core/internal';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { JsonObject } from '../json.ts';
import type { OperationInput } from './input.ts';
import type { SharedParts } from './shared-parts.ts';

/** Headers that OpenAPI describes elsewhere. */
const elsewhere = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation: those of its path and query, and the headers and cookies that it reads. */
export const operationParameters = (
  path: readonly PathParameter[],
  input: OperationInput,
  middleware: readonly MiddlewareDescription[],
  parts: SharedParts,
): JsonObject[] => {
  const headers = new Map<string, JsonObject>();
  for (const { requestHeaders = [] } of middleware)
    for (const header of requestHeaders) headers.set(header.name.toLowerCase(), parts.parameter(header));
  for (const [name, schema] of input.headers)
    if (!headers.has(name.toLowerCase()))
      headers.set(name.toLowerCase(), { name, in: 'header', required: false, schema });
  return [
    ...path.map((parameter) => pathParameter(parameter, input.path.get(parameter.name))),
    ...input.query.map(([name, schema, required]) => queryParameter(name, schema, required)),
    ...[...headers].filter(([name]) => !elsewhere.has(name)).map(([, header]) => header),
    ...new Map(input.cookies.map(([name, schema]) => [name, { name, in: 'cookie', required: false, schema }])).values(),
  ];
};

const pathParameter = (
  { name, wildcard, constraint, constraintFlags }: PathParameter,
  refined: JsonObject = {},
): JsonObject => {
  // A schema cannot express the flags of an expression.
  const pattern = constraint === null || constraintFlags.includes('i') ? {} : { pattern: `^(?:${constraint})$` };
  const schema = { type: 'string', ...pattern, ...refined };
  // OpenAPI has no wildcards, so the description says that clients must not encode slashes.
  const description = wildcard
    ? { description: 'The rest of the path, slashes included.', 'x-taproot-wildcard': true }
    : {};
  return { name, in: 'path', required: true, ...description, schema };
};

const queryParameter = (name: string, schema: JsonObject, required: boolean): JsonObject => {
  const { type } = schema;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  return { name, in: 'query', required, ...(isObject ? { style: 'deepObject', explode: true } : {}), schema };
};
