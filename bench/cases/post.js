// Real path: a form sent to a JSON API from a page of another site, as most writing requests of a web application are.
import { compareServers } from '../lib/compare-servers.js';
import { record } from '../lib/samples.js';
import { origin, replyTo } from '../servers/post-contract.js';

export const about = 'Whole servers answering POST: 400 bytes of JSON, CORS, a rate limit in memory, 10 rules';

const post = (/** @type {object} */ data) =>
  /** @type {const} */ ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(data),
  });

/** Ends the run when a server leaves out the CORS, the limit or the rules. */
const inspect = async (/** @type {string} */ url) => {
  const { headers } = await fetch(url, post(record.valid));
  if (headers.get('access-control-allow-origin') !== origin) throw new Error(`${url} answers without CORS.`);
  if (Number(headers.get('x-ratelimit-remaining') ?? 0) < 1) throw new Error(`${url} answers without a rate limit.`);
  const refused = await fetch(url, post(record.invalid));
  const text = await refused.text();
  const missing = record.wrong.map((field) => field.split('.')[0] ?? '').filter((field) => !text.includes(field));
  if (refused.status < 400 || missing.length > 0)
    throw new Error(
      `${url} answers ${refused.status} to a record that is wrong, without ${missing.join(', ')}: ${text}`,
    );
};

/** What is asked of each server. */
export const people = {
  path: '/people',
  ask: post(record.valid),
  body: JSON.stringify(replyTo(record.valid)),
  inspect,
};
const field = { ...people, against: 'Fastify' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...people, name: 'Fastify', server: 'fastify-post' },
  { ...field, name: 'Taproot', server: 'taproot-post', args: ['koa'] },
  { ...field, name: 'Taproot on Fastify', server: 'taproot-post', args: ['fastify'] },
  { ...field, name: 'Koa', server: 'koa-post' },
  { ...field, name: 'Express', server: 'express-post' },
  { ...field, name: 'Hono', server: 'hono-post' },
  { ...field, name: 'NestJS on Fastify', server: 'nest-post' },
  { ...field, name: 'AdonisJS', server: 'adonis-post' },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
