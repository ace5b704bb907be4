import type { RouteInfo } from '@taproot/core/plugin';
import { resolved } from '../client/schema-node.ts';
import type { TypedSocket, TypedSockets } from '../client/socket-types.ts';
import { inOrder, queryOf, type Sources } from '../document/build-document.ts';
import { operationInput } from '../document/input.ts';
import { describedBy, securityOf, wordsOf } from '../document/operation.ts';
import { OperationIds } from '../document/operation-ids.ts';
import { operationParameters } from '../document/parameters.ts';
import { Findings, type RouteFindings } from '../document/route-findings.ts';
import { routePaths } from '../document/route-paths.ts';
import { Security } from '../document/security.ts';
import { ShapeSchemas } from '../document/shape-schemas.ts';
import { SharedParts } from '../document/shared-parts.ts';
import { type JsonObject, sorted } from '../json.ts';
import type { Gap } from '../reader/type-reader.ts';
import { inDraft7 } from './draft-7.ts';
import { type SocketMessage, type SocketSchemas, socketMessages } from './socket-messages.ts';

/** Everything from which an AsyncAPI document is made. */
export interface SocketSources extends Pick<Sources, 'reader' | 'rules' | 'documents' | 'info' | 'servers' | 'guards'> {
  /** All routes. */
  readonly routes: readonly RouteInfo[];
  /** The routes with a socket that the document has. */
  readonly sockets: readonly RouteInfo[];
  readonly schemas: SocketSchemas;
}

/** An AsyncAPI document, and the gaps in it. */
export interface BuiltSockets {
  readonly document: JsonObject;
  readonly gaps: readonly Gap[];
  readonly routes: readonly RouteFindings[];
  /** Its sockets for the typed client. */
  readonly types: TypedSockets;
}

/** The AsyncAPI document of sockets: a channel for each route. Its order depends only on its content. */
export const asyncDocument = (sources: SocketSources): BuiltSockets => {
  const gaps = new Map<string, Gap>();
  const findings = new Findings();
  const shared = {
    ids: new OperationIds(),
    shapes: new ShapeSchemas(sources.reader, (each) => gaps.set(JSON.stringify(each), each)),
    security: new Security(),
    guards: sources.guards,
  };
  shared.security.knowAll(sources.routes, sources.guards);
  const channels: [string, JsonObject][] = [];
  const operations: (readonly [string, JsonObject])[] = [];
  const typed: TypedSocket[] = [];
  sources.reader.prepare(sources.sockets.map(queryOf));
  for (const route of sources.sockets) {
    const facts = sources.reader.handler(queryOf(route));
    findings.validations(route, facts.validations);
    const gap = (each: Gap): void => {
      gaps.set(JSON.stringify(each), each);
      findings.gap(route, each);
    };
    for (const each of facts.gaps) gap(each);
    const made = channelOf({ route, facts, gap }, shared, sources);
    if (made === null) continue;
    channels.push([made.id, made.channel]);
    operations.push(...made.operations);
    typed.push(made.typed);
  }
  const schemas = shared.shapes.components();
  const schemes = shared.security.schemes();
  const components = {
    ...(Object.keys(schemas).length > 0 ? { schemas: sorted(Object.entries(schemas).map(inDialect)) } : {}),
    ...(Object.keys(schemes).length > 0
      ? { securitySchemes: sorted(Object.entries(schemes).map(([name, each]) => [name, schemeOf(each)] as const)) }
      : {}),
  };
  const servers = serversOf(sources.servers);
  return {
    document: {
      asyncapi: '3.0.0',
      info: infoOf(sources.info),
      defaultContentType: 'application/json',
      ...(servers.length > 0 ? { servers: Object.fromEntries(servers) } : {}),
      channels: sorted(channels),
      operations: sorted(operations),
      ...(Object.keys(components).length > 0 ? { components } : {}),
    },
    gaps: inOrder([...gaps.values()]),
    routes: findings.all,
    types: {
      title: String(sources.info['title']),
      all: Object.values(sorted(typed.map((each) => [each.name, each]))),
      schemas,
    },
  };
};

interface Shared {
  readonly ids: OperationIds;
  readonly shapes: ShapeSchemas;
  readonly security: Security;
  readonly guards: SocketSources['guards'];
}

interface Socket {
  readonly route: RouteInfo;
  readonly facts: ReturnType<SocketSources['reader']['handler']>;
  readonly gap: (gap: Gap) => void;
}

