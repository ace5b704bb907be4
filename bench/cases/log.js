// Real path: a JSON API in production, where each request is logged. Both write to a file that keeps nothing, so that what is
// compared is the making of lines, not a disk.
import { compareServers } from '../lib/compare-servers.js';

export const about = 'Whole servers that log each request: Taproot with @taproot/log, Fastify with its pino logger';

const hello = { path: '/', body: 'Hello, world!' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...hello, name: 'Fastify, no log', server: 'fastify-text' },
  { ...hello, name: 'Fastify, pino', against: 'Fastify, no log', server: 'fastify-log' },
  { ...hello, name: 'Taproot, no log', server: 'taproot-text', args: ['koa'] },
  { ...hello, name: 'Taproot, log()', against: ['Fastify, pino', 'Taproot, no log'], server: 'taproot-log' },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
