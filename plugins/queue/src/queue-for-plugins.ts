import type { JobQueue, QueuedWork } from '@taproot/core/internal';
import { job, PermanentError } from './job.ts';
import type { Queue } from './queue.ts';
import type { QueueRuntime } from './queue-runtime.ts';

/** The queue as other plugins see it: they define kinds of work, and dispatch them by name. */
export class QueueForPlugins implements JobQueue {
  readonly #runtime: QueueRuntime;
  readonly #queue: () => Queue;

  constructor(runtime: QueueRuntime, queue: () => Queue) {
    this.#runtime = runtime;
    this.#queue = queue;
  }

  get isImmediate(): boolean {
    return this.#runtime.isSync;
  }

  has(name: string): boolean {
    return this.#runtime.jobs.has({ name });
  }

  define({ name, payload, attempts, backoff, timeout, unique, handle }: QueuedWork): void {
    const rules: Readonly<Record<string, unknown>> = payload;
    const declared = job({
      name,
      payload: rules as {},
      ...(attempts === undefined ? {} : { attempts }),
      ...(backoff === undefined ? {} : { backoff }),
      ...(timeout === undefined ? {} : { timeout }),
      ...(unique === undefined ? {} : { unique }),
      handle: (given: Readonly<Record<string, unknown>>, { id, attempt, signal }) =>
        handle(given, {
          id,
          attempt,
          signal,
          permanent: (cause) => new PermanentError(cause.message, { cause }),
        }),
    });
    this.#runtime.jobs.add(declared);
  }

  dispatch(
    name: string,
    payload: Readonly<Record<string, unknown>>,
    { delay = 0, queue, transaction }: { delay?: number; queue?: string; transaction?: object | null } = {},
  ): Promise<string | null> {
    const declared = this.#runtime.jobs.find(name);
    if (declared === null) return Promise.reject(this.#runtime.jobs.unknown(name));
    return this.#queue().dispatch(declared, payload, {
      delay,
      ...(queue === undefined ? {} : { queue }),
      // The core does not know the type of transactions.
      ...(transaction === undefined || transaction === null ? {} : { transaction: transaction as never }),
    });
  }
}
