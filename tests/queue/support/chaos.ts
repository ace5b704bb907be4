import { setTimeout as pause } from 'node:timers/promises';
import { sql, transaction } from '@taproot/database';
import type { Queue } from '@taproot/queue';
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
  readonly kills: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const tries = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work();
    } catch {
      // The server is away; the same work is tried again.
      await pause(50);
    }
  }
};

class Havoc {
  readonly #server: OwnServer;
  readonly #random: Random;
  readonly #workers: WorkerProcess[] = [];
  readonly kills: Record<string, number> = { SIGKILL: 0, SIGTERM: 0, SIGSTOP: 0, server: 0 };

  constructor(server: OwnServer, random: Random, workers: number) {
    this.#server = server;
    this.#random = random;
    for (let i = 0; i < workers; i++) this.#begin();
  }

  #begin(): void {
    const args = ['queue:work', '--quiet', '--concurrency', '10'];
    this.#workers.push(new WorkerProcess(this.#server.connection, { args }));
  }

  /** Kills a worker or the server. */
  async strike(): Promise<void> {
    if (this.#server.kill !== null && this.#random.chance(0.1)) {
      this.kills['server'] = (this.kills['server'] ?? 0) + 1;
      await this.#server.kill();
      await this.#server.start();
      return;
    }
    const [worker] = this.#workers.splice(this.#random.below(this.#workers.length), 1);
    const signal = this.#random.chance(0.8) ? 'SIGKILL' : this.#random.chance(0.5) ? 'SIGTERM' : 'SIGSTOP';
    this.kills[signal] = (this.kills[signal] ?? 0) + 1;
    worker?.child.kill(signal);
    // A frozen worker comes back when another one has its jobs.
    if (signal === 'SIGSTOP' && worker !== undefined) {
      setTimeout(() => worker.child.kill('SIGCONT'), 2500).unref();
      setTimeout(() => worker.child.kill('SIGTERM'), 4000).unref();
    }
    this.#begin();
  }
}

const dispatchAll = async ({ db, app }: Booted, { jobs: count }: Chaos, random: Random): Promise<void> => {
  const size = 50;
  for (let first = 0; first < count; first += size) {
    const numbers = Array.from({ length: Math.min(size, count - first) }, (_, i) => first + i);
    await tries(async () => {
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
  }
};

const isEmpty = async (queue: Queue): Promise<boolean> =>
  (await queue.counts()).every(({ waiting, running }) => waiting + running === 0);

/** Dispatches jobs while workers and server are killed, and counts what became of them. */
export const wreak = async (server: OwnServer, chaos: Chaos): Promise<Aftermath> => {
  const random = new Random(chaos.seed);
  const booted = await boot({ connection: server.connection, jobs });
  const { db, app } = booted;
  for (const table of ['wanted', 'runs', 'effects'])
    await db.schema.createTable(table).addColumn('n', 'integer').execute();
  const begun = performance.now();
  const havoc = new Havoc(server, random, chaos.workers);
  const dispatching = dispatchAll(booted, chaos, new Random(chaos.seed + 1));
  for (let i = 0; i < chaos.kills; i++) {
    await pause(50 + random.below(400));
    await havoc.strike();
  }
  await dispatching;
  while (!(await tries(() => isEmpty(app.facades.Queue())))) await pause(50);
  const seconds = (performance.now() - begun) / 1000;
  const count = async (query: string): Promise<number> =>
    Number((await sql<{ count: unknown }>`${sql.raw(query)}`.execute(db)).rows[0]?.count);
  const aftermath = {
    lost: await count('select count(*) as count from wanted where n not in (select n from effects)'),
    twice: await count('select count(*) - count(distinct n) as count from effects'),
    ghosts: await count('select count(*) as count from effects where n = -1'),
    failed: (await app.facades.Queue().failed()).length,
    kills: havoc.kills,
    seconds: Math.round(seconds),
  };
  await app.close();
  return aftermath;
};
