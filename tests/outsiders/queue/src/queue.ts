import { setTimeout as pause } from 'node:timers/promises';
import type { Application } from '@taproot/core';
import { errors } from './errors.ts';
import { type Job, readTicket, type Ticket } from './job.ts';
import { memoryStore, type QueueStore, redisStore } from './store.ts';

/** How a worker works. */
export interface WorkOptions {
  /** Ends the worker once the job at hand is done. */
  readonly signal: AbortSignal;
  /** Ends the worker when no job waits. */
  readonly stopWhenEmpty?: boolean;
}

/** The jobs of an application, and those that wait. */
export class Queue {
  readonly #app: Application;
  readonly #jobs = new Map<string, (payload: unknown) => unknown>();
  readonly #store: QueueStore;

  constructor(app: Application) {
    this.#app = app;
    this.#store = app.config.queue.store === 'redis' ? redisStore(app) : memoryStore();
  }

  /** Makes a job known to the workers. */
  register<Payload>(job: Job<Payload>): this {
    this.#jobs.set(job.name, (payload) => job.run(job.parse(payload)));
    return this;
  }

  /** Has a job done later. */
  async push<Payload>({ name }: Job<Payload>, payload: Payload): Promise<void> {
    if (!this.#jobs.has(name)) throw errors.E_JOB_UNKNOWN({ job: name });
    await this.#push({ job: name, payload, attempt: 1 });
  }

  /** Works off jobs, one after the other; resolves to how many were done. */
  async work({ signal, stopWhenEmpty = false }: WorkOptions): Promise<number> {
    let done = 0;
    while (!signal.aborted) {
      const text = await this.#store.take();
      if (text !== null) done += await this.#try(text);
      else if (stopWhenEmpty) break;
      else await pause(this.#app.config.queue.poll * 1000, undefined, { signal }).catch(() => undefined);
    }
    return done;
  }

  async #push(ticket: Ticket): Promise<void> {
    await this.#store.push(JSON.stringify(ticket));
  }

  /** 1 when the job was done. One that failed waits again, behind the others, until it is given up. */
  async #try(text: string): Promise<0 | 1> {
    const ticket = readTicket(text);
    const run = this.#jobs.get(ticket?.job ?? '');
    try {
      if (ticket === null || run === undefined) throw errors.E_JOB_UNKNOWN({ job: ticket?.job ?? text });
      await run(ticket.payload);
      return 1;
    } catch (cause) {
      const { attempts } = this.#app.config.queue;
      if (ticket !== null && run !== undefined && ticket.attempt < attempts)
        await this.#push({ ...ticket, attempt: ticket.attempt + 1 });
      else this.#app.report(errors.E_JOB_FAILED({ job: ticket?.job ?? text, attempts }, { cause }), { where: 'queue' });
      return 0;
    } finally {
      await this.#store.done(text);
    }
  }
}
