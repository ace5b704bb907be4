import { hash, randomBytes } from 'node:crypto';
import { FrameworkError } from '@taproot/core';
import { Outage, reasonOf } from '@taproot/core/internal';
import { type SparseReport, withDeadline } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { largest } from './cookie-keeper.ts';
import type { Keeper, Kept, Written } from './keeper.ts';
import {
  changed,
  type ListedSession,
  type SessionChanges,
  type SessionRecord,
  type SessionStore,
} from './session-store.ts';

/** Parts of a keeper on the server. */
export interface ServerKeeperOptions {
  readonly name: string;
  readonly store: SessionStore;
  /** Seconds that the store may take. */
  readonly timeout: number;
  /** Bytes of a session. */
  readonly most: number;
  readonly report: SparseReport;
}

/** The secret in the cookie: 32 random bytes. Anything else is not looked up. */
const secret = /^[\w-]{43}$/;

/** SHA-256 is enough for 32 random bytes, which cannot be guessed. */
const digest = (cookie: string): string => hash('sha256', cookie, 'hex');

const size = (values: ReadonlyMap<string, string>): number => {
  let bytes = 0;
  for (const [key, text] of values) bytes += Buffer.byteLength(key) + Buffer.byteLength(text);
  return bytes;
};

/**
 * Keeps sessions in a store on the server; the cookie has a random secret. A session begins only with a secret that was made here, never
 * with one that a browser brought. While the store fails, requests with a session get 503, and their users are not taken for guests.
 */
export class ServerKeeper implements Keeper {
  readonly #options: ServerKeeperOptions;
  readonly #outage = new Outage();

  constructor(options: ServerKeeperOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  async read(cookie: string): Promise<Kept | null> {
    if (!secret.test(cookie)) return null;
    const id = digest(cookie);
    const record = await this.#ask((store) => store.read(id));
    return record === null ? null : { id, record };
  }

  async create(record: SessionRecord, lives: number): Promise<Written> {
    this.#checkSize(record);
    const cookie = randomBytes(32).toString('base64url');
    const id = digest(cookie);
    await this.#ask((store) => store.create(id, record, lives));
    return { id, record, cookie };
  }

  async change(cookie: string, { id, record }: Kept, changes: SessionChanges): Promise<Written | null> {
    const next = changed(record, changes);
    this.#checkSize(next);
    return (await this.#ask((store) => store.change(id, changes))) ? { id, record: next, cookie } : null;
  }

  async end({ id }: Pick<Kept, 'id'>): Promise<void> {
    await this.endById(id);
  }

  /** Ends the session of this public id; false when there is none. */
  endById(id: string): Promise<boolean> {
    return this.#ask((store) => store.end(id));
  }

  /** The sessions of a user. */
  ofUser(user: string): Promise<readonly ListedSession[]> {
    return this.#ask((store) => store.ofUser(user));
  }

  async open(): Promise<void> {
    await this.#options.store.open?.();
  }

  async close(): Promise<void> {
    await this.#options.store.close?.();
  }

  #checkSize({ values }: SessionRecord): void {
    const { name: store, most } = this.#options;
    const bytes = size(values);
    if (bytes > most) throw errors.E_SESSION_LARGE({ bytes, store, most, keys: largest(values) });
  }

  async #ask<Answer>(question: (store: SessionStore) => Promise<Answer>): Promise<Answer> {
    const { name, store, timeout, report } = this.#options;
    if (!this.#outage.mayAsk()) throw errors.E_SESSION_UNAVAILABLE({ store: name });
    try {
      const late = () => errors.E_SESSION_STORE_LATE({ store: name, seconds: timeout });
      const answer = await withDeadline(question(store), timeout, late);
      this.#outage.worked();
      return answer;
    } catch (error) {
      // The store works; other requests were faster.
      if (error instanceof FrameworkError && error.code === 'E_SESSION_BUSY') throw error;
      this.#outage.failed();
      report(errors.E_SESSION_STORE_FAILED({ store: name, reason: reasonOf(error) }, { cause: error }));
      throw errors.E_SESSION_UNAVAILABLE({ store: name }, { cause: error });
    }
  }
}
