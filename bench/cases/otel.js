// Real path: an API whose traces go to a collector in batches. Both make a span for the request and one for its handler, by
// the same SDK with the same exporter. The collector is here, outside of what is measured.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { compareServers } from '../lib/compare-servers.js';

export const about = 'Whole servers that send traces: Taproot with @taproot/otel, Fastify with @fastify/otel';

const hello = { path: '/', body: 'Hello, world!' };

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ servers }) => {
  let bytes = 0;
  const collector = createServer((request, response) => {
    request.on('data', (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const address = collector.address();
  const args = [address !== null && typeof address === 'object' ? address.port : 0];
  /** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
  const variants = [
    { ...hello, name: 'Fastify, no otel', server: 'fastify-text' },
    { ...hello, name: 'Fastify, @fastify/otel', against: 'Fastify, no otel', server: 'fastify-otel', args },
    { ...hello, name: 'Taproot, no otel', server: 'taproot-text', args: ['koa'] },
    {
      ...hello,
      name: 'Taproot, otel()',
      against: ['Fastify, @fastify/otel', 'Taproot, no otel'],
      server: 'taproot-otel',
      args,
    },
  ];
  const added = [
    { name: 'added by @fastify/otel', of: 'Fastify, @fastify/otel', without: 'Fastify, no otel' },
    { name: 'added by otel()', of: 'Taproot, otel()', without: 'Taproot, no otel', against: 'added by @fastify/otel' },
  ];
  try {
    const rows = await compareServers(variants, servers, added);
    if (bytes === 0) throw new Error('Nothing came to the collector.');
    return rows;
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
};
