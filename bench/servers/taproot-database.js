// Taproot with PostgreSQL, as its documents write it; the argument is the driver.
import { createFacades, setup } from '@taproot/core';
import { database, transaction } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { connections, ids, url } from './database-contract.js';
import { report } from './serve.js';

const [driver = 'koa'] = process.argv.slice(2);

const handle = createFacades();
const { facades } = handle;

/** @typedef {{ bench_people: { id: number, name: string, age: number } }} Tables */

/** The database by its tables, which an application declares once. */
const people = () => /** @type {import('kysely').Kysely<Tables>} */ (/** @type {unknown} */ (facades.DB()));

const find = (/** @type {number} */ id) =>
  people().selectFrom('bench_people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const app = await setup(handle, { basePath: new URL('.', import.meta.url) })
  .withPlugins([routing(), fastify(), database()])
  .withConfig({
    // A machine that is busy with other things would make this an overload, whose refusals end the bench.
    http: { driver, host: '127.0.0.1', port: 0, overload: { mode: 'report' } },
    database: {
      default: 'main',
      connections: { main: { driver: 'pgsql', url, pool: { max: connections } } },
      migrate_on_boot: false,
    },
  })
  .withRouting((route) => {
    route.get('/one', () => find(7));
    route.get('/twenty', () => Promise.all(ids.map(find)));
    route.get('/list', () => people().selectFrom('bench_people').selectAll().orderBy('id').limit(12).execute());
    route.get('/updates', () =>
      transaction(people(), async (inside) => {
        for (const id of ids)
          await inside
            .updateTable('bench_people')
            .set({ age: 20 + (id % 50) })
            .where('id', '=', id)
            .execute();
        return { updated: ids.length };
      }),
    );
  })
  .create();
await app.open();
report(app.facades.Http().address?.port ?? 0);
