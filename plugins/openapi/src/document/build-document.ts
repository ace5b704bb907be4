import type { AuthorFrame, DeclaredWebhook } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';
import { type JsonObject, sorted } from '../json.ts';
import type { ErrorFact, Gap, HandlerFacts, HandlerQuery, TypeReader } from '../reader/type-reader.ts';
import type { RulesSchemas } from '../rules/rules-schemas.ts';
import type { SchemaDocuments } from '../rules/schema-documents.ts';
import type { OpenApiHooks } from './hooks.ts';
import { type OperationPlan, operation, type Shared } from './operation.ts';
import { methodsOf, OperationIds } from './operation-ids.ts';
import { defaultResponse, problemSchemas } from './problem.ts';
import { Findings, type RouteFindings } from './route-findings.ts';
import { type RoutePath, routePaths } from './route-paths.ts';
import { Security } from './security.ts';
import { ShapeSchemas } from './shape-schemas.ts';
import { SharedParts } from './shared-parts.ts';
import { webhookItems } from './webhooks.ts';

/** Everything from which a document is made. */
export interface Sources {
  readonly routes: readonly RouteInfo[];
  readonly reader: TypeReader;
  readonly rules: RulesSchemas;
  /** JSON Schemas of Standard Schemas. */
  readonly documents: SchemaDocuments;
  /** Errors of reading a body. */
  readonly bodyErrors: readonly ErrorFact[];
  readonly hooks: OpenApiHooks;
  /** The webhooks that the application sends. */
  readonly webhooks: readonly DeclaredWebhook[];
  /** Media type of errors. */
  readonly problemType: string;
  /** Statuses with which an ability denies. */
  readonly denials: (ability: string) => readonly number[];
  /** Which routes the document has. */
  readonly isIn: (route: RouteInfo) => boolean;
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly guards: Shared['guards'];
}

/** A document, and the gaps in it. */
export interface Built {
  readonly document: JsonObject;
  readonly gaps: readonly Gap[];
  /** Routes that packages register, such as `GET /health/live`. They are left out because their code is not part of the application. */
  readonly leftOut: readonly string[];
  /** The routes of the document, with their rules and gaps. */
  readonly routes: readonly RouteFindings[];
  /** Where the handler of each operation is, by the operation's id. */
  readonly handlers: ReadonlyMap<string, AuthorFrame>;
}

/** The OpenAPI document of routes. Its order depends only on its content. */
export const buildDocument = (sources: Sources): Built => {
  const { reader, hooks, problemType, info, servers } = sources;
  const routes = sources.routes.filter(sources.isIn);
  const gaps = new Map<string, Gap>();
  const findings = new Findings();
  let current: RouteInfo | null = null;
  const gap = (each: Gap): void => {
    gaps.set(JSON.stringify(each), each);
    if (current !== null) findings.gap(current, each);
  };
  const shapes = new ShapeSchemas(reader, gap, problemSchemas);
  const security = new Security();
  const parts = new SharedParts();
  const paths = new Map<string, Map<string, JsonObject>>();
  const handlers = new Map<string, AuthorFrame>();
  security.knowAll(sources.routes, sources.guards);
  for (const plan of plansOf(routes, reader, gap, findings)) {
    current = plan.route;
    if (plan.facts.place !== null) handlers.set(plan.id, plan.facts.place);
    const { template } = plan.path;
    const item = paths.get(template) ?? new Map<string, JsonObject>();
    paths.set(template, item);
    const made = operation(plan, { ...sources, shapes, security, parts, gap });
    item.set(plan.method, hooks.operation.call(made, { route: plan.route, method: plan.method, path: template }));
  }
  current = null;
  const webhooks = webhookItems(sources.webhooks, { reader, shapes, gap });
  const schemas = { ...shapes.components(), ...problemSchemas };
  const schemes = security.schemes();
  const document = {
    openapi: '3.1.0',
    info,
    servers,
    // Operations without a login have no `security`. This default makes clear that it was not forgotten.
    security: [],
    paths: sorted([...paths].map(([template, item]) => [template, sorted(item)] as const)),
    ...(sources.webhooks.length > 0 ? { webhooks } : {}),
    components: {
      schemas: sorted(Object.entries(schemas)),
      responses: { Error: defaultResponse(hooks, problemType) },
      ...parts.components(),
      ...(Object.keys(schemes).length > 0 ? { securitySchemes: schemes } : {}),
    },
  };
  const leftOut = routes.filter((route) => isShown(route) && route.source === null);
  return {
    document: withItems(document) as JsonObject,
    gaps: inOrder([...gaps.values()]),
    leftOut: leftOut.map(({ method, path }) => `${method} ${path}`),
    routes: findings.all,
    handlers,
  };
};

