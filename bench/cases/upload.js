// Real path: a photo sent by a form, as multipart: read to its end, put where the handler finds it, and gone afterwards.
import { compareServers } from '../lib/compare-servers.js';
import { boundary, bytes, form } from '../servers/upload-contract.js';

export const about = 'Whole servers taking in an upload: multipart with one file of 100 kB';

const common = {
  path: '/photos',
  ask: /** @type {const} */ ({
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: form,
  }),
  body: JSON.stringify({ bytes }),
};
const field = { ...common, against: 'Koa + koa-body' };

/** @type {readonly import('../lib/compare-servers.js').ServerVariant[]} */
const variants = [
  { ...common, name: 'Koa + koa-body', server: 'koa-upload' },
  { ...field, name: 'Taproot', server: 'taproot-upload', args: ['koa'] },
  { ...field, name: 'Taproot on Fastify', server: 'taproot-upload', args: ['fastify'] },
  { ...field, name: 'Hono, in memory', server: 'hono-upload' },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareServers(variants, servers);
