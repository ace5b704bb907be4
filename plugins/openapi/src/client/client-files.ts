import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { AuthorFrame } from '@taproot/core/internal';
import { asyncApiOf, type OpenApiClientConfig } from '../config.ts';
import { documentText } from '../document/document-file.ts';
import { generatedBy } from '../generated-by.ts';
import type { JsonObject } from '../json.ts';
import { renamed } from './api-tree.ts';
import type { ClientReply, ClientRoute } from './client-route.ts';
import { type DateNode, DatePlaces, type DateTable } from './date-places.ts';
import { declarationMap } from './declaration-map.ts';
import { type Mark, takeMarks } from './marks.ts';
import { mockFiles } from './mock-files.ts';
import { readRoutes } from './read-routes.ts';
import { routeTypes } from './route-types.ts';
import { objectOf, textOf } from './schema-node.ts';
import { socketTypes, type TypedSockets } from './socket-types.ts';
import { keyText, quoted } from './type-names.ts';
import { zodFiles } from './zod-files.ts';

/** The files of a typed client, beside the document. */
export interface ClientFiles {
  /** `routes.d.ts` */
  readonly types: string;
  /** `routes.js` */
  readonly table: string;
  /** Hash of the contents of both files. */
  readonly hash: string;
  /** Further files that the settings ask for: contents by name. */
  readonly more: Readonly<Record<string, string>>;
  /** The names of routes in `routes.d.ts`, for its map. */
  readonly marks: readonly Mark[];
}

/** `routes.js`, without its header: method, pattern and replies by name, one short string for each. */
const routeTable = (routes: readonly ClientRoute[], dates: DateTable | null, hash: string): string => {
  const lines = routes.map((route) => `    ${keyText(route.name)}: ${quoted(lineOf(route))},\n`);
  const dated = dates === null ? '' : dateTable(dates);
  return `export const routes = {\n  hash: '${hash}',\n  calls: {\n${lines.join('')}  },\n${dated}};\n`;
};

const lineOf = ({ method, pattern, replies, body }: ClientRoute): string =>
  [
    method + bodyMark(body),
    encodeURI(pattern).replaceAll('%7B', '{').replaceAll('%7D', '}'),
    ...replies.map(replyText),
  ].join(' ');

/** A plus for files; a media type after `=` for a body that is sent as it is. */
const bodyMark = (body: ClientRoute['body']): string => {
  if (body?.raw) return `=${body.raw}`;
  return body?.files === true ? '+' : '';
};

/** JSON is the default, so it needs no letter. Events with strings beside events with JSON are named. */
const replyText = ({ status, bodies }: ClientReply): string => {
  const kinds = [...new Set(bodies.map(({ kind }) => kind))].join('');
  const texts = bodies.flatMap(({ kind, events = [] }) =>
    kind === 'e'
      ? events.flatMap(({ name, isText }) => (isText && name !== null ? [encodeURIComponent(name.toWellFormed())] : []))
      : [],
  );
  return `${status}${kinds === 'j' ? '' : kinds}${texts.length > 0 ? `:${texts.join(',')}` : ''}`;
};

const dateTable = ({ nodes, replies }: DateTable): string => {
  const starts = Object.entries(replies).map(([reply, node]) => `      ${keyText(reply)}: ${node},\n`);
  return `  dates: {\n    nodes: [${nodes.map(nodeText).join(', ')}],\n    replies: {\n${starts.join('')}    },\n  },\n`;
};

const nodeText = ({ m: members, ...rest }: DateNode): string => {
  const named = Object.entries(members ?? {}).map(([name, node]) => `${keyText(name)}: ${node}`);
  const texts = Object.entries(rest).map(([key, value]) => `${key}: ${value}`);
  return `{ ${[...texts, ...(members === undefined ? [] : [`m: { ${named.join(', ')} }`])].join(', ')} }`;
};

const plain: OpenApiClientConfig = { dates: 'string', mocks: false, zod: false };

/** The files of a client for an OpenAPI document of ours: the same document and settings give the same bytes. */
export const clientFiles = (document: JsonObject, settings = plain): ClientFiles => {
  const routes = readRoutes(document);
  const dates = settings.dates === 'date' ? new DatePlaces(document, routes) : null;
  const places = dates === null ? null : (dates.table() ?? { nodes: [], replies: {} });
  const { text, marks } = takeMarks(routeTypes(document, routes, dates));
  const hash = createHash('sha256')
    .update(text)
    .update(routeTable(routes, places, ''))
    .digest('hex')
    .slice(0, 16);
  const title = textOf(objectOf(document['info'])['title']).replaceAll(/\s+/g, ' ');
  const header = `${generatedBy} from the routes of ${title}. Do not edit. Hash: ${hash}\n`;
  const more = {
    ...(settings.mocks ? mockFiles(document, routes) : {}),
    ...(settings.zod ? zodFiles(document, routes, dates) : {}),
  };
  return {
    types: `${header}${text}//# sourceMappingURL=routes.d.ts.map\n`,
    table: `${header}${routeTable(routes, places, hash)}`,
    hash,
    more: Object.fromEntries(Object.entries(more).map(([name, each]) => [name, header + each])),
    marks: marks.map((mark) => ({ ...mark, line: mark.line + 1 })),
  };
};

/** A file that `openapi:write` writes. */
export type ClientText = readonly [file: string, text: string];

/** The files of sockets beside a document: the AsyncAPI document, and with a client the types for it. Empty without sockets. */
export const socketTexts = (
  sockets: { readonly document: JsonObject; readonly types: TypedSockets } | null,
  file: string,
  settings: OpenApiClientConfig | null,
): readonly ClientText[] => {
  if (sockets === null) return [];
  const document: ClientText = [asyncApiOf(file), documentText(sockets.document)];
  return settings === null ? [document] : [document, [join(dirname(file), 'sockets.d.ts'), socketTypes(sockets.types)]];
};

/** The files of the client for a document: contents by path. Paths start at the application's folder, like that of the document. */
export const clientTexts = (
  document: JsonObject,
  file: string,
  settings: OpenApiClientConfig | null,
): readonly ClientText[] => {
  if (settings === null) return [];
  const { types, table, more } = clientFiles(document, settings);
  return Object.entries({ 'routes.d.ts': types, 'routes.js': table, ...more }).map(([name, text]) => [
    join(dirname(file), name),
    text,
  ]);
};

/**
 * The map of `routes.d.ts`. Its places change with every line above a handler, so it is for editors on this machine, and not for the
 * repository.
 */
export const clientMap = (
  document: JsonObject,
  file: string,
  settings: OpenApiClientConfig,
  handlers: ReadonlyMap<string, AuthorFrame>,
  root: string,
): ClientText => {
  const { marks } = clientFiles(document, settings);
  return [join(dirname(file), 'routes.d.ts.map'), declarationMap(marks, handlers, resolve(root, dirname(file)))];
};

/** A sentence for each route that the client calls by another name than the server. */
export const clientNotes = (document: JsonObject, settings: OpenApiClientConfig | null): readonly string[] =>
  settings === null
    ? []
    : readRoutes(document)
        .map(renamed)
        .filter((note) => note !== '');
