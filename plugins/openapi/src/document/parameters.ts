import type { PathParameter } from '@taproot/core/internal';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { OpenApiParameter } from '../config.ts';
import type { JsonObject } from '../json.ts';
import type { OperationInput } from './input.ts';
import { withSaidParameters } from './said-values.ts';
import type { SharedParts } from './shared-parts.ts';

/** Headers that OpenAPI describes elsewhere. */
const elsewhere = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation: those of its path and query, the headers and cookies that it reads, and those that its route declares. */
export const operationParameters = (
  path: readonly PathParameter[],
  input: OperationInput,
  middleware: readonly MiddlewareDescription[],
  parts: SharedParts,
  said: Readonly<Record<string, OpenApiParameter>>,
): readonly JsonObject[] => {
  const headers = new Map<string, JsonObject>();
  for (const { requestHeaders = [] } of middleware)
    for (const header of requestHeaders) headers.set(header.name.toLowerCase(), parts.parameter(header));
  for (const [name, schema] of input.headers)
    if (!headers.has(name.toLowerCase()))
      headers.set(name.toLowerCase(), { name, in: 'header', required: false, schema });
  // Keys are credentials, which `security` says.
  const keys = new Set(
    middleware.flatMap(({ security }) =>
      security?.scheme.type === 'apiKey' ? [`${security.scheme.in} ${security.scheme.name.toLowerCase()}`] : [],
    ),
  );
  const read = [
    ...path.map((parameter) => pathParameter(parameter, input.path.get(parameter.name))),
    ...input.query
      .filter(([name]) => !keys.has(`query ${name.toLowerCase()}`))
      .map(([name, schema, required]) => queryParameter(name, schema, required)),
    ...[...headers].filter(([name]) => !elsewhere.has(name) && !keys.has(`header ${name}`)).map(([, header]) => header),
    ...new Map(
      input.cookies
        .filter(([name]) => !keys.has(`cookie ${name.toLowerCase()}`))
        .map(([name, schema]) => [name, { name, in: 'cookie', required: false, schema }]),
    ).values(),
  ];
  // The path has no other parameters than those of the route.
  const known = Object.entries(said).filter(
    ([name, { in: place }]) => place !== 'path' || path.some((each) => each.name === name),
  );
  return withSaidParameters(read, Object.fromEntries(known));
};

const pathParameter = (
  { name, wildcard, constraint, constraintFlags }: PathParameter,
  refined: JsonObject = {},
): JsonObject => {
  const whole = constraint === null ? null : wholeNumbers(constraint);
  // A schema cannot express the flags of an expression.
  const pattern = constraint === null || constraintFlags.includes('i') ? {} : { pattern: `^(?:${constraint})$` };
  const isWhole = refined['type'] === 'integer' || (whole !== null && refined['type'] === undefined);
  const bounds = whole ?? (constraint === null || !isWhole ? {} : boundsOf(constraint, constraintFlags));
  const schema = isWhole ? { type: 'integer', ...bounds, ...refined } : { type: 'string', ...pattern, ...refined };
  // OpenAPI has no wildcards, so the description says that clients must not encode slashes.
  const description = wildcard
    ? { description: 'The rest of the path, slashes included.', 'x-taproot-wildcard': true }
    : {};
  return { name, in: 'path', required: true, ...description, schema };
};

/** The most digits of which every number is a safe integer. */
const safeDigits = 15;

/**
 * The schema of a constraint that means whole numbers: `[0-9]+`, `\d{1,9}`, `[1-9][0-9]*`. Null for any other. A fixed count of digits is
 * a code such as `0042`, and no number.
 */
const wholeNumbers = (constraint: string): JsonObject | null => {
  const found = /^(\[1-9\])?(?:\[0-9\]|\\d)([+*]|\{[01],(\d*)\})$/.exec(constraint);
  if (found === null) return null;
  const [, first = '', count = '', most = ''] = found;
  const digits = most === '' ? null : Number(most) + (first === '' ? 0 : 1);
  if (digits !== null && digits > safeDigits) return null;
  const least = first === '' ? 0 : /^(?:\+|\{1)/.test(count) ? 10 : 1;
  return { minimum: least, ...(digits === null ? {} : { maximum: 10 ** digits - 1 }) };
};

const tried = 10_000;
const mostNamed = 20;

/** The whole numbers that a constraint of few digits, such as `[0-9]{4}` or `[12]`, allows; an empty schema if there are larger ones. */
const boundsOf = (constraint: string, flags: string): JsonObject => {
  const expression = new RegExp(`^(?:${constraint})$`, flags.replaceAll(/[gy]/g, ''));
  const found = Array.from({ length: tried + 1 }, (_, value) => value).filter((value) =>
    expression.test(String(value)),
  );
  const [minimum, maximum] = [found[0], found.at(-1)];
  if (minimum === undefined || maximum === undefined || maximum === tried) return {};
  if (found.length === maximum - minimum + 1) return { minimum, maximum };
  return found.length > mostNamed ? {} : { enum: found };
};

const queryParameter = (name: string, schema: JsonObject, required: boolean): JsonObject => {
  const { type } = schema;
  // Rules such as `filter.state` name members of an object without a rule for the object itself.
  const isMembers = type === undefined && 'properties' in schema;
  const isObject = isMembers || type === 'object' || (Array.isArray(type) && type.includes('object'));
  const style = isObject ? { style: 'deepObject', explode: true } : {};
  return { name, in: 'query', required, ...style, schema: isMembers ? { type: 'object', ...schema } : schema };
};
