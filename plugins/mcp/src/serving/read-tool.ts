import type { RouteInfo } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { ArgumentsSchema, ToolHints } from '../tool.ts';
import type { McpRouteMeta } from './config.ts';
import { type ApiDocument, type JsonObject, type Operation, objectOf } from './document.ts';

/** Where an argument of a tool goes in the request. */
export type ArgumentPlace = 'path' | 'wildcard' | 'query' | 'header' | 'body' | 'whole-body';

/** A route as a tool, without what answers it. */
export interface RouteTool {
  readonly name: string;
  readonly description: string;
  readonly input: ArgumentsSchema;
  readonly hints: ToolHints;
  readonly method: string;
  readonly template: string;
  readonly places: ReadonlyMap<string, ArgumentPlace>;
}

/** Clients refuse other names. */
const nameShape = /^[A-Za-z0-9_-]{1,64}$/;

const shown = ({ method, path, place }: RouteInfo): string => `${method} ${path}${place === '' ? '' : ` (${place})`}`;

/** The operations of a route: one, or several if it has several methods. The path without optional parameters is left out. */
const operationsOf = (route: RouteInfo, { operations }: ApiDocument): Operation[] => {
  const found = operations.filter(({ template, method }) => {
    const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    const isWhole =
      names.length === route.parameters.length && route.parameters.every((one) => names.includes(one.name));
    const literal = (path: string): string => path.replaceAll(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}');
    return isWhole && route.methods.includes(method) && literal(template) === literal(route.path);
  });
  // PUT|PATCH are two operations that do the same.
  return found.slice(0, 1);
};

const hintsOf = (method: string, said: McpRouteMeta): ToolHints => {
  const reads = method === 'GET' || method === 'HEAD';
  return {
    readOnly: said.readOnly ?? reads,
    destructive: said.destructive ?? ['PUT', 'PATCH', 'DELETE'].includes(method),
    idempotent: said.idempotent ?? (reads || method === 'PUT' || method === 'DELETE'),
  };
};

const descriptionOf = ({ summary, description, operationId }: JsonObject, { method, template }: Operation): string => {
  const parts = [summary === operationId ? '' : summary, description].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return parts.length === 0 ? `${method} ${template}` : parts.join('\n');
};

/** Collects the arguments of a tool. */
class Arguments {
  readonly properties: Record<string, object> = {};
  readonly required: string[] = [];
  readonly places = new Map<string, ArgumentPlace>();
  readonly #document: ApiDocument;
  readonly #defs = new Map<string, unknown>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  add(name: string, place: ArgumentPlace, schema: unknown, required: boolean): void {
    this.properties[name] = Object(this.#document.schema(schema, this.#defs)) as object;
    this.places.set(name, place);
    if (required) this.required.push(name);
  }

  addParameter(given: unknown): void {
    const parameter = this.#document.resolved(given);
    const { name, in: at, required, description, schema } = parameter;
    if (typeof name !== 'string' || at === 'cookie') return;
    const place =
      parameter['x-taproot-wildcard'] === true ? 'wildcard' : at === 'path' || at === 'query' ? at : 'header';
    const described = typeof description === 'string' ? { description, ...objectOf(schema) } : schema;
    this.add(name, place, described, required === true);
  }

  /** Adds the members of the body as arguments, or the whole body as `body` if it has another type than an object or a name is taken. */
  addBody(schema: unknown, isRequired: boolean): void {
    const { type, properties, required, additionalProperties, ...rest } = this.#document.resolved(schema);
    const members = Object.entries(objectOf(properties));
    const isPlain =
      type === 'object' && members.length > 0 && !('anyOf' in rest) && !('oneOf' in rest) && !('allOf' in rest);
    const isTaken = members.some(([name]) => this.places.has(name));
    if (!isPlain || isTaken || Object(additionalProperties) === additionalProperties)
      return this.add('body', 'whole-body', schema, isRequired);
    const names = Array.isArray(required) && isRequired ? required : [];
    for (const [name, member] of members) this.add(name, 'body', member, names.includes(name));
  }

  get schema(): ArgumentsSchema {
    const { properties, required } = this;
    const defs = this.#defs.size === 0 ? {} : { $defs: Object.fromEntries(this.#defs) };
    return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), ...defs };
  }
}

/**
 * Reads a route as a tool from the OpenAPI document.
 * @throws E_MCP_UNDESCRIBED, E_MCP_BODY, E_MCP_NAME
 */
export const readTool = (route: RouteInfo, document: ApiDocument): RouteTool => {
  const [found] = operationsOf(route, document);
  if (found === undefined) throw errors.E_MCP_UNDESCRIBED({ route: shown(route) });
  const { operation, method, template } = found;
  const said = typeof route.meta.mcp === 'object' ? route.meta.mcp : {};
  const name = said.name ?? String(operation['operationId']).replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (!nameShape.test(name))
    throw errors.E_MCP_NAME({
      route: shown(route),
      name,
      reason: 'because a name has 1 to 64 letters, digits, _ and -',
    });
  const given = new Arguments(document);
  const { parameters } = operation;
  for (const parameter of Array.isArray(parameters) ? parameters : []) given.addParameter(parameter);
  const body = document.resolved(operation['requestBody']);
  const content = objectOf(body['content']);
  const types = Object.keys(content);
  const json = types.find((type) => /[/+]json$/.test(type));
  if (json !== undefined) given.addBody(objectOf(content[json])['schema'], body['required'] === true);
  else if (types.length > 0 && body['required'] === true)
    throw errors.E_MCP_BODY({ route: shown(route), types: types.join(', ') });
  return {
    name,
    description: said.description ?? descriptionOf(operation, found),
    input: given.schema,
    hints: hintsOf(method, said),
    method,
    template,
    places: given.places,
  };
};

/**
 * Checks that a name is not taken.
 * @throws E_MCP_NAME
 */
export const checkName = (route: RouteInfo, { name }: RouteTool, taken: ReadonlyMap<string, RouteInfo>): void => {
  const other = taken.get(name);
  if (other !== undefined)
    throw errors.E_MCP_NAME({ route: shown(route), name, reason: `which ${shown(other)} is already` });
};
