// Real path: the pages, styles and scripts beside an application, from a folder on disk to a client that has none yet.
import { readFile } from 'node:fs/promises';
import { compareServers } from '../lib/compare-servers.js';

export const about = 'Whole servers answering GET with a file of 4 kB from a folder';

const body = await readFile(new URL('../servers/public/page.html', import.meta.url), 'utf8');
const common = { path: '/page.html', body };
const field = { ...common, against: 'Koa + koa-static' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...common, name: 'Koa + koa-static', server: 'koa-files' },
  { ...field, name: 'Taproot', server: 'taproot-files', args: ['koa'] },
  { ...field, name: 'Taproot on Fastify', server: 'taproot-files', args: ['fastify'] },
  { ...field, name: 'Express', server: 'express-files' },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
