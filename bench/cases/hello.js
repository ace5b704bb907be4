// Real path: the smallest replies of a JSON API and of a health check. What stays when a handler does nothing is what the
// framework costs beside the engine it stands on.
import { compareServers } from '../lib/compare-servers.js';
import { routeShapes } from '../lib/route-shapes.js';

export const about = 'Whole servers answering GET: text, and JSON with a parameter from the last of 200 routes';

const routes = 200;
const json = {
  path: routeShapes.literal.path(routes - 1, 42),
  body: JSON.stringify({ id: '42', route: routes - 1 }),
};
const text = { path: '/', body: 'Hello, world!' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const texts = [
  { ...text, name: 'text: Koa', server: 'koa-text' },
  { ...text, name: 'text: node:http', against: 'text: Koa', server: 'node-text' },
  { ...text, name: 'text: Taproot', against: 'text: Koa', server: 'taproot-text', args: ['koa'] },
  {
    ...text,
    name: 'text, async handler: Taproot',
    against: 'text: Koa',
    server: 'taproot-text',
    args: ['koa', 'async'],
  },
  { ...text, name: 'text: Fastify', against: 'text: Koa', server: 'fastify-text' },
  { ...text, name: 'text: Taproot on Fastify', against: 'text: Fastify', server: 'taproot-text', args: ['fastify'] },
];

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const jsons = [
  { ...json, name: 'JSON, 200 routes: Koa + @koa/router', server: 'koa-json', args: [routes] },
  {
    ...json,
    name: 'JSON, 200 routes: Taproot',
    against: 'JSON, 200 routes: Koa + @koa/router',
    server: 'taproot-json',
    args: ['koa', routes],
  },
  {
    ...json,
    name: 'JSON, 200 routes: Fastify',
    against: 'JSON, 200 routes: Koa + @koa/router',
    server: 'fastify-json',
    args: [routes],
  },
  {
    ...json,
    name: 'JSON, 200 routes: Taproot on Fastify',
    against: 'JSON, 200 routes: Fastify',
    server: 'taproot-json',
    args: ['fastify', routes],
  },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers([...texts, ...jsons], servers);
