// Real path: the smallest replies of a JSON API and of a health check. What stays when a handler does nothing is what the
// framework costs beside the engine it stands on.
import { compareServers } from '../lib/compare-servers.js';
import { routeShapes } from '../lib/route-shapes.js';

export const about = 'Whole servers answering GET: text, and JSON with a parameter from the last of 200 routes';

const routes = 200;
const json = {
  args: [routes],
  path: routeShapes.literal.path(routes - 1, 42),
  body: JSON.stringify({ id: '42', route: routes - 1 }),
};
const text = { path: '/', body: 'Hello, world!' };

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) =>
  compareServers(
    [
      { ...text, name: 'text: Koa', server: 'koa-text' },
      { ...text, name: 'text: node:http', against: 'text: Koa', server: 'node-text' },
      { ...text, name: 'text: Taproot', against: 'text: Koa', server: 'taproot-text' },
      {
        ...text,
        name: 'text, async handler: Taproot',
        against: 'text: Koa',
        server: 'taproot-text',
        args: ['async'],
      },
      { ...json, name: 'JSON, 200 routes: Koa + @koa/router', server: 'koa-json' },
      {
        ...json,
        name: 'JSON, 200 routes: Taproot',
        against: 'JSON, 200 routes: Koa + @koa/router',
        server: 'taproot-json',
      },
    ],
    servers,
  );
