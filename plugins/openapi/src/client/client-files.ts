import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../json.ts';
import type { ClientReply, ClientRoute } from './client-route.ts';
import { readRoutes } from './read-routes.ts';
import { routeTypes } from './route-types.ts';
import { objectOf, textOf } from './schema-node.ts';
import { quoted } from './type-names.ts';

/** The files of a typed client, beside the document. */
export interface ClientFiles {
  /** `routes.d.ts` */
  readonly types: string;
  /** `routes.js` */
  readonly table: string;
  /** Hash of the contents of both files. */
  readonly hash: string;
}

/** `routes.js`, without its header: method, pattern and replies by name, one short string for each. */
const routeTable = (routes: readonly ClientRoute[], hash: string): string => {
  const lines = routes.map((route) => `    ${quoted(route.name)}: ${quoted(lineOf(route))},\n`);
  return `export const routes = {\n  hash: '${hash}',\n  calls: {\n${lines.join('')}  },\n};\n`;
};

const lineOf = ({ method, pattern, replies, body }: ClientRoute): string =>
  [
    body?.files === true ? `${method}+` : method,
    encodeURI(pattern).replaceAll('%7B', '{').replaceAll('%7D', '}'),
    ...replies.map(replyText),
  ].join(' ');

/** JSON is the default, so it needs no letter. */
const replyText = ({ status, bodies }: ClientReply): string => {
  const kinds = [...new Set(bodies.map(({ kind }) => kind))].join('');
  return `${status}${kinds === 'j' ? '' : kinds}`;
};

/** The files of a client for an OpenAPI document of ours: the same document gives the same bytes. */
export const clientFiles = (document: JsonObject): ClientFiles => {
  const routes = readRoutes(document);
  const types = routeTypes(document, routes);
  const hash = createHash('sha256').update(types).update(routeTable(routes, '')).digest('hex').slice(0, 16);
  const title = textOf(objectOf(document['info'])['title']).replaceAll(/\s+/g, ' ');
  const header = `// Made by \`npx taproot openapi:write\` from the routes of ${title}. Do not edit. Hash: ${hash}\n`;
  return { types: `${header}${types}`, table: `${header}${routeTable(routes, hash)}`, hash };
};

/** The files of the client for a document: contents by path. Paths start at the application's folder, like that of the document. */
export const clientTexts = (
  document: JsonObject,
  file: string,
  client: boolean,
): readonly (readonly [file: string, text: string])[] => {
  if (!client) return [];
  const { types, table } = clientFiles(document);
  return [
    [join(dirname(file), 'routes.d.ts'), types],
    [join(dirname(file), 'routes.js'), table],
  ];
};
