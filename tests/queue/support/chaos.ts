import { setTimeout as pause } from 'node:timers/promises';
import { sql, transaction } from '@taproot/database';
import { Random } from '../../support/random.ts';
import { jobs, tally } from '../fixtures/kill-app.ts';
import { type Booted, boot } from './application.ts';
import type { OwnServer } from './own-servers.ts';
import { WorkerProcess } from './workers.ts';

/** How much is thrown at a queue. */
export interface Chaos {
  readonly jobs: number;
  readonly kills: number;
  readonly workers: number;
  readonly seed: number;
}

/** What was left. */
export interface Aftermath {
  /** Jobs that were committed, and whose effect is missing. */
  readonly lost: number;
  /** Effects beyond the first of a job. */
  readonly twice: number;
  /** Effects of jobs whose transaction was rolled back. */
  readonly ghosts: number;
  readonly failed: number;
  /** What workers that ended by themselves said last: no outage is a reason to end. */
  readonly ended: readonly string[];
  /** What hung; null when everything was done. */
  readonly stalled: string | null;
  /** Effects that a later attempt had to do, because the first one was cut off. */
  readonly later: number;
  readonly kills: Readonly<Record<string, number>>;
  /** Workers that were killed before they asked for jobs. */
  readonly beforeBoot: number;
  readonly seconds: number;
}

/** Milliseconds without a new effect after which something hangs: far more than leases, boots and the start of a server take. */
const patience = 120_000;

/** Milliseconds that a call to a server may take which is away, or comes back. */
const callPatience = 60_000;

const perTransaction = 50;

/** What a worker prints before it asks for jobs. */
const working = 'Working on';

/** Tries again while the server is away. A call that never settles is told as such. */
const tries = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
  const until = performance.now() + patience;
  for (;;) {
    const late = new AbortController();
    try {
      return await Promise.race([
        work(),
        pause(callPatience, undefined, { signal: late.signal }).then(() => {
          throw new Error(`${what} did not settle within ${callPatience / 1000} s`);
        }),
      ]);
    } catch (error) {
      if (performance.now() > until || String(error).includes('did not settle')) throw error;
      await pause(50);
    } finally {
      late.abort();
    }
  }
};

/** Counts effects while jobs are done, and gives up when there are no new ones. */
class Progress {
  readonly #booted: Booted;
  #done = 0;
  #since = performance.now();

  constructor(booted: Booted) {
    this.#booted = booted;
  }

