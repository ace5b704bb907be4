// Real path: a small request while you develop, and the same in production, where the plugin must cost nothing.
import { compareServers } from '../lib/compare-servers.js';

export const about =
  'Whole servers with and without devtools: not installed, installed in production, recording each request';

const hello = { path: '/', body: 'Hello, world!', server: 'taproot-devtools' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...hello, name: 'without devtools', args: ['none'] },
  { ...hello, name: 'in production', against: 'without devtools', args: ['off'] },
  { ...hello, name: 'in debug', against: 'without devtools', args: ['on'] },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
