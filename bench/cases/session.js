// Real path: every page of a visitor who is logged in. The session is read from its cookie or from the Redis, and nothing in it changes.
import { compareServers } from '../lib/compare-servers.js';
import { reply } from '../servers/session-contract.js';

export const about = 'Whole servers answering GET with the user of a session that the cookie or the Redis holds';

/** Ends the run when a server knows somebody without a cookie. */
const inspect = async (/** @type {string} */ url) => {
  const answer = await fetch(url);
  if ((await answer.text()) === reply) throw new Error(`${url} knows somebody without a cookie.`);
};

const common = { path: '/me', body: reply };
const closed = { ...common, login: '/login', inspect };
/** More than a server remembers: each cookie is opened anew. */
const many = { ...closed, visitors: 2000 };

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
  { ...common, name: 'Taproot, no session', against: 'Taproot', server: 'taproot-session', args: ['koa', 'open'] },
  { ...many, name: '2,000 visitors: koa-session', server: 'koa-session' },
  { ...many, name: '2,000 visitors: @fastify/secure-session', server: 'fastify-session' },
  {
    ...many,
    name: '2,000 visitors: Taproot',
    against: '2,000 visitors: koa-session',
    server: 'taproot-session',
    args: ['koa'],
  },
  {
    ...many,
    name: '2,000 visitors: Taproot on Fastify',
    against: '2,000 visitors: @fastify/secure-session',
    server: 'taproot-session',
    args: ['fastify'],
  },
  { ...closed, name: 'Redis: koa-session', server: 'koa-session', args: ['redis'] },
  { ...closed, name: 'Redis: express-session', server: 'express-session' },
  { ...closed, name: 'Redis: express-session, times not renewed', server: 'express-session', args: ['still'] },
  { ...closed, name: 'Redis: @fastify/session', server: 'fastify-session', args: ['redis'] },
  {
    ...closed,
    name: 'Redis: Taproot',
    against: ['Redis: koa-session', 'Redis: express-session', 'Redis: express-session, times not renewed'],
    server: 'taproot-session',
    args: ['koa', 'redis'],
  },
  {
    ...closed,
    name: 'Redis: Taproot on Fastify',
    against: 'Redis: @fastify/session',
    server: 'taproot-session',
    args: ['fastify', 'redis'],
  },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
