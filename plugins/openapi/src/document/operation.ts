import type { MiddlewareDescription, RouteInfo, SecurityDescription } from '@taproot/core/plugin';
import type { OpenApiRouteMeta } from '../config.ts';
import { errors } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { ErrorFact, Gap, HandlerFacts } from '../reader/type-reader.ts';
import type { RulesSchemas } from '../rules/rules-schemas.ts';
import type { SchemaDocuments } from '../rules/schema-documents.ts';
import type { OpenApiHooks } from './hooks.ts';
import { type OperationInput, operationInput } from './input.ts';
import { operationParameters } from './parameters.ts';
import { operationResponses } from './responses.ts';
import type { RoutePath } from './route-paths.ts';
import type { Security } from './security.ts';
import type { ShapeSchemas } from './shape-schemas.ts';
import type { SharedParts } from './shared-parts.ts';

/** Everything that the operations of one document share. */
export interface Shared {
  readonly rules: RulesSchemas;
  /** JSON Schemas of Standard Schemas. */
  readonly documents: SchemaDocuments;
  readonly shapes: ShapeSchemas;
  readonly security: Security;
  readonly parts: SharedParts;
  readonly bodyErrors: readonly ErrorFact[];
  readonly hooks: OpenApiHooks;
  /** Media type of errors. */
  readonly problemType: string;
  /** Statuses with which an ability denies. */
  readonly denials: (ability: string) => readonly number[];
  readonly gap: (gap: Gap) => void;
  /** The credentials of a guard; of the default guard for null. Null without the plugin `auth()`. */
  readonly guards: (name: string | null) => SecurityDescription | null;
}

/** One method of one path of a route. */
export interface OperationPlan {
  readonly route: RouteInfo;
  readonly path: RoutePath;
  /** HTTP method in lower case. */
  readonly method: string;
  readonly id: string;
  readonly facts: HandlerFacts;
}

