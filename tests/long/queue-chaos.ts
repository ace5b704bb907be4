import { wreak } from '../queue/support/chaos.ts';
import { type OwnServer, ownMariadb, ownPostgres, sqliteFile } from '../queue/support/own-servers.ts';
import { endWorkers } from '../queue/support/workers.ts';

const servers: Readonly<Record<string, () => OwnServer | Promise<OwnServer>>> = {
  sqlite: sqliteFile,
  pgsql: ownPostgres,
  mysql: ownMariadb,
};

/** 100,000 jobs on each database, while workers and server are killed 200 times. `count` is another number of jobs. */
export const run = async (count = 100_000): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const [name, open] of Object.entries(servers)) {
    const server = await open();
    const seed = Math.trunc(Math.random() * 2 ** 31);
    const left = await wreak(server, { jobs: count, kills: 200, workers: 3, seed });
    await endWorkers();
    await server.remove();
    console.log(name, `seed ${seed}`, JSON.stringify(left));
    const { lost, twice, ghosts, failed } = left;
    if (lost + twice + ghosts + failed > 0) faults.push(`${name}: ${JSON.stringify(left)}`);
  }
  return faults;
};
