import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import type { Application } from '@taproot/core';
import { didYouMean, openRedis, perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import type { PluginDatabase } from '@taproot/database';
import type { Redis } from 'ioredis';
import { checkConfig } from './config.ts';
import type { NewJob, QueueEngine, QueueEngineFactory } from './engine.ts';
import { BullmqEngine } from './engines/bullmq-engine.ts';
import { DatabaseEngine } from './engines/database-engine.ts';
import { OutboxEngine } from './engines/outbox-engine.ts';
import { errors } from './errors.ts';
import { JobRegistry } from './registry.ts';

/** The parent process when this module was loaded, before the application boots. */
export const firstParent = process.ppid;

/** A job that a fake keeps instead of dispatching it. */
export type Keep = (job: NewJob) => void;

/** The queue of one application: its jobs, its engine and what a test puts in its place. */
export class QueueRuntime {
  readonly app: Application;
  readonly jobs = new JobRegistry();
  /** Emits `added` when this process has dispatched jobs, so that its own workers need not wait. */
  readonly news = new EventEmitter();
  readonly report: SparseReport;
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
  #outbox: OutboxEngine | null = null;

  constructor(app: Application) {
    checkConfig(app.config.queue);
    this.app = app;
    this.news.setMaxListeners(0);
    this.report = sparseReport((error) => app.report(error, { where: 'queue' }));
  }

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
    const report = (error: unknown): void => this.report(errors.E_QUEUE_OUTAGE({ cause: error }));
    this.#outbox = new OutboxEngine({ database, rows: new DatabaseEngine(database), jobs, report });
    return this.#outbox;
  }

  /** Moves what a transaction has dispatched to Redis. If that fails, a worker does it. */
  async flush(): Promise<void> {
    await this.#outbox?.flush().catch((cause: unknown) => this.report(errors.E_QUEUE_OUTAGE({ cause })));
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
