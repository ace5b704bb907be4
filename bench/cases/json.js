// Real path: lists of an API, from a page of eight records to an export of 1 MB. Beside Fastify, without and with a schema of
// the reply, from which it makes a serialiser.
import { compareServers } from '../lib/compare-servers.js';
import { lists } from '../servers/records.js';

export const about = 'Whole servers answering GET with JSON of 1 kB, 10 kB and 1 MB';

const sizes = { '/1k': '1 kB', '/10k': '10 kB', '/1m': '1 MB' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = Object.entries(sizes).flatMap(([path, size]) => {
  // Each takes some 10 ms: 32 of them at once would be an overload, which Taproot refuses.
  const ask = path === '/1m' ? { connections: 4 } : {};
  const common = { path, ask, body: JSON.stringify(lists[path]) };
  const against = [`${size}: Fastify`, `${size}: Fastify, schema`];
  return [
    { ...common, name: `${size}: Fastify`, server: 'fastify-records' },
    { ...common, name: `${size}: Fastify, schema`, server: 'fastify-records', args: ['schema'] },
    { ...common, name: `${size}: Taproot`, against, server: 'taproot-records', args: ['koa'] },
    { ...common, name: `${size}: Taproot on Fastify`, against, server: 'taproot-records', args: ['fastify'] },
  ];
});

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
