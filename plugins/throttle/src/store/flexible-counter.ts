import { inspect } from 'node:util';
import type { StoreLimiter, StoreStanding } from '../config.ts';
import { digest } from '../counter-key.ts';
import { errors } from '../errors.ts';
import { answerWithin } from './answer-within.ts';
import type { Counter, Standing } from './counter.ts';

export interface FlexibleCounterOptions {
  /** The store's name, for messages. */
  readonly store: string;
  /** Seconds within which the store must answer. */
  readonly timeout: number;
  readonly points: number;
  /** Makes the limiter at its first use. */
  readonly limiter: () => Promise<StoreLimiter>;
}

// The package rejects with a result for a refused request and with an error for a failed store.
const isResult = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error) && 'msBeforeNext' in thrown;

// Checks what the types promise, because a store may be plain JavaScript, or use a service that has changed.
const isStanding = (answer: unknown): answer is StoreStanding =>
  typeof answer === 'object' &&
  answer !== null &&
  'remainingPoints' in answer &&
  'msBeforeNext' in answer &&
  Number.isFinite(answer.remainingPoints) &&
  Number.isFinite(answer.msBeforeNext);

/** Counts with any limiter of rate-limiter-flexible. It hashes keys, and each answer has a deadline. */
export class FlexibleCounter implements Counter {
  readonly #options: FlexibleCounterOptions;
  #limiter: Promise<StoreLimiter> | null = null;

  constructor(options: FlexibleCounterOptions) {
    this.#options = options;
  }

  async take(key: string): Promise<Standing> {
    try {
      return this.#standing('consume', true, await this.#ask((limiter) => limiter.consume(digest(key))));
    } catch (thrown) {
      if (isResult(thrown)) return this.#standing('consume', false, thrown);
      throw thrown;
    }
  }

  async giveBack(key: string, { ends }: Standing): Promise<void> {
    // The message may arrive as late as the deadline. If the window could end before that, the point is not given back, because the next
    // window would get it.
    if (ends - performance.now() <= this.#options.timeout * 1000) return;
    await this.#ask((limiter) => limiter.reward(digest(key)));
  }

  async read(key: string): Promise<Standing> {
    const { points } = this.#options;
    const result = await this.#ask((limiter) => limiter.get(digest(key)));
    if (result === null) return { allowed: points > 0, remaining: points, ends: performance.now() };
    const read = this.#standing('get', true, result);
    return { ...read, allowed: read.remaining > 0 };
  }

  async clear(key: string): Promise<void> {
    await this.#ask((limiter) => limiter.delete(digest(key)));
  }

  async #ask<Value>(question: (limiter: StoreLimiter) => Promise<Value>): Promise<Value> {
    const { store, timeout } = this.#options;
    const limiter = await (this.#limiter ??= this.#make());
    return answerWithin(question(limiter), timeout, () => errors.E_THROTTLE_STORE_LATE({ store, seconds: timeout }));
  }

  /** The standing that a limiter gave: `E_THROTTLE_STORE_ANSWER` for anything else, or requests would pass uncounted. */
  #standing(method: 'consume' | 'get', allowed: boolean, answer: unknown): Standing {
    if (!isStanding(answer) || (method === 'consume' && allowed && answer.remainingPoints < 0)) {
      const shown = inspect(answer, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).slice(0, 80);
      throw errors.E_THROTTLE_STORE_ANSWER({ store: this.#options.store, method, answer: shown });
    }
    const { remainingPoints, msBeforeNext } = answer;
    return {
      allowed,
      remaining: Math.max(0, remainingPoints),
      ends: performance.now() + Math.max(0, msBeforeNext),
    };
  }

  async #make(): Promise<StoreLimiter> {
    try {
      return await this.#options.limiter();
    } catch (error) {
      this.#limiter = null;
      throw error;
    }
  }
}
