import { STATUS_CODES } from 'node:http';
import type { MiddlewareDescription, RouteInfo } from '@taproot/core/plugin';
import { type JsonObject, sorted } from '../json.ts';
import type { ErrorFact, HandlerFacts } from '../reader/type-reader.ts';
import { SetHeaders } from './headers.ts';
import type { OpenApiHooks, OpenApiProblem } from './hooks.ts';
import type { OperationInput } from './input.ts';
import { invalidCode, problemContent, problemSchema } from './problem.ts';
import { anyOf, type ShapeSchemas } from './shape-schemas.ts';
import type { SharedParts } from './shared-parts.ts';

interface Given {
  readonly route: RouteInfo;
  /** HTTP method in lower case. */
  readonly method: string;
  readonly facts: HandlerFacts;
  readonly input: OperationInput;
  readonly middleware: readonly MiddlewareDescription[];
  /** Errors of reading a body. */
  readonly bodyErrors: readonly ErrorFact[];
  readonly hooks: OpenApiHooks;
  /** Media type of errors. */
  readonly problemType: string;
  /** Statuses with which an ability denies. */
  readonly denials: (ability: string) => readonly number[];
  readonly shapes: ShapeSchemas;
  readonly parts: SharedParts;
}

/** One response under construction. */
interface Draft {
  readonly content: Map<string, JsonObject[]>;
  readonly codes: Set<string>;
  /** Codes of errors without further members. */
  readonly plain: Set<string>;
  /** Further members of errors, by code. */
  readonly detailed: (readonly [code: string, details: JsonObject])[];
  readonly descriptions: Set<string>;
  readonly headers: Map<string, JsonObject>;
}

/** The responses of an operation by status: those that its code returns and throws, and those of its middleware. */
export const operationResponses = (given: Given): JsonObject => {
  const { facts, input, middleware, bodyErrors, shapes, parts } = given;
  // Handled first, so that headers of all responses become the components.
  const shared = middleware
    .flatMap(({ responseHeaders = [] }) => responseHeaders)
    .map((header) => [header.name, parts.header(header)] as const);
  const drafts = new Map<number, Draft>();
  const draft = (status: number): Draft => {
    const made = drafts.get(status) ?? {
      content: new Map(),
      codes: new Set(),
      plain: new Set(),
      detailed: [],
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
      headers.set('Location', { description: 'Where the client is sent.', required: true, schema: { type: 'string' } });
  }
  const failed: ErrorFact[] = input.body === null || input.raw ? [] : [...bodyErrors];
  if (facts.validations.some(({ refuses }) => refuses))
    failed.push({ status: 422, code: invalidCode, description: 'The input is not valid.' });
  for (const name of given.route.bindings)
    failed.push({ status: 404, code: 'E_ROUTE_NOT_FOUND', description: `There is no such ${name}.` });
  for (const status of new Set(facts.abilities.flatMap(given.denials)))
    failed.push({ status, code: `E_HTTP_${status}`, description: '' });
  if (facts.validations.some(({ authorizes }) => authorizes))
    failed.push({ status: 403, code: 'E_HTTP_403', description: 'The request is not allowed.' });
  const getsThrough = ({ status }: ErrorFact): boolean => !facts.replaced.includes(status);
  for (const { status, code, description, details } of [...facts.errors, ...failed.filter(getsThrough)]) {
    const { codes, plain, detailed, descriptions } = draft(status);
    codes.add(code);
    const schema = details && shapes.whole(details.shape, details.place);
    if (schema?.['properties'] === undefined) plain.add(code);
    else detailed.push([code, schema]);
    if (description !== '') descriptions.add(sentence(description));
  }
  for (const { responses = [] } of middleware)
    for (const { status, code, description, headers = [] } of responses) {
      const made = draft(status);
      if (code !== undefined) {
        made.codes.add(code);
        made.plain.add(code);
      }
      made.descriptions.add(sentence(description));
      for (const header of headers) made.headers.set(header.name, parts.header(header));
    }
  const problems = problemsOf(drafts, given);
  for (const { status } of problems) if (status !== 'default') draft(status);
  const said = given.route.meta.openapi ?? {};
  const set = new SetHeaders(facts, said);
  const made = [...drafts].map(([status, each]) => {
    const known = new Set([...shared.map(([name]) => name), ...each.headers.keys()].map((name) => name.toLowerCase()));
    for (const [name, header] of set.of(status)) if (!known.has(name.toLowerCase())) each.headers.set(name, header);
    const example = said.replies?.[status]?.example ?? said.examples?.replies?.[status];
    const own = problems.filter((problem) => problem.status === status);
    return [
      String(status),
      response(status, each, { shared, problems: own, example, type: given.problemType }),
    ] as const;
  });
  return { ...sorted(made), default: { $ref: '#/components/responses/Error' } };
};

/** The errors of an operation, in the form of the application's responses. */
const problemsOf = (
  drafts: ReadonlyMap<number, Draft>,
  { route, method, hooks, input: { fields } }: Given,
): readonly OpenApiProblem[] => {
  const own = [...drafts].flatMap(([status, { codes, plain, detailed, descriptions }]): OpenApiProblem[] => {
    const schema = problemSchema([...plain], fields, detailed);
    return codes.size === 0 ? [] : [{ status, codes: [...codes], description: described(descriptions), schema }];
  });
  return hooks.problem.call(own, { route, method, fields });
};

const described = (descriptions: ReadonlySet<string>): string => [...descriptions].toSorted().join(' ');

/** The parts of a response that its draft does not have. */
interface Around {
  /** Headers of all responses. */
  readonly shared: readonly (readonly [name: string, header: JsonObject])[];
  readonly problems: readonly OpenApiProblem[];
  /** An example of the body; undefined for none. */
  readonly example: unknown;
  /** Media type of errors. */
  readonly type: string;
}

/** The response of one status. If the status has both data and problems, the body is one of them. */
const response = (
  status: number,
  { content, codes, descriptions, headers }: Draft,
  { shared, problems, example, type: problemType }: Around,
): JsonObject => {
  const bodies = new Map(content);
  for (const [type, { schema }] of Object.entries(problemContent(problems, problemType)))
    bodies.set(type, [...(bodies.get(type) ?? []), schema as JsonObject]);
  const all = new Map([...shared, ...headers]);
  const said = codes.size > 0 ? new Set<string>() : descriptions;
  const text = [described(said), ...problems.map(({ description }) => description)].filter((each) => each !== '');
  return {
    description: text.length > 0 ? text.join(' ') : (STATUS_CODES[status] ?? `Status ${status}`),
    ...(all.size > 0 ? { headers: sorted(all) } : {}),
    ...(bodies.size > 0
      ? { content: sorted([...bodies].map(([type, schemas]) => [type, media(schemas, example)] as const)) }
      : {}),
  };
};

const media = (schemas: readonly JsonObject[], example: unknown): JsonObject => ({
  ...(schemas.length === 0 ? {} : { schema: anyOf(schemas) }),
  ...(example === undefined ? {} : { example }),
});

/** Bytes have no schema. An event of a stream is text; the shape describes its data. */
const mediaSchema = (type: string, schema: JsonObject | null): JsonObject[] => {
  if (schema === null) return [];
  if (type === 'text/event-stream') return [{ type: 'string', 'x-taproot-event': schema }];
  return [schema];
};

const sentence = (text: string): string => (/[!.?]$/.test(text) ? text : `${text}.`);
