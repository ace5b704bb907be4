import { type PluginDatabase, sql } from '@taproot/database';
import { job } from '@taproot/queue';
import { boot, closeAll } from '../queue/support/application.ts';
import { type OwnServer, ownPostgres, sqliteFile } from '../queue/support/own-servers.ts';

const servers: Readonly<Record<string, () => OwnServer | Promise<OwnServer>>> = {
  sqlite: sqliteFile,
  pgsql: ownPostgres,
};

/** Claims that are measured at each size of the queue. */
const claims = 300;

/** Jobs of one dispatch. */
const portion = 1000;

/** How often the median of a claim may grow over that of a short queue. */
const growth = 2;

const note = job({ name: 'note', payload: { n: 'required|integer' }, handle: () => undefined });

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1024 / 1024);

const sorted = (times: readonly number[]) => {
  const all = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Number((all[Math.floor(all.length * share)] ?? 0).toFixed(2));
  return { median: at(0.5), p99: at(0.99) };
};

/** How the database finds the jobs of one claim. */
const planOf = async ({ db, driver }: PluginDatabase): Promise<string> => {
  const find = `select id from queue_jobs where queue = 'default' and level = 1 and due_at <= 9999999999999 order by due_at, id limit 10`;
  const { rows } = await sql
    .raw<Record<string, unknown>>(`${driver === 'sqlite' ? 'explain query plan' : 'explain'} ${find}`)
    .execute(db);
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join(' / ');
};

/**
 * 1,000,000 jobs that wait, on SQLite and PostgreSQL: the time of a claim of ten jobs at each size, dispatches and memory. `count` is
 * another number of jobs, `ENGINE` takes one engine.
 */
export const run = async (count = 1_000_000): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const [name, open] of Object.entries(servers)) {
    if ((process.env['ENGINE'] ?? name) !== name) continue;
    const server = await open();
    const { app } = await boot({ jobs: [note], connection: server.connection });
    const { engine } = app.facades.Queue();
    const database = app.provided('database')?.(null);
    if (database === undefined) throw new Error('The application has a database.');
    const claim = async (): Promise<ReturnType<typeof sorted>> => {
      const times: number[] = [];
      for (let i = 0; i < claims; i++) {
        const begun = performance.now();
        const taken = await engine.take({ queues: ['default'], limit: 10, lease: 60_000 });
        times.push(performance.now() - begun);
        if (taken.length !== 10) faults.push(`${name}: a claim gave ${taken.length} jobs`);
        // Each claim meets the same queue.
        await Promise.all(taken.map((one) => engine.release(one)));
      }
      return sorted(times);
    };
    const table: Record<string, object> = {};
    const before = megabytes();
    let waiting = 0;
    let first = 0;
    for (const size of [1000, count / 100, count / 10, count].map(Math.round).filter((one) => one >= 1000)) {
      const begun = performance.now();
      const cpu = process.cpuUsage();
      const added = size - waiting;
      for (; waiting < size; waiting += portion) {
        const payloads = Array.from({ length: Math.min(portion, size - waiting) }, (_, i) => ({ n: waiting + i }));
        await app.facades.Queue().dispatchMany(note, payloads);
      }
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      const claimed = await claim();
      table[`${size} wait`] = {
        'dispatched a second': Math.round(added / seconds),
        'CPU us a job': added === 0 ? 0 : Math.round((user + system) / added),
        'claim ms': claimed.median,
        'p99 ms': claimed.p99,
        'RSS MB': megabytes(),
      };
      if (first === 0) first = claimed.median;
      // A tenth of a millisecond is below what this machine tells apart.
      else if (claimed.median > growth * first + 0.1)
        faults.push(`${name}: a claim takes ${claimed.median} ms with ${size} jobs, ${first} ms with 1000`);
    }
    const plan = await planOf(database);
    console.log(name, plan);
    console.table(table);
    if (!plan.includes('queue_jobs_due') || /sort/i.test(plan)) faults.push(`${name}: the plan of a claim is ${plan}`);
    if (megabytes() - before > 256) faults.push(`${name}: RSS grew by ${megabytes() - before} MB`);
    await closeAll();
    await server.remove();
  }
  return faults;
};
