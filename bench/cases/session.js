// Real path: every page of a visitor who is logged in. The session is read from its cookie, and nothing in it changes.
import { compareServers } from '../lib/compare-servers.js';
import { reply } from '../servers/session-contract.js';

export const about = 'Whole servers answering GET with the user of a session that the cookie holds';

/** Ends the run when a server knows somebody without a cookie. */
const inspect = async (/** @type {string} */ url) => {
  const answer = await fetch(url);
  if ((await answer.text()) === reply) throw new Error(`${url} knows somebody without a cookie.`);
};

const common = { path: '/me', login: '/login', body: reply };
const closed = { ...common, inspect };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...closed, name: 'koa-session', server: 'koa-session' },
  { ...closed, name: '@fastify/secure-session', server: 'fastify-session' },
  { ...closed, name: 'Taproot', against: 'koa-session', server: 'taproot-session', args: ['koa'] },
  {
    ...closed,
    name: 'Taproot on Fastify',
    against: '@fastify/secure-session',
    server: 'taproot-session',
    args: ['fastify'],
  },
  {
    path: '/me',
    body: reply,
    name: 'Taproot, no session',
    against: 'Taproot',
    server: 'taproot-session',
    args: ['koa', 'open'],
  },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