/** Adds `items` to lists without it, because tools expect it. Examples stay as they are. */
const withItems = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withItems);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, /^examples?$/.test(key) ? each : withItems(each)]);
  const made = Object.fromEntries(entries) as JsonObject;
  const isList = [made['type']].flat().includes('array');
  return isList && made['items'] === undefined ? { ...made, items: {} } : made;
};

/** Reads the handlers of these routes. */
export const handlersOf = (routes: readonly RouteInfo[], reader: TypeReader): HandlerFacts[] => {
  const queries = routes.filter((route) => isShown(route) && route.source !== null).map(queryOf);
  reader.prepare(queries);
  return queries.map((query) => reader.handler(query));
};

/** The operations of routes with a handler. A path that is registered itself wins over the shorter path of an optional parameter. */
const plansOf = (
  routes: readonly RouteInfo[],
  reader: TypeReader,
  gap: (gap: Gap) => void,
  findings: Findings,
): OperationPlan[] => {
  const shown = routes.filter((route) => isShown(route) && route.source !== null);
  const ids = new OperationIds();
  const taken = new Set<string>();
  const queries = shown.map(queryOf);
  reader.prepare(queries);
  const all = shown.flatMap((route, i) => {
    const facts = reader.handler(queries[i] ?? queryOf(route));
    findings.validations(route, facts.validations);
    for (const each of facts.gaps) {
      gap(each);
      findings.gap(route, each);
    }
    return routePaths(route).map((path) => ({ route, path, facts }));
  });
  return all
    .toSorted((a, b) => a.path.without.length - b.path.without.length)
    .flatMap(({ route, path, facts }) =>
      methodsOf(route).flatMap((method) => {
        const key = `${method} ${anonymous(path)}`;
        if (taken.has(key)) return [];
        taken.add(key);
        return [{ route, path, method, id: ids.of(route, method, path), facts }];
      }),
    );
};

/** Whether a route has a handler or redirects, and is not hidden. No client of HTTP can call a socket. */
const isShown = ({ kind, meta, socket }: RouteInfo): boolean =>
  (kind === 'route' || kind === 'redirect') && socket === undefined && meta.openapi?.hidden !== true;

/** In OpenAPI, paths that differ only in the names of parameters are the same path. */
const anonymous = ({ template }: RoutePath): string => template.replaceAll(/\{[^{}]*\}/g, '{}');

/** The question for the code of a route. */
export const queryOf = (route: RouteInfo): HandlerQuery => ({
  route: `${route.method} ${route.path}`,
  path: route.path,
  source: route.source,
  controller: route.controller,
  handler: route.handler,
  bindings: route.bindings,
  middleware: route.middleware.flatMap((signature, i) => {
    const said = route.middlewareDescriptions[i] ?? null;
    if (said !== null && Object.keys(said).length === 0) return [];
    return [{ signature, described: said && (said.responses ?? []).map(({ status }) => status) }];
  }),
  redirect: route.redirect?.status ?? null,
  socket: route.socket?.source ?? null,
  replies: Object.keys(route.meta.openapi?.replies ?? {}).map(Number),
  bodies: Object.keys(route.meta.openapi?.bodies ?? {}),
});

/** Gaps in the order of the code. */
export const inOrder = (gaps: readonly Gap[]): Gap[] => {
  const key = ({ place, code, message }: Gap): string =>
    [
      place?.file ?? '',
      String(place?.line ?? 0).padStart(7, '0'),
      String(place?.column ?? 0).padStart(5, '0'),
      code,
      message,
    ].join('\0');
  return gaps.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
};
