import { type FrameworkError } from '@taproot/core';
import { Outage } from '@taproot/core/internal';
import { type Settings, type SparseReport, withDeadline } from '@taproot/core/plugin';
import type { AuthConfig, RevocationStore } from '../config.ts';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';
import { GivenUpClaims } from './given-up-claims.ts';
import type { GuardStore } from './guard-store.ts';

export interface WatchedStoreOptions extends Pick<Settings<AuthConfig>['revocation'], 'fail' | 'timeout'> {
  readonly name: string;
  readonly store: RevocationStore;
  readonly report: SparseReport;
}

/**
 * Wraps a store that may fail or stall. While it fails, the application cannot know whether a token was revoked, so
 * requests get 503, unless `revocation.fail` is `open`. Revoking always needs the store: a logout must be stored.
 */
export class WatchedStore implements GuardStore {
  readonly #options: WatchedStoreOptions;
  readonly #givenUp = new GivenUpClaims();
  readonly #outage = new Outage();

  constructor(options: WatchedStoreOptions) {
    this.#options = options;
  }

  async claim(key: string, until: number): Promise<boolean> {
    let waiting = true;
    const claim = async (store: RevocationStore): Promise<boolean> => {
      const first = await store.claim(key, until);
      if (!waiting) this.#givenUp.hear(key, first);
      return first;
    };
    try {
      return this.#givenUp.settle(key, await this.#ask(claim));
    } catch (error) {
      waiting = false;
      if (error !== left) this.#givenUp.add(key);
      throw this.#failed(error);
    }
  }

  unsure(key: string): boolean {
    return this.#givenUp.unsure(key);
  }

  async has(key: string): Promise<boolean> {
    try {
      return await this.#ask((store) => store.has(key));
    } catch (error) {
      const unavailable = this.#failed(error);
      if (this.#options.fail === 'open') return false;
      throw unavailable;
    }
  }

  async open(): Promise<void> {
    await this.#options.store.open?.();
  }

  async close(): Promise<void> {
    await this.#options.store.close?.();
  }

  async #ask(question: (store: RevocationStore) => boolean | Promise<boolean>): Promise<boolean> {
    const { name, store, timeout } = this.#options;
    if (!this.#outage.mayAsk()) throw left;
    const late = () => errors.E_AUTH_REVOCATION_LATE({ store: name, seconds: timeout });
    const answer = await withDeadline(Promise.resolve(question(store)), timeout, late);
    this.#outage.worked();
    return answer;
  }

  #failed(error: unknown): FrameworkError {
    const { name, fail, report } = this.#options;
    if (error !== left) {
      this.#outage.failed();
      const meanwhile = fail === 'open' ? 'revoked tokens are accepted' : 'requests with a token get a 503 response';
      report(errors.E_AUTH_REVOCATION_FAILED({ store: name, reason: reasonOf(error), meanwhile }, { cause: error }));
    }
    return errors.E_AUTH_UNAVAILABLE({ store: name });
  }
}

/** The code compares this object by identity, to distinguish it from errors of the store. */
const left = new Error('The store is left alone for a moment.');
