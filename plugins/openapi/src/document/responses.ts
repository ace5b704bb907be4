import { STATUS_CODES } from 'node:http';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { ErrorFact, HandlerFacts } from '../reader/type-reader.ts';
import type { OperationInput } from './input.ts';
import { distinct, type JsonObject, sorted } from './json.ts';
import { anyOf, type ShapeSchemas } from './shape-schemas.ts';
import type { SharedParts } from './shared-parts.ts';

interface Given {
  readonly facts: HandlerFacts;
  readonly input: OperationInput;
  readonly middleware: readonly MiddlewareDescription[];
  /** Errors of reading a body. */
  readonly bodyErrors: readonly ErrorFact[];
  readonly shapes: ShapeSchemas;
  readonly parts: SharedParts;
}

/** One response while it is put together. */
interface Draft {
  readonly content: Map<string, JsonObject[]>;
  readonly codes: Set<string>;
  readonly descriptions: Set<string>;
  readonly headers: Map<string, JsonObject>;
}

/** The error that a failed validation answers with. */
const invalid = 'E_VALIDATION_FAILED';

/** The responses of an operation by status: what its code gives and throws, and what its middleware answers instead. */
export const operationResponses = ({ facts, input, middleware, bodyErrors, shapes, parts }: Given): JsonObject => {
  // First of all, so that the headers of every response are those that become components.
  const shared = middleware
    .flatMap(({ responseHeaders = [] }) => responseHeaders)
    .map((header) => [header.name, parts.header(header)] as const);
  const drafts = new Map<number, Draft>();
  const draft = (status: number): Draft => {
    const made = drafts.get(status) ?? {
      content: new Map(),
      codes: new Set(),
      descriptions: new Set(),
      headers: new Map(),
    };
    drafts.set(status, made);
    return made;
  };
  for (const { status, type, body, place } of facts.replies) {
    const { content, headers } = draft(status);
    if (type !== null)
      content.set(type, [...(content.get(type) ?? []), ...mediaSchema(type, body && shapes.of(body, place))]);
    if (status >= 300 && status < 400 && status !== 304)
      headers.set('Location', { description: 'Where the client is sent.', schema: { type: 'string' } });
  }
  const failed: ErrorFact[] = [...facts.errors, ...(input.body === null ? [] : bodyErrors)];
  if (facts.validations.length > 0) failed.push({ status: 422, code: invalid, description: 'The input is not valid.' });
  if (facts.validations.some(({ authorizes }) => authorizes))
    failed.push({ status: 403, code: 'E_HTTP_403', description: 'The request is not allowed.' });
  for (const { status, code, description } of failed) {
    const { codes, descriptions } = draft(status);
    codes.add(code);
    if (description !== '') descriptions.add(sentence(description));
  }
  for (const { responses = [] } of middleware)
    for (const { status, code, description, headers = [] } of responses) {
      const made = draft(status);
      if (code !== undefined) made.codes.add(code);
      made.descriptions.add(sentence(description));
      for (const header of headers) made.headers.set(header.name, parts.header(header));
    }
  const made = [...drafts].map(
    ([status, each]) => [String(status), response(status, each, shared, input.fields)] as const,
  );
  return { ...sorted(made), default: { $ref: '#/components/responses/Error' } };
};

/** A status that is answered with both data and a problem has either body. */
const response = (
  status: number,
  { content, codes, descriptions, headers }: Draft,
  shared: readonly (readonly [name: string, header: JsonObject])[],
  fields: readonly string[],
): JsonObject => {
  const bodies = new Map(content);
  if (codes.size > 0)
    bodies.set('application/json', [...(bodies.get('application/json') ?? []), ...problems([...codes], fields)]);
  const all = new Map([...shared, ...headers]);
  return {
    description:
      descriptions.size > 0 ? [...descriptions].toSorted().join(' ') : (STATUS_CODES[status] ?? `Status ${status}`),
    ...(all.size > 0 ? { headers: sorted(all) } : {}),
    ...(bodies.size > 0
      ? { content: sorted([...bodies].map(([type, schemas]) => [type, media(schemas)] as const)) }
      : {}),
  };
};

const media = (schemas: readonly JsonObject[]): JsonObject => (schemas.length === 0 ? {} : { schema: anyOf(schemas) });

/** Bytes have no schema. An event of a stream is a text; what its data hold, the shape says. */
const mediaSchema = (type: string, schema: JsonObject | null): JsonObject[] => {
  if (schema === null) return [];
  if (type === 'text/event-stream') return [{ type: 'string', 'x-taproot-event': schema }];
  return [schema];
};

const problems = (codes: readonly string[], fields: readonly string[]): JsonObject[] => {
  const plain = distinct(codes.filter((code) => code !== invalid));
  const messages = { type: 'array', items: { type: 'string' } };
  return [
    ...(plain.length > 0 ? [{ $ref: '#/components/schemas/Problem', properties: { code: { enum: plain } } }] : []),
    ...(codes.includes(invalid)
      ? [
          {
            $ref: '#/components/schemas/InvalidProblem',
            properties: {
              errors: {
                properties: Object.fromEntries(
                  fields.filter((field) => !field.includes('*')).map((field) => [field, messages]),
                ),
              },
            },
          },
        ]
      : []),
  ];
};

const sentence = (text: string): string => (/[!.?]$/.test(text) ? text : `${text}.`);
