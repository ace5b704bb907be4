// Real path: a JSON API in production, where each request is logged. Both write to a file that keeps nothing, so that what is
// compared is the making of lines, not a disk. Fastify and NestJS stand beside themselves without a log, too: what a log adds is the
// difference.
import { compareServers } from '../lib/compare-servers.js';

export const about = 'Whole servers that log each request: @taproot/log, the logger of Fastify, nestjs-pino';

const hello = { path: '/', body: 'Hello, world!' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...hello, name: 'Fastify, no log', server: 'fastify-text' },
  { ...hello, name: 'Fastify, pino', against: 'Fastify, no log', server: 'fastify-log' },
  { ...hello, name: 'Taproot, no log', server: 'taproot-text', args: ['koa'] },
  { ...hello, name: 'Taproot, log()', against: ['Fastify, pino', 'Taproot, no log'], server: 'taproot-log' },
  { ...hello, name: 'NestJS, no log', server: 'nest-log', args: ['none'] },
  { ...hello, name: 'NestJS, nestjs-pino', against: 'NestJS, no log', server: 'nest-log', args: ['log'] },
];

const added = [
  { name: 'added by the logger of Fastify', of: 'Fastify, pino', without: 'Fastify, no log' },
  {
    name: 'added by log()',
    of: 'Taproot, log()',
    without: 'Taproot, no log',
    against: 'added by the logger of Fastify',
  },
  {
    name: 'added by nestjs-pino',
    of: 'NestJS, nestjs-pino',
    without: 'NestJS, no log',
    against: 'added by the logger of Fastify',
  },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers, added);