/** The operation object of a method of a path. */
export const operation = ({ route, path, method, id, facts }: OperationPlan, shared: Shared): JsonObject => {
  const { shapes, rules, documents, gap, bodyErrors, hooks, parts, problemType, denials } = shared;
  const said = route.meta.openapi ?? {};
  const middleware = describedBy(route);
  const given = { facts, method, parameters: path.parameters.map(({ name }) => name), rules, documents, shapes, gap };
  const input = operationInput({ ...given, mode: 'json' });
  const parameters = operationParameters(path.parameters, input, middleware, parts, said.parameters ?? {});
  const security = securityOf(route, facts, shared);
  const { summary = id, description, tags } = wordsOf(route, facts);
  return {
    operationId: id,
    summary,
    ...(description === '' ? {} : { description }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(route.redirect !== undefined && route.name === '' ? { 'x-taproot-redirect': true } : {}),
    ...(facts.deprecated || said.deprecated === true ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(facts, shapes, said, input, () => operationInput({ ...given, mode: 'text' })),
    ...(security === null ? {} : { security }),
    responses: operationResponses({
      route,
      method,
      facts,
      input,
      middleware,
      bodyErrors,
      hooks,
      problemType,
      denials,
      shapes,
      parts,
    }),
  };
};

/** The middleware of a route that says what it does. */
export const describedBy = ({ middlewareDescriptions }: RouteInfo): readonly MiddlewareDescription[] =>
  middlewareDescriptions.filter((each) => each !== null);

/** The words for a route: those that it says, else the doc comment of its handler. `summary` is undefined without both. */
export const wordsOf = (
  route: RouteInfo,
  { doc }: HandlerFacts,
): { readonly summary: string | undefined; readonly description: string; readonly tags: readonly string[] } => {
  const said = route.meta.openapi ?? {};
  const [summary, ...more] = doc.split(/\n|(?<=\.) (?=[A-Z])/);
  return {
    summary: said.summary ?? (summary || undefined),
    description: said.description ?? more.join(' ').trim(),
    tags: said.tags ?? tagsOf(route),
  };
};

/**
 * The credentials that a route needs: one of these sets. Null when it reads none.
 * @throws E_OPENAPI_SECURITY for the name of no scheme
 */
export const securityOf = (
  route: RouteInfo,
  facts: HandlerFacts,
  shared: Pick<Shared, 'security' | 'guards'>,
): JsonObject[] | null => {
  const said = route.meta.openapi?.security;
  if (said !== undefined) return saidSecurity(route, said, shared);
  const middleware = describedBy(route);
  return shared.security.of([...middleware, ...credentialsOf(facts, middleware, shared)]);
};

/** @throws E_OPENAPI_SECURITY for the name of no scheme */
const saidSecurity = (
  { method, path }: RouteInfo,
  names: NonNullable<OpenApiRouteMeta['security']>,
  { security }: Pick<Shared, 'security'>,
): JsonObject[] | null => {
  const found = security.said(names);
  if ('security' in found) return found.security;
  const { unknown, known } = found;
  throw errors.E_OPENAPI_SECURITY({ route: `${method} ${path}`, name: unknown, known: known.join(', ') || 'none' });
};

/** The credentials that the code looks for by itself. Middleware that reads the same ones says more. */
const credentialsOf = (
  { credentials }: HandlerFacts,
  middleware: readonly MiddlewareDescription[],
  { guards }: Pick<Shared, 'guards'>,
): MiddlewareDescription[] => {
  const known = new Set(middleware.flatMap(({ security }) => security?.name ?? []));
  return credentials.flatMap(({ guard, optional }) => {
    const security = guards(guard);
    // Those that may be missing change nothing where others are needed.
    if (security === null || known.has(security.name) || (optional && known.size > 0)) return [];
    return [{ security: { ...security, optional } }];
  });
};

/** `requestBody` of an operation: the bodies that its route declares, else what its code reads. */
const bodyOf = (
  { bodies }: HandlerFacts,
  shapes: ShapeSchemas,
  { bodies: types = {}, examples = {} }: OpenApiRouteMeta,
  input: OperationInput,
  form: () => OperationInput,
): JsonObject => {
  if (bodies.length === 0 && input.body === null) return {};
  const declared = bodies.map(({ type, body, place }) => [type, { schema: shapes.of(body, place) }] as const);
  const { required, content } =
    bodies.length > 0 ? { required: true, content: Object.fromEntries(declared) } : requestBody(input, form());
  const shown = Object.entries(content).map(([type, media]) => {
    const example = types[type]?.example ?? examples.body;
    return [type, example === undefined ? media : { ...media, example }] as const;
  });
  return { requestBody: { required, content: Object.fromEntries(shown) } };
};

/** A body is JSON or a form. With files it is multipart. Bytes may be of any media type. */
const requestBody = (
  { body, files, forms, raw }: OperationInput,
  form: OperationInput,
): { readonly required: boolean; readonly content: Record<string, JsonObject> } => {
  if (raw) return { required: true, content: { '*/*': {} } };
  const required = ((body?.['required'] ?? []) as readonly string[]).length > 0;
  const encoding = Object.keys(form.encoding).length > 0 ? { encoding: form.encoding } : {};
  const content: Record<string, JsonObject> = files
    ? { 'multipart/form-data': { schema: form.body, ...encoding } }
    : {
        'application/json': { schema: body },
        ...(forms ? { 'application/x-www-form-urlencoded': { schema: form.body } } : {}),
      };
  return { required, content };
};

/** The group of an operation: the first part of its route's name, else its controller. */
const tagsOf = ({ name, controller }: RouteInfo): readonly string[] => {
  const [group = '', ...rest] = name.split('.');
  if (rest.length > 0) return [group];
  const own = controller?.name.replace(/Controller$/, '') ?? '';
  return own === '' ? [] : [own.toLowerCase()];
};
