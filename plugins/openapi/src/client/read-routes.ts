import { type JsonObject, sorted } from '../json.ts';
import type { ClientBody, ClientMember, ClientReply, ClientReplyBody, ClientRoute } from './client-route.ts';
import { eventBody } from './event-streams.ts';
import { fieldNames } from './field-names.ts';
import { listOf, objectOf, resolved, textOf } from './schema-node.ts';

/** The routes of an OpenAPI document for a client, in the order of their names. */
export const readRoutes = (document: JsonObject): ClientRoute[] => {
  const routes = new Map<string, ClientRoute>();
  for (const [template, item] of Object.entries(objectOf(document['paths'])))
    for (const [method, operation] of Object.entries(objectOf(item))) {
      // A redirect without a name exists for old links. No client calls it.
      if (objectOf(operation)['x-taproot-redirect'] === true) continue;
      const route = readRoute(document, template, method, objectOf(operation));
      routes.set(route.name, route);
    }
  return Object.values(sorted(withoutOptional(routes)));
};

const readRoute = (document: JsonObject, template: string, method: string, operation: JsonObject): ClientRoute => {
  const parameters = listOf(operation['parameters']).map((parameter) => resolved(document, parameter));
  const members = (where: string): ClientMember[] =>
    parameters.filter((parameter) => parameter['in'] === where).map(memberOf);
  const wild = parameters.filter((parameter) => parameter['x-taproot-wildcard'] === true);
  const body = bodyOf(objectOf(operation['requestBody']));
  const deprecated = operation['deprecated'] === true ? '@deprecated' : '';
  const name = textOf(operation['operationId']);
  const summary = textOf(operation['summary']);
  return {
    name,
    method: method.toUpperCase(),
    pattern: wild.reduce(
      (path, each) => path.replace(`{${textOf(each['name'])}}`, `{${textOf(each['name'])}*}`),
      template,
    ),
    doc: [summary === name ? '' : summary, textOf(operation['description']), deprecated]
      .filter((part) => part !== '')
      .join('\n\n'),
    params: members('path'),
    query: members('query'),
    headers: members('header'),
    body,
    replies: Object.entries(objectOf(operation['responses'])).flatMap(([status, response]) =>
      replyOf(document, Number(status), resolved(document, response)),
    ),
    fields: [
      ...new Set([
        ...parameters.flatMap((each) => fieldNames(objectOf(each['schema']), [textOf(each['name'])])),
        ...(body === null ? [] : fieldNames(body.schema)),
      ]),
    ],
  };
};

const memberOf = ({ name, required, schema, description }: JsonObject): ClientMember => ({
  name: textOf(name),
  required: required === true,
  schema: objectOf(schema),
  doc: textOf(description),
});

const jsonMedia = /^application\/(?:[^;]+\+)?json\b/;

/** JSON if the route accepts it; otherwise the form; otherwise the body as the caller gives it. */
export const bodyOf = ({ content, required }: JsonObject): ClientBody | null => {
  const types = Object.entries(objectOf(content));
  const of = (pattern: RegExp) => types.find(([type]) => pattern.test(type));
  const form = of(jsonMedia) ?? of(/^multipart\/form-data\b/) ?? of(/^application\/x-www-form-urlencoded\b/);
  const [type, media] = form ?? types[0] ?? [];
  return type === undefined
    ? null
    : {
        schema: objectOf(objectOf(media)['schema']),
        required: required === true,
        files: type.startsWith('multipart/'),
        raw: form === undefined ? mediaType(type) : null,
      };
};

/** A media type as a header has it; a range such as `image/*` is none. */
const mediaType = (type: string): string =>
  type.includes('*') ? 'application/octet-stream' : type.replaceAll(/\s/g, '');

const replyOf = (document: JsonObject, status: number, response: JsonObject): ClientReply[] => {
  if (Number.isNaN(status)) return [];
  if (status >= 300 && status < 400 && status !== 304) return [{ status, bodies: [{ kind: '>', schema: {} }] }];
  const bodies = Object.entries(objectOf(response['content'])).map(([type, media]) =>
    replyBody(document, type, objectOf(objectOf(media)['schema'])),
  );
  return [{ status, bodies: bodies.length === 0 || status === 304 ? [{ kind: '-', schema: {} }] : bodies }];
};

const replyBody = (document: JsonObject, type: string, schema: JsonObject): ClientReplyBody => {
  if (type === 'text/event-stream') return eventBody(document, objectOf(schema['x-taproot-event']));
  if (jsonMedia.test(type)) return { kind: 'j', schema };
  if (type.startsWith('text/html')) return { kind: 'h', schema };
  return { kind: type.startsWith('text/') ? 't' : 'b', schema };
};

/** A route with an optional parameter has two operations in a document, but the client has one call. */
const withoutOptional = (routes: ReadonlyMap<string, ClientRoute>): [string, ClientRoute][] => {
  const whole = new Map(routes);
  for (const name of [...routes.keys()].toSorted((a, b) => a.length - b.length)) {
    const [base = '', without] = name.split('.without.');
    const full = whole.get(base);
    const part = routes.get(name);
    if (without === undefined || full === undefined || part === undefined) continue;
    const left = full.params.filter(({ name: param }) => !part.params.some((other) => other.name === param));
    if (without !== left.map(({ name: param }) => param).join('.')) continue;
    whole.delete(name);
    whole.set(base, {
      ...full,
      pattern: left.reduce((path, { name: param }) => path.replace(`{${param}}`, `{${param}?}`), full.pattern),
      params: full.params.map((param) => (left.includes(param) ? { ...param, required: false } : param)),
    });
  }
  return [...whole];
};