/** The channel of a socket, and its two operations. They are those of the server, which receives what clients send, and refuses some of it. */
const channelOf = ({ route, facts, gap }: Socket, shared: Shared, sources: SocketSources) => {
  const [path] = routePaths(route);
  const { socket } = route;
  if (path === undefined || socket === undefined) return null;
  const id = shared.ids.of(route, 'get', path);
  const { receives, sends, refusal } = socketMessages({ ...sources, socket, facts, shapes: shared.shapes, gap });
  const channel = reference(['channels', id]);
  const keyed = (way: string, all: readonly SocketMessage[]) =>
    all.map((each) => [`${way}.${each.event}`, each] as const);
  const [taken, given, refused] = [keyed('receive', receives), keyed('send', sends), keyed('send', [refusal])];
  const credentials = securityOf(route, facts, shared) ?? [];
  // A document cannot say that credentials may be missing, or that two are needed together: each of them is one that the socket takes.
  const names = new Set(credentials.flatMap((each) => Object.keys(each)));
  const isOpen = credentials.some((each) => Object.keys(each).length === 0);
  const security =
    names.size === 0 || isOpen
      ? {}
      : { security: [...names].toSorted().map((name) => reference(['components', 'securitySchemes', name])) };
  const messagesOf = (all: readonly (readonly [key: string, message: SocketMessage])[]) => ({
    channel,
    messages: all.map(([key]) => reference(['channels', id, 'messages', key])),
  });
  const { summary = id, description, tags } = wordsOf(route, facts);
  const { query, headers, parameters } = addressOf({ route, facts, gap }, shared, sources);
  const own = (all: readonly SocketMessage[]) => all.filter(({ isOwn }) => isOwn);
  return {
    id,
    typed: { name: id, summary, receives: own(receives), sends: own(sends) },
    channel: {
      address: path.template,
      title: id,
      summary,
      ...(description === '' ? {} : { description }),
      ...(tags.length > 0 ? { tags: tags.map((name) => ({ name })) } : {}),
      ...(parameters.length > 0 ? { parameters: Object.fromEntries(parameters) } : {}),
      messages: sorted([...taken, ...given, ...refused].map(([key, each]) => [key, messageObject(each)] as const)),
      bindings: { ws: { method: 'GET', query, ...(headers === null ? {} : { headers }), bindingVersion: '0.1.0' } },
    },
    operations: [
      [`${id}.receive`, { action: 'receive', ...messagesOf(taken), ...security, reply: messagesOf(refused) }],
      [`${id}.send`, { action: 'send', ...messagesOf(given), ...security }],
    ] as const,
  };
};

/** The parameters of an address, and what the code before the connection reads: the query and headers of its request. */
const addressOf = ({ route, facts, gap }: Socket, { shapes }: Shared, { rules, documents }: SocketSources) => {
  const parts = new SharedParts();
  const input = operationInput({
    facts,
    method: 'get',
    parameters: route.parameters.map(({ name }) => name),
    rules,
    documents,
    mode: 'text',
    shapes,
    gap,
  });
  const said = route.meta.openapi?.parameters ?? {};
  const components = () => ({ components: parts.components() });
  const read = operationParameters(route.parameters, input, describedBy(route), parts, said).map((each) =>
    resolved(components(), each),
  );
  const of = (place: string) => read.filter((each) => each['in'] === place);
  const headers = of('header');
  return {
    parameters: of('path').map((each) => [String(each['name']), parameterOf(each)] as const),
    query: objectOf(of('query'), route.socket?.query),
    headers: headers.length === 0 ? null : objectOf(headers),
  };
};

/** A parameter of an address has no schema in AsyncAPI: its values are text. */
const parameterOf = ({ description, schema }: JsonObject): JsonObject => {
  const { pattern, enum: values, type } = schema as JsonObject;
  const words = [
    typeof description === 'string' ? description : undefined,
    type === 'integer'
      ? 'A whole number.'
      : typeof pattern === 'string'
        ? `Text that matches \`${pattern}\`.`
        : undefined,
  ].filter((each) => each !== undefined);
  return {
    ...(words.length > 0 ? { description: words.join(' ') } : {}),
    ...(Array.isArray(values) ? { enum: values.map(String) } : {}),
  };
};

/** An object with a member for each parameter. */
const objectOf = (parameters: readonly JsonObject[], house: Readonly<Record<string, object>> = {}): unknown => {
  const required = parameters.filter((each) => each['required'] === true).map((each) => each['name']);
  const own = parameters.map(({ name, schema, description }): [string, object] => [
    String(name),
    { ...(schema as JsonObject), ...(description === undefined ? {} : { description }) },
  ]);
  return inDraft7({
    type: 'object',
    properties: { ...Object.fromEntries(own), ...house },
    ...(required.length > 0 ? { required } : {}),
  });
};

const messageObject = ({ event, description, payload }: SocketMessage): JsonObject => ({
  name: event,
  title: event,
  ...(description === '' ? {} : { description }),
  payload: inDraft7(payload),
});

const inDialect = ([name, schema]: readonly [string, JsonObject]) => [name, inDraft7(schema)] as const;

/** A reference within the document. Names of events may have any characters. */
const reference = (path: readonly string[]): JsonObject => ({
  $ref: `#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
});

/** A key in a header, the query or a cookie has another name in AsyncAPI. */
const schemeOf = ({ type, ...rest }: JsonObject): JsonObject => ({
  type: type === 'apiKey' ? 'httpApiKey' : type,
  ...rest,
});

/** A licence is named by the address of its text. */
const infoOf = ({ license, ...info }: JsonObject): JsonObject => {
  if (license === undefined) return info;
  const { name, identifier, url } = license as Readonly<Record<string, string>>;
  const address = url ?? (identifier === undefined ? undefined : `https://spdx.org/licenses/${identifier}.html`);
  return { ...info, license: { name, ...(address === undefined ? {} : { url: address }) } };
};

/** The servers with a host. A relative address means the host that serves the document, which AsyncAPI cannot say. */
const serversOf = (servers: readonly JsonObject[]): [string, JsonObject][] =>
  servers.flatMap(({ url, description }): [string, JsonObject][] => {
    const text = String(url);
    const [, protocol = '', host = '', pathname = ''] = /^(https?|wss?):\/\/([^/]+)(\/.*)?$/.exec(text) ?? [];
    if (host === '') return [];
    const path = pathname.replace(/\/$/, '');
    return [
      [
        `${host}${path}`.replaceAll(/[^\w-]+/g, '-'),
        {
          host,
          ...(path === '' ? {} : { pathname: path }),
          protocol: protocol.replace('http', 'ws'),
          ...(description === undefined ? {} : { description }),
        },
      ],
    ];
  });
