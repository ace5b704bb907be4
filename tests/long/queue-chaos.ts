import { faultsOf, wreak } from '../queue/support/chaos.ts';
import { type OwnServer, ownMariadb, ownPostgres, ownRedis, sqliteFile } from '../queue/support/own-servers.ts';
import { endWorkers } from '../queue/support/workers.ts';

const servers: Readonly<Record<string, () => OwnServer | Promise<OwnServer>>> = {
  sqlite: sqliteFile,
  pgsql: ownPostgres,
  mysql: ownMariadb,
  redis: ownRedis,
};

/**
 * 100,000 jobs on each engine, while workers and server are killed 200 times. `count` is another number of jobs. `ENGINE` takes one engine,
 * `SEED` repeats the choices of a run, `KILLS` is another number of kills.
 */
export const run = async (count = 100_000): Promise<readonly string[]> => {
  const { ENGINE: only, SEED, KILLS = '200' } = process.env;
  const faults: string[] = [];
  for (const [name, open] of Object.entries(servers)) {
    if (only !== undefined && only !== name) continue;
    const server = await open();
    const seed = SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(SEED);
    console.log(name, `seed ${seed}`);
    const left = await wreak(server, { jobs: count, kills: Number(KILLS), workers: 3, seed });
    await endWorkers();
    await server.remove();
    console.log(name, JSON.stringify(left));
    faults.push(...faultsOf(left).map((fault) => `${name}: ${fault}`));
  }
  return faults;
};
