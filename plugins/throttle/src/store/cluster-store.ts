import type { ThrottleSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { answerWithin } from './answer-within.ts';
import { type Answer, channel, isOurs, type Question } from './count-for-workers.ts';
import type { Counter, Standing } from './counter.ts';
import type { FallibleStore } from './insured-store.ts';
import type { Quota } from './window-table.ts';

// One counter of messages for all stores, because each store receives the answers to all stores of its process.
let asked = 0;

/**
 * Counts in the primary of a Node cluster, for all workers with the same prefix. It does not use the cluster limiter of
 * rate-limiter-flexible: that counts with a wall clock and timers, and a worker that dies without an answer ends the primary.
 */
export class ClusterStore implements FallibleStore {
  readonly #timeout: number;
  /** Begins with its length, so that different prefixes and keys never give the same text. */
  readonly #prefix: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  constructor({ redis: { prefix }, timeout }: Pick<ThrottleSettings, 'redis' | 'timeout'>) {
    this.#timeout = timeout;
    this.#prefix = `${prefix.length}:${prefix}:`;
    process.on('message', this.#onMessage);
  }

  counter(points: number, seconds: number): Counter {
    const ask = (what: Question['ask'], key: string) => this.#ask(what, key, { points, seconds });
    return {
      take: (key) => ask('take', key),
      read: (key) => ask('read', key),
      clear: async (key) => void (await ask('clear', key)),
      giveBack: async (key, { ends }) => {
        // The message may arrive as late as the deadline. If the window could end before that, the point is not given back, because the
        // next window would get it.
        if (ends - performance.now() > this.#timeout * 1000) await ask('giveBack', key);
      },
    };
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    process.off('message', this.#onMessage);
  }

  readonly #onMessage = (message: unknown): void => {
    if (isOurs(message) && 'left' in message) this.#waiting.get(message.id)?.(message);
  };

  async #ask(ask: Question['ask'], key: string, { points, seconds }: Quota): Promise<Standing> {
    const id = asked++;
    try {
      const asked = this.#send({ channel, id, ask, key: this.#prefix + key, points, seconds });
      const late = () => errors.E_THROTTLE_STORE_LATE({ store: 'cluster', seconds: this.#timeout });
      const { allowed, remaining, left } = await answerWithin(asked, this.#timeout, late);
      return { allowed, remaining, ends: performance.now() + left };
    } finally {
      this.#waiting.delete(id);
    }
  }

  #send(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, resolve);
      process.send?.(question, undefined, undefined, (error) => {
        if (error !== null) reject(error);
      });
    });
  }
}
