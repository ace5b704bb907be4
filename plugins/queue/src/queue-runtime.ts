import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import { type Application, hasCode } from '@taproot/core';
import { didYouMean, openRedis, perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import { afterCommit, type PluginDatabase, type Queryable, sql } from '@taproot/database';
import type { Redis } from 'ioredis';
import { checkConfig } from './config.ts';
import type { LaneCounts, NewJob, QueueEngine, QueueEngineFactory } from './engine.ts';
import { BullmqEngine } from './engines/bullmq-engine.ts';
import { DatabaseEngine } from './engines/database-engine.ts';
import { Outbox } from './engines/outbox.ts';
import { clock } from './engines/sql.ts';
import { errors } from './errors.ts';
import { JobRegistry } from './registry.ts';

/** The parent process when this module was loaded, before the application boots. */
export const firstParent = process.ppid;

/** Milliseconds between two looks at the outbox by a worker. */
const often = 1000;

/** Seconds for which chains and batches are remembered after their end. */
const keptBatches = 7 * 86_400;

/** Seconds after its dispatch for which the effects of a job in Redis are remembered; longer than delays and attempts should take. */
const keptEffects = 90 * 86_400;

/** Keeps jobs for a test instead of dispatching them: single ones, or the members of a chain or a batch. Returns their ids. */
export type Keep = (jobs: readonly NewJob[], kind: 'single' | 'chain' | 'batch') => readonly string[];

/** The queue of one application: its jobs, its engine and what a test puts in its place. */
export class QueueRuntime {
  readonly app: Application;
  readonly jobs = new JobRegistry();
  /** Emits `added` when this process has dispatched jobs, so that its own workers need not wait. */
  readonly news = new EventEmitter();
  readonly #report: SparseReport;
  /** The fake of a test; null without one. */
  keep: Keep | null = null;
  readonly #engines = new Map<string, QueueEngineFactory>([
    [
      'database',
      () => {
        if (this.database === null) throw errors.E_QUEUE_DATABASE();
        return new DatabaseEngine(this.database);
      },
    ],
    ['redis', () => this.#openRedis()],
  ]);
  #engine: QueueEngine | null = null;
  #outbox: Outbox | null = null;
  #looked = 0;
  #pruned = 0;

  constructor(app: Application) {
    checkConfig(app.config.queue);
    this.app = app;
    this.news.setMaxListeners(0);
    this.#report = sparseReport((error) => app.report(error, { where: 'queue' }));
  }

  /** Reports that the queue cannot be reached, or that its tables are missing; the same error not more often than each ten seconds. */
  readonly reportOutage = (cause: unknown): void => {
    const isTable = hasCode(cause, 'E_QUEUE_TABLE', 'E_DATABASE_SCHEMA');
    this.#report(isTable ? errors.E_QUEUE_TABLE({ cause }) : errors.E_QUEUE_OUTAGE({ cause }));
  };

  /** Adds an engine; `E_QUEUE_ENGINE_LATE` once the one of the application was made. */
  extend(name: string, factory: QueueEngineFactory): void {
    if (this.#engine !== null) throw errors.E_QUEUE_ENGINE_LATE({ name });
    if (name === 'sync' || this.#engines.has(name)) throw errors.E_QUEUE_ENGINE_TAKEN({ name });
    this.#engines.set(name, factory);
  }

  /** Whether `dispatch()` runs jobs at once. */
  get isSync(): boolean {
    return this.app.config.queue.engine === 'sync';
  }

  /** Throws `E_QUEUE_DATABASE` or `E_QUEUE_SETTING` if the application lacks what its engine needs. */
  get engine(): QueueEngine {
    this.#engine ??= this.#open();
    return this.#engine;
  }

  /** The database of jobs and effects; null if the application has none. */
  get database(): PluginDatabase | null {
    return this.app.provided('database')?.(this.app.config.queue.connection) ?? null;
  }

  /** Remembers that a job has effects, which its engine removes with it. */
  noteEffects(id: string): void {
    if (this.#engine instanceof DatabaseEngine) this.#engine.noteEffects(id);
  }

  /** Whether the rows of jobs are in the database of their effects. */
  get isFenced(): boolean {
    return this.#engine instanceof DatabaseEngine;
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }

  /** BullMQ, behind an outbox if there is a database. */
  #openRedis(): QueueEngine {
    const { app } = this;
    const { redis, lease } = app.config.queue;
    const connection = openRedis(app, 'queue.engine', redis.connection);
    // A cast: the clients of the plugin redis are those of ioredis, of which the contract names a part.
    const open = async (): Promise<Redis> => (await connection.open()) as unknown as Redis;
    const jobs = new BullmqEngine({ open, prefix: redis.prefix, lease: lease * 1000 });
    const { database } = this;
    if (database === null) return jobs;
    const { reportOutage: report } = this;
    this.#outbox = new Outbox({ database, rows: new DatabaseEngine(database), jobs, report });
    return jobs;
  }

  /** Adds jobs; in a transaction they become a part of it. Wakes the workers of this process after the commit. */
  async add(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]> {
    const { engine } = this;
    const added = await (this.#outbox ?? engine).add(jobs, transaction);
    const current = (transaction ?? this.database?.current ?? null) as Queryable<never> | null;
    const wake = async (): Promise<void> => {
      // What a transaction has dispatched moves to Redis. If that fails, a worker does it.
      await this.#outbox?.flush().catch(this.reportOutage);
      this.news.emit('added');
    };
    // A transaction whose commit cannot be observed ends some time; the worker then finds the job by itself.
    if (added.length > 0) await (current === null ? wake() : afterCommit(current, wake).catch(() => undefined));
    return added;
  }

  /** How many jobs each queue has. Those in the outbox wait, too. */
  async counts(): Promise<readonly LaneCounts[]> {
    const counts = await this.engine.counts();
    const outside = new Map(await this.#outbox?.counts());
    const known = counts.map((one) => ({ ...one, waiting: one.waiting + (outside.get(one.queue) ?? 0) }));
    for (const { queue } of counts) outside.delete(queue);
    const others = [...outside].map(([queue, waiting]) => ({ queue, waiting, running: 0, failed: 0, paused: false }));
    return [...known, ...others].toSorted((a, b) => (a.queue < b.queue ? -1 : 1));
  }

  /** Rejects if jobs cannot be dispatched now. */
  async check(): Promise<void> {
    await this.engine.check();
    await this.#outbox?.check();
  }

  /** Workers call it before they take jobs. Empties the outbox each second, and removes old rows each hour. Never rejects. */
  async tidy(): Promise<void> {
    const { database } = this;
    if (database === null || performance.now() - this.#looked < often) return;
    this.#looked = performance.now();
    try {
      await this.#outbox?.flush();
      if (this.#pruned > 0 && performance.now() - this.#pruned < 3_600_000) return;
      this.#pruned = performance.now();
      await this.#prune(database);
    } catch (cause) {
      // Jobs of an engine elsewhere go on while the database is away.
      this.reportOutage(cause);
    }
  }

  async #prune({ db, driver }: PluginDatabase): Promise<void> {
    const [row] = (await sql<{ now: unknown }>`select ${clock[driver]} as now`.execute(db)).rows;
    const now = Number(row?.now);
    const old = sql`select id from queue_batches where ended_at < ${sql.lit(now - keptBatches * 1000)}`;
    const ids = (await sql<{ id: string }>`${old} limit 1000`.execute(db)).rows.map(({ id }) => id);
    if (ids.length > 0) {
      await sql`delete from queue_steps where batch_id in (${sql.join(ids)})`.execute(db);
      await sql`delete from queue_batches where id in (${sql.join(ids)})`.execute(db);
    }
    if (this.isFenced) return;
    // Ids of jobs begin with the time at which they were dispatched.
    const before = (now - keptEffects * 1000).toString(16).padStart(12, '0');
    const first = `${before.slice(0, 8)}-${before.slice(8)}-7000-8000-000000000000`;
    await sql`delete from queue_effects where job_id < ${first}`.execute(db);
  }

  #open(): QueueEngine {
    const { engine } = this.app.config.queue;
    const factory = this.#engines.get(engine);
    if (factory !== undefined) return factory(this.app);
    const known = ['sync', ...this.#engines.keys()];
    throw errors.E_QUEUE_SETTING({
      setting: 'queue.engine',
      value: inspect(engine),
      expected: `one of ${known.join(', ')}, or the name of an engine that a plugin registers with facades.Queue().extend()`,
      hint: didYouMean(engine, known),
    });
  }
}

/** The queue of an application. */
export const queueOf = perApp((app) => new QueueRuntime(app));
