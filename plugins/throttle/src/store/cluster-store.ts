import type { ThrottleSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { answerWithin } from './answer-within.ts';
import { type Answer, channel, isOurs, type Question } from './count-for-workers.ts';
import type { Counter, Standing } from './counter.ts';
import type { FallibleStore } from './insured-store.ts';
import type { Quota } from './window-table.ts';

// One count for all stores: each of them hears the answers to the others of its process.
let asked = 0;

/**
 * Counts in the primary of a Node cluster, for all its workers under the same prefix: the messages of rate-limiter-flexible's cluster limiter
 * lead to its memory store, with its wall clock and timers, and a worker that dies unanswered ends the primary.
 */
export class ClusterStore implements FallibleStore {
  readonly #timeout: number;
  /** Led by its length: no prefix and key spell another's. */
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
        // The message may arrive only at the deadline. If the window could end before, the point must not be given
        // back, because the next window would get it.
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
