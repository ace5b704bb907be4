// Real path: every request of a client that is logged in. The token is verified, its user found, and answered with; a
// client sends one token many times, so whoever keeps what was verified may.
import { compareServers } from '../lib/compare-servers.js';
import { createToken, reply } from '../servers/auth-contract.js';

export const about = 'Whole servers answering GET behind a bearer token: HS256, the user from memory';

/** Ends the run when a server lets somebody in without a token, or with a broken one. */
const inspect = async (/** @type {string} */ url) => {
  const broken = createToken().replace(/.{8}$/, 'AAAAAAAA');
  for (const headers of [{}, { Authorization: `Bearer ${broken}` }]) {
    const { status } = await fetch(url, { headers });
    if (status !== 401) throw new Error(`${url} answers ${status} to somebody it does not know.`);
  }
};

const common = { path: '/me', ask: { headers: { Authorization: `Bearer ${createToken()}` } }, body: reply };
const closed = { ...common, inspect, against: '@fastify/jwt' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...common, inspect, name: '@fastify/jwt', server: 'fastify-auth' },
  { ...closed, name: '@fastify/jwt, its cache', server: 'fastify-auth', args: ['cache'] },
  { ...closed, name: 'koa-jwt', server: 'koa-auth' },
  { ...closed, name: 'Taproot', server: 'taproot-auth', args: ['koa'] },
  { ...closed, name: 'Taproot on Fastify', server: 'taproot-auth', args: ['fastify'] },
  { ...common, name: 'Taproot, open to everybody', against: 'Taproot', server: 'taproot-auth', args: ['koa', 'open'] },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
