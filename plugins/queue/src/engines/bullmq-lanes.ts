import { importOptional } from '@taproot/core/internal';
import type * as Bullmq from 'bullmq';
import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Attempt, JobOrigin } from '../engine.ts';
import { errors } from '../errors.ts';
import { levels } from '../job.ts';

/** The data of a job in BullMQ. */
export interface Data {
  readonly queue: string;
  readonly payload: string;
  readonly attempts: number;
  readonly uniqueUntilStart: boolean;
  readonly origin: JobOrigin | null;
  readonly history: readonly Attempt[];
  /** How many attempts have begun. */
  readonly begun: number;
}

/** How the engine reaches Redis. */
export interface BullmqOptions {
  /** The client that adds jobs. It rejects at once while Redis is away. */
  readonly open: () => Promise<Redis>;
  /** The prefix of every key. */
  readonly prefix: string;
  /** Milliseconds of a lease, which BullMQ calls the duration of a lock. */
  readonly lease: number;
}

/** A queue of BullMQ for one queue and priority: BullMQ sorts jobs with a priority, which costs more than a list. */
export interface Lane {
  readonly name: string;
  readonly queue: Queue<Data>;
}

/** A worker of BullMQ, of which only `getNextJob()` is used. */
interface LaneWorker {
  readonly worker: Worker<Data>;
  readonly ready: Promise<Worker<Data>>;
  isReady: boolean;
}

/**
 * The longest time that a worker waits for an answer of Redis, in milliseconds. Without one it would neither end nor go on while Redis is
 * away. A job that was taken behind this time comes back after its lease.
 */
const longest = 5000;

/** The queues and workers of BullMQ that an engine uses. Each is opened once, and again after a start that failed. */
export class BullmqLanes {
  readonly #options: BullmqOptions;
  readonly #lanes = new Map<string, Promise<Lane>>();
  readonly #workers = new Map<string, Promise<LaneWorker>>();
  #connection: Redis | null = null;

  constructor(options: BullmqOptions) {
    this.#options = options;
  }

  /** The lane of a queue and a priority. */
  of(queue: string, level: number): Promise<Lane> {
    return this.#lane(`${queue}~${level}`);
  }

  /** The lanes that have ever had jobs, of all processes. */
  async known(): Promise<readonly Lane[]> {
    const client = await this.#options.open();
    const names = await client.smembers(this.#key);
    return Promise.all(names.map((name) => this.#lane(name)));
  }

  /** The lanes of a queue, the most important first. */
  ofQueue(queue: string): Promise<readonly Lane[]> {
    return Promise.all(Object.values(levels).map((level) => this.of(queue, level)));
  }

  /** Takes the jobs of a lane. */
  async worker({ name }: Lane): Promise<Worker<Data>> {
    return (await once(this.#workers, name, () => this.#openWorker(name))).ready;
  }

  /** Ends connections of its own. A worker that is not ready yet may never be, and is not waited for. */
  async close(): Promise<void> {
    for (const opening of this.#workers.values()) {
      const opened = await opening.catch(() => null);
      const closing = opened?.worker.close(true).catch(() => undefined);
      if (opened?.isReady === true) await closing;
    }
    for (const opening of this.#lanes.values()) await (await opening.catch(() => null))?.queue.close();
    this.#connection?.disconnect();
  }

  get #key(): string {
    return `${this.#options.prefix}:lanes`;
  }

  #lane(name: string): Promise<Lane> {
    return once(this.#lanes, name, () => this.#openLane(name));
  }

  async #openLane(name: string): Promise<Lane> {
    const { open, prefix } = this.#options;
    const { Queue } = await library();
    const client = await open();
    await client.sadd(this.#key, name);
    const queue = new Queue<Data>(name, { connection: client, prefix, skipWaitingForReady: true });
    // Commands reject with the same error.
    queue.on('error', () => undefined);
    try {
      // A queue whose first commands failed would fail for ever.
      await queue.waitUntilReady();
    } catch (error) {
      await queue.close().catch(() => undefined);
      throw error;
    }
    return { name, queue };
  }

  async #openWorker(name: string): Promise<LaneWorker> {
    const { open, prefix, lease } = this.#options;
    const { Worker } = await library();
    const client = await open();
    this.#connection ??= client
      .duplicate({
        maxRetriesPerRequest: null,
        enableOfflineQueue: true,
        commandTimeout: Math.min(lease, longest),
      })
      .on('error', () => undefined);
    const worker = new Worker<Data>(name, null, {
      connection: this.#connection,
      prefix,
      autorun: false,
      skipLockRenewal: true,
      lockDuration: lease,
      stalledInterval: Math.max(50, Math.min(30_000, lease / 2)),
      // The attempts of a job say how often it may be lost.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    worker.on('error', () => undefined);
    const start = async (): Promise<Worker<Data>> => {
      try {
        // A worker whose first commands failed would fail for ever.
        await worker.waitUntilReady();
        await worker.startStalledCheckTimer();
      } catch (error) {
        this.#workers.delete(name);
        await worker.close(true).catch(() => undefined);
        throw error;
      }
      opened.isReady = true;
      return worker;
    };
    const opened: LaneWorker = { worker, ready: start(), isReady: false };
    opened.ready.catch(() => undefined);
    return opened;
  }
}

/** Opens something once; again if that failed. */
const once = <Opened>(
  all: Map<string, Promise<Opened>>,
  name: string,
  open: () => Promise<Opened>,
): Promise<Opened> => {
  const known = all.get(name);
  if (known !== undefined) return known;
  const opening = open();
  all.set(name, opening);
  opening.catch(() => all.delete(name));
  return opening;
};

const library = (): Promise<typeof Bullmq> =>
  importOptional(
    'bullmq',
    () => import('bullmq'),
    (cause) => errors.E_QUEUE_PACKAGE({ cause }),
  );
