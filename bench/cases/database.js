// Real path: a page of an application whose data is in PostgreSQL: one row, twenty small queries, a list, twenty updates in
// a transaction. Beside Fastify with kysely, which is what Taproot stands on, and with pg and texts by hand.
import { Client } from 'pg';
import { compareServers } from '../lib/compare-servers.js';
import { connections, replies, schema, url } from '../servers/database-contract.js';

export const about = 'Whole servers answering GET from PostgreSQL, with a pool of ten connections';

const works = /** @type {const} */ ({
  '/one': 'one row',
  '/twenty': '20 queries',
  '/list': 'a list',
  '/updates': '20 updates',
});

/** @returns {import('../lib/compare-servers.js').ServerVariant[]} */
const variantsOf = (/** @type {keyof typeof works} */ path) => {
  const work = works[path];
  // As many requests as connections: more of them would wait for the pool, which Taproot refuses as an overload.
  const common = { path, ask: { connections }, body: replies[path] };
  const against = [`${work}: Fastify, kysely`, `${work}: Fastify, pg`];
  return [
    { ...common, name: `${work}: Fastify, kysely`, server: 'fastify-database', args: ['kysely'] },
    { ...common, name: `${work}: Fastify, pg`, server: 'fastify-database', args: ['pg'] },
    { ...common, name: `${work}: Taproot`, against, server: 'taproot-database', args: ['koa'] },
    { ...common, name: `${work}: Taproot on Fastify`, against, server: 'taproot-database', args: ['fastify'] },
  ];
};

const change = async (/** @type {string} */ statements) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ servers }) => {
  await change(schema);
  try {
    const rows = [];
    for (const path of /** @type {(keyof typeof works)[]} */ (Object.keys(works)))
      rows.push(...(await compareServers(variantsOf(path), servers)));
    return rows;
  } finally {
    await change('drop table bench_people');
  }
};
