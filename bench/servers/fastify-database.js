// Fastify with PostgreSQL; the argument is how statements are made: `kysely`, or `pg` for texts by hand.
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { connections, ids, url } from './database-contract.js';
import { serveFastify } from './serve-fastify.js';

/** @typedef {{ bench_people: { id: number, name: string, age: number } }} Tables */

const [how = 'kysely'] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: connections });

const byKysely = () => {
  /** @type {Kysely<Tables>} */
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const find = (/** @type {number} */ id) =>
    db.selectFrom('bench_people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    one: () => find(7),
    twenty: () => Promise.all(ids.map(find)),
    list: () => db.selectFrom('bench_people').selectAll().orderBy('id').limit(12).execute(),
    updates: () =>
      db.transaction().execute(async (inside) => {
        for (const id of ids)
          await inside
            .updateTable('bench_people')
            .set({ age: 20 + (id % 50) })
            .where('id', '=', id)
            .execute();
        return { updated: ids.length };
      }),
  };
};

const byHand = () => {
  const find = async (/** @type {number} */ id) =>
    (await pool.query('select * from bench_people where id = $1', [id])).rows[0];
  return {
    one: () => find(7),
    twenty: () => Promise.all(ids.map(find)),
    list: async () => (await pool.query('select * from bench_people order by id limit 12')).rows,
    async updates() {
      const client = await pool.connect();
      try {
        await client.query('begin');
        for (const id of ids)
          await client.query('update bench_people set age = $1 where id = $2', [20 + (id % 50), id]);
        await client.query('commit');
        return { updated: ids.length };
      } finally {
        client.release();
      }
    },
  };
};

const work = how === 'pg' ? byHand() : byKysely();
const app = fastify();
app.get('/one', work.one);
app.get('/twenty', work.twenty);
app.get('/list', work.list);
app.get('/updates', work.updates);
await serveFastify(app);