  count(query: string): Promise<number> {
    return tries(query, async () =>
      Number((await sql<{ count: unknown }>`${sql.raw(query)}`.execute(this.#booted.db)).rows[0]?.count),
    );
  }

  /** Gives up when this many effects are not reached, and there are no new ones. */
  async look(wanted: number): Promise<number> {
    const done = await this.count('select count(*) as count from effects');
    if (done > this.#done || done >= wanted) this.#since = performance.now();
    else if (performance.now() - this.#since > patience)
      throw new Error(`no effect in ${patience / 1000} s, ${done} before; ${await this.#left()}`);
    this.#done = done;
    return done;
  }

  async #left(): Promise<string> {
    const rows = await this.#booted.db.selectFrom('queue_jobs').selectAll().limit(3).execute();
    return JSON.stringify({ counts: await this.#booted.app.facades.Queue().counts(), rows });
  }

  async until(done: number): Promise<void> {
    while ((await this.look(done)) < done) await pause(100);
  }

  async isEmpty(): Promise<boolean> {
    const counts = await tries('counts()', () => this.#booted.app.facades.Queue().counts());
    if (counts.some(({ waiting, running }) => waiting + running > 0)) return false;
    // Of the engine redis, these are the jobs in the outbox.
    return (await this.count('select count(*) as count from queue_jobs where failed_at is null')) === 0;
  }
}

/** Workers in processes of their own, and what happens to them. */
class Havoc {
  readonly #server: OwnServer;
  readonly #random: Random;
  readonly #workers: WorkerProcess[] = [];
  readonly ended: string[] = [];
  readonly kills: Record<string, number> = { SIGKILL: 0, SIGTERM: 0, SIGSTOP: 0, server: 0, frozen: 0 };
  beforeBoot = 0;
  struck = 0;

  constructor(server: OwnServer, random: Random, workers: number) {
    this.#server = server;
    this.#random = random;
    for (let i = 0; i < workers; i++) this.#begin();
  }

  #begin(): void {
    const { connection, env } = this.#server;
    const worker = new WorkerProcess(connection, {
      args: ['queue:work', '--quiet', '--concurrency', '10'],
      env,
    });
    this.#workers.push(worker);
    void worker.exited.then(([code, signal]) => {
      const place = this.#workers.indexOf(worker);
      if (place === -1) return;
      // A service manager starts it again.
      this.ended.push(`${code ?? signal}: ${worker.lines.slice(-5).join(' | ')}`);
      this.#workers.splice(place, 1);
      this.#begin();
    });
  }

  /** Kills or freezes a worker or the server. Most workers have begun to work by then, the others die while they boot. */
  async strike(): Promise<void> {
    const { kill, start, freeze } = this.#server;
    if (kill !== null && this.#random.chance(0.1)) {
      if (freeze !== null && this.#random.chance(0.5)) {
        this.#note('frozen');
        freeze(true);
        await pause(this.#random.below(2500));
        freeze(false);
        return;
      }
      this.#note('server');
      await kill();
      await start();
      return;
    }
    const signal = this.#random.chance(0.8) ? 'SIGKILL' : this.#random.chance(0.5) ? 'SIGTERM' : 'SIGSTOP';
    const isBooted = this.#random.chance(0.8);
    if (isBooted) while (!this.#workers.some((worker) => worker.hasSaid(working))) await pause(20);
    const victims = this.#workers.filter((worker) => !isBooted || worker.hasSaid(working));
    const worker = victims[this.#random.below(victims.length)];
    if (worker === undefined) return;
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    this.#note(signal);
    if (!worker.hasSaid(working)) this.beforeBoot++;
    worker.child.kill(signal);
    // A frozen worker comes back when another one has its jobs.
    if (signal === 'SIGSTOP') {
      setTimeout(() => worker.child.kill('SIGCONT'), 2500).unref();
      setTimeout(() => worker.child.kill('SIGTERM'), 4000).unref();
    }
    this.#begin();
  }

  #note(what: string): void {
    this.kills[what] = (this.kills[what] ?? 0) + 1;
  }

  /** Ends all that still run. Resolves to those that did not end politely. */
  async end(): Promise<readonly string[]> {
    const workers = this.#workers.splice(0);
    const rude: string[] = [];
    for (const worker of workers) {
      await worker.said(working).catch(() => undefined);
      const [code, signal] = await worker.end('SIGTERM');
      if (code !== 0) rude.push(`${code ?? signal} of SIGTERM: ${worker.lines.slice(-5).join(' | ')}`);
    }
    return rude;
  }
}

/** Dispatches jobs up to a tenth of them ahead of the workers, and of the kills, so that each kill meets jobs. */
const dispatchAll = async (
  booted: Booted,
  { jobs: count, kills }: Chaos,
  random: Random,
  progress: Progress,
  havoc: Havoc,
) => {
  const { db, app } = booted;
  for (let first = 0; first < count; first += perTransaction) {
    const numbers = Array.from({ length: Math.min(perTransaction, count - first) }, (_, i) => first + i);
    await tries('a dispatch', async () => {
      const [known] = await db.selectFrom('wanted').select('n').where('n', '=', first).execute();
      // The commit of an earlier try succeeded, although its answer was lost.
      if (known !== undefined) return;
      await transaction(
        db,
        async (trx) => {
          await trx
            .insertInto('wanted')
            .values(numbers.map((n) => ({ n })))
            .execute();
          await app.facades.Queue().dispatchMany(
            tally,
            numbers.map((n) => ({ n })),
          );
        },
        { ambient: true, retries: 0 },
      );
    });
    if (random.chance(0.1))
      await transaction(
        db,
        async () => {
          await app.facades.Queue().dispatch(tally, { n: -1 });
          throw new Error('rolled back');
        },
        { ambient: true, retries: 0 },
      ).catch(() => undefined);
    await progress.until(first - Math.max(100, count / 10));
    while (first / count > (havoc.struck + 1) / kills + 0.1) await pause(20);
  }
};

/** Dispatches jobs while workers and server are killed, and counts what became of them. */
export const wreak = async (server: OwnServer, chaos: Chaos): Promise<Aftermath> => {
  const random = new Random(chaos.seed);
  const booted = await boot({ connection: server.connection, jobs, ...server.app });
  const { db, app } = booted;
  await db.schema.createTable('wanted').addColumn('n', 'integer').execute();
  await db.schema.createTable('runs').addColumn('n', 'integer').execute();
  const effects = db.schema.createTable('effects').addColumn('n', 'integer').addColumn('attempt', 'integer');
  await effects.execute();
  const begun = performance.now();
  const havoc = new Havoc(server, random, chaos.workers);
  const progress = new Progress(booted);
  const killAll = async (): Promise<void> => {
    for (let i = 0; i < chaos.kills; i++) {
      // Spread over the work, whatever the speed of the machine.
      await progress.until((chaos.jobs * 0.9 * i) / chaos.kills);
      await pause(random.below(100));
      await havoc.strike();
      havoc.struck++;
    }
  };
  let stalled: string | null = null;
  try {
    await Promise.all([dispatchAll(booted, chaos, new Random(chaos.seed + 1), progress, havoc), killAll()]);
    while (!(await progress.isEmpty())) {
      await progress.look(Infinity);
      await pause(50);
    }
  } catch (error) {
    stalled = error instanceof Error ? error.message : String(error);
  }
  const seconds = (performance.now() - begun) / 1000;
  const rude = await havoc.end();
  const aftermath = {
    lost: await progress.count('select count(*) as count from wanted where n not in (select n from effects)'),
    twice: await progress.count('select count(*) - count(distinct n) as count from effects'),
    ghosts: await progress.count('select count(*) as count from effects where n = -1'),
    failed: (await app.facades.Queue().failed()).length,
    ended: [...havoc.ended, ...rude],
    stalled,
    later: await progress.count('select count(*) as count from effects where attempt > 1'),
    kills: havoc.kills,
    beforeBoot: havoc.beforeBoot,
    seconds: Math.round(seconds),
  };
  await app.close();
  return aftermath;
};

/** What an aftermath should not have. */
export const faultsOf = ({ lost, twice, ghosts, failed, ended, stalled }: Aftermath): readonly string[] => [
  ...Object.entries({ lost, twice, ghosts, failed }).flatMap(([what, count]) =>
    count > 0 ? [`${what}: ${count}`] : [],
  ),
  ...ended.map((last) => `a worker ended by itself, ${last}`),
  ...(stalled === null ? [] : [`stalled: ${stalled}`]),
];
