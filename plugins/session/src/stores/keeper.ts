import type { SessionChanges, SessionRecord } from './session-store.ts';

/** A session that was read: its record, and the public id that names it. */
export interface Kept {
  readonly id: string;
  readonly record: SessionRecord;
}

/** A session that was written: the value of its cookie. */
export interface Written extends Kept {
  readonly cookie: string;
}

/** Reads and writes sessions by the value of their cookie. */
export interface Keeper {
  /** Name of the store. */
  readonly name: string;
  /** The session of a cookie; null when there is none, it has ended, or the cookie was made up. */
  read(cookie: string): Kept | null | Promise<Kept | null>;
  /** Begins a session, with a secret of its own. */
  create(record: SessionRecord, lives: number): Written | Promise<Written>;
  /** Applies changes to a session; null when it was ended in the meantime. */
  change(cookie: string, kept: Kept, changes: SessionChanges): Written | null | Promise<Written | null>;
  /** Ends a session. */
  end(kept: Kept): void | Promise<void>;
}
