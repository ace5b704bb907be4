import { type PluginDatabase, type RawBuilder, sql } from '@taproot/database';
import type { HeldJob, TakenJob } from '../engine.ts';

/** The attempts that begin and the jobs that are done, which the next statement writes. */
interface Pending {
  readonly begins: readonly TakenJob[];
  readonly ends: readonly HeldJob[];
}

/** The ids of the jobs whose leases were valid. */
interface Answer {
  readonly begun: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
}

/**
 * Writes in one statement of PostgreSQL what a worker reports in one turn: an attempt begins while another one has ended. Small jobs would
 * otherwise pay for two ways to the server.
 */
export class Together {
  readonly #database: PluginDatabase;
  #begins: TakenJob[] = [];
  #ends: HeldJob[] = [];
  #next: Promise<Answer> | null = null;

  constructor(database: PluginDatabase) {
    this.#database = database;
  }

  /** The attempt begins; false if its lease was not valid. */
  async begin(job: TakenJob): Promise<boolean> {
    this.#begins.push(job);
    return (await this.#write()).begun.has(job.id);
  }

  /** The jobs are done. Resolves to the ids of those whose leases were valid. */
  async done(jobs: readonly HeldJob[]): Promise<readonly string[]> {
    this.#ends.push(...jobs);
    const { ended } = await this.#write();
    return jobs.map(({ id }) => id).filter((id) => ended.has(id));
  }

  #write(): Promise<Answer> {
    // After everything that this turn of the event loop has resolved.
    this.#next ??= new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
      const pending = { begins: this.#begins, ends: this.#ends };
      [this.#begins, this.#ends, this.#next] = [[], [], null];
      return this.#send(pending);
    });
    return this.#next;
  }

  async #send({ begins, ends }: Pending): Promise<Answer> {
    const parts: RawBuilder<unknown>[] = [];
    if (ends.length > 0)
      parts.push(sql`ended as (delete from queue_jobs where ${held(ends)} returning id, 1 as ended)`);
    if (begins.length > 0) {
      const attempt = sql.join(
        begins.map((job) => sql`when ${job.id} then ${sql.lit(job.attempt)}`),
        sql` `,
      );
      parts.push(sql`begun as (update queue_jobs set attempt = case id ${attempt} end where ${held(begins)}
        returning id, 0 as ended)`);
    }
    const names = [...(ends.length > 0 ? ['ended'] : []), ...(begins.length > 0 ? ['begun'] : [])];
    const all = sql.raw(names.map((name) => `select id, ended from ${name}`).join(' union all '));
    const { rows } = await sql<{ id: string; ended: number }>`with ${sql.join(parts)} ${all}`.execute(
      this.#database.db,
    );
    const ids = (ended: number): ReadonlySet<string> =>
      new Set(rows.filter((row) => row.ended === ended).map(({ id }) => id));
    return { begun: ids(0), ended: ids(1) };
  }
}

/** The rows of these jobs, as long as their tokens hold them. */
const held = (jobs: readonly HeldJob[]): RawBuilder<unknown> =>
  sql`(id, token) in (${sql.join(jobs.map(({ id, token }) => sql`(${id}, ${token})`))})`;
