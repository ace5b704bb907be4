import { createHash } from 'node:crypto';
import type { JsonObject } from '../document/json.ts';
import { readRoutes } from './read-routes.ts';
import { routeTable } from './route-table.ts';
import { routeTypes } from './route-types.ts';
import { objectOf, textOf } from './schema-node.ts';

/** The files of a typed client, beside the document. */
export interface ClientFiles {
  /** `routes.d.ts` */
  readonly types: string;
  /** `routes.js` */
  readonly table: string;
  /** Names what both were made from; other contents have another hash. */
  readonly hash: string;
}

/** The files of a client for an OpenAPI document of ours: the same document gives the same bytes. */
export const clientFiles = (document: JsonObject): ClientFiles => {
  const routes = readRoutes(document);
  const types = routeTypes(document, routes);
  const hash = createHash('sha256').update(types).update(routeTable(routes, '')).digest('hex').slice(0, 16);
  const title = textOf(objectOf(document['info'])['title']).replaceAll(/\s+/g, ' ');
  const header = `// Made by \`npx taproot api:write\` from the routes of ${title}. Do not edit. Hash: ${hash}\n`;
  return { types: `${header}${types}`, table: `${header}${routeTable(routes, hash)}`, hash };
};
